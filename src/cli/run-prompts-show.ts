import { InputError, showControls } from "../core/index.ts";
import { type Closure, type DeclaredInput, type RubricEntry, readPromptsFolder, tokensOf } from "../prompts/index.ts";
import { formatJson } from "../record/index.ts";
import { alignColumns } from "./align-columns.ts";
import { closureOf, openPromptsProject, purposeOf, usersOf, type ViewFlags } from "./prompts-project.ts";

/**
 * Prints one prompt or rubric: what it says of itself, its inputs, all that goes into it,
 * its template.
 *
 * @throws InputError when there is none of this name, or it cannot be read.
 */
export async function runPromptsShow(reference: string, flags: ViewFlags): Promise<void> {
  const project = await openPromptsProject(flags);
  const { suites } = project.config;
  const read = readPromptsFolder(project.folder);
  const { templates, rubrics } = read;
  const entry = [...templates, ...rubrics].find((one) => one.reference === reference);
  const shown =
    entry !== undefined && "dimension" in entry
      ? showRubric(entry)
      : showTemplate(closureOf(reference, { templates, project }), purposeOf(reference, { templates, project }));
  const { path = "", problems = [] } = entry ?? {};
  const users = usersOf(read, suites).get(reference) ?? [];
  if (flags.json === true) {
    process.stdout.write(formatJson({ reference, path, suites: users, ...shown.machine, problems }));
    return;
  }
  const head = [
    `${reference}, ${shown.kind}`,
    `file: ${path}`,
    `suites: ${users.join(", ") || "none"}`,
    ...problems.map(({ what, at = "" }) => `wrong: ${what} ${at}`.trimEnd()),
  ];
  process.stdout.write(showControls([...head, ...shown.lines, ""].join("\n"), { keepsLines: true }));
}

/** One thing, for people and for programs. */
interface Shown {
  readonly kind: string;
  readonly lines: readonly string[];
  readonly machine: Readonly<Record<string, unknown>>;
}

function showTemplate(closure: Closure, kind: string): Shown {
  const { root, files, hash } = closure;
  const { description, owner, change, declares, parameters, inputs = {} } = root.front;
  const tokens = tokensOf(closure);
  const texts = Object.entries({ kind: root.front.kind, description, owner, change, declares });
  return {
    kind,
    lines: [
      ...texts.flatMap(([name, text]) => (text === undefined ? [] : [`${name}: ${text}`])),
      ...(parameters === undefined ? [] : [`parameters: ${JSON.stringify(parameters)}`]),
      `tokens: ${tokens.own}${tokens.broughtIn > 0 ? `, and ${tokens.broughtIn} of what it brings in` : ""} (estimated)`,
      ...section("inputs", inputTable(inputs)),
      ...section(`closure ${hash.slice(0, 12)}`, closureTable(files)),
      ...section("template", root.body.trimEnd().split("\n")),
    ],
    machine: { kind, front: root.front, tokens, closure: { hash, files }, template: root.body },
  };
}

function section(title: string, lines: readonly string[]): readonly string[] {
  return lines.length === 0 ? [] : ["", `─── ${title}`, ...lines];
}

function closureTable(files: Closure["files"]): readonly string[] {
  return Object.entries(files).map(([file, hash]) => `${hash.slice(0, 12)}  ${file}`);
}

function inputTable(inputs: Readonly<Record<string, DeclaredInput>>): readonly string[] {
  const rows = rowsOf(inputs, "");
  return rows.length === 0
    ? []
    : alignColumns([["name", "type", "required", "trust", "example", "description"], ...rows]);
}

/** One row for each input, and below it one for each of its parts. */
function rowsOf(inputs: Readonly<Record<string, DeclaredInput>>, around: string): readonly (readonly string[])[] {
  return Object.entries(inputs).flatMap(
    ([name, { type, required, untrusted, example, description = "", items, fields }]) => {
      const path = `${around}${name}`;
      const shown = example === undefined ? "–" : shorten(JSON.stringify(example));
      const row = [path, type, required ? "yes" : "no", untrusted ? "untrusted" : "", shown, description];
      return [row, ...rowsOf(items ?? {}, `${path}[].`), ...rowsOf(fields ?? {}, `${path}.`)];
    },
  );
}

function shorten(text: string): string {
  return text.length > 40 ? `${text.slice(0, 39)}…` : text;
}

function showRubric({ dimension, problems }: RubricEntry): Shown {
  if (dimension === null) throw new InputError(problems);
  const { id, title, meaning, source, asks, levels, hash } = dimension;
  const inLanguage = (language: "en" | "zh"): readonly string[] =>
    section(`asks, ${language}`, [
      asks[language],
      ...levels[language].map((sentence, score) => `${score}: ${sentence}`),
    ]);
  return {
    kind: "rubric",
    lines: [
      ...Object.entries({ id, title, meaning, source, hash: hash.slice(0, 12) }).map(
        ([key, text]) => `${key}: ${text}`,
      ),
      ...inLanguage("en"),
      ...inLanguage("zh"),
    ],
    machine: { kind: "rubric", id, title, meaning, source, asks, levels, hash },
  };
}
