import { showPath } from "../config/index.ts";
import { type Problem, showControls } from "../core/index.ts";
import {
  type PromptsFolder,
  type RubricEntry,
  readPromptsFolder,
  type SceneEntry,
  type TemplateEntry,
  tokensOf,
} from "../prompts/index.ts";
import { formatJson } from "../record/index.ts";
import { alignColumns } from "./align-columns.ts";
import { openPromptsProject, purposeOf, usersOf, type ViewFlags } from "./prompts-project.ts";

/** Prints every prompt of a project and of the package: `touchstone prompts list`. */
export async function runPromptsList(flags: ViewFlags): Promise<void> {
  const project = await openPromptsProject(flags);
  const { config, folder } = project;
  const read = readPromptsFolder(folder);
  const listing = { folder: showPath(folder, config.root), users: usersOf(read, config.suites) };
  const looked = { project, templates: read.templates };
  const templates = read.templates.map((one) => ({ ...one, kind: purposeOf(one.reference, looked) }));
  const list = listOf({ ...read, templates }, listing);
  process.stdout.write(flags.json === true ? formatJson(list) : formatList(list));
}

/** One line of the list. */
interface Listed {
  /** A reference; of examples, the name of the scene. */
  readonly name: string;
  readonly kind: string;
  readonly path: string;
  /** The folder, or `package`. */
  readonly from: string;
  readonly description: string | null;
  /** Of its own template and of those that it brings in, as `estimateTokens` counts. */
  readonly tokens: { readonly own: number; readonly broughtIn: number } | null;
  /** The first 12 characters of the hash over all that goes into it; null when it cannot be read. */
  readonly closure: string | null;
  readonly bringsIn: readonly string[];
  /** Which render it. */
  readonly suites: readonly string[];
  readonly problems: readonly Problem[];
}

/** What `--json` prints. */
interface List {
  readonly folder: string;
  readonly prompts: readonly Listed[];
  readonly fragments: readonly Listed[];
  readonly fewShot: readonly Listed[];
}

interface Listing {
  readonly folder: string;
  readonly users: ReadonlyMap<string, readonly string[]>;
}

function listOf({ templates, rubrics, scenes }: PromptsFolder, listing: Listing): List {
  const listed = templates.map((one) => listedTemplate(one, listing));
  return {
    folder: listing.folder,
    prompts: [
      ...listed.filter((_, i) => templates[i]?.kind !== "fragment"),
      ...rubrics.map((one) => ({
        ...common(one, one.reference, listing),
        kind: "rubric",
        description: one.dimension?.meaning ?? null,
        closure: one.dimension?.hash.slice(0, 12) ?? null,
      })),
    ],
    fragments: listed.filter((_, i) => templates[i]?.kind === "fragment"),
    fewShot: scenes.map((one) => ({
      ...common(one, one.name, listing),
      kind: "examples",
      description: `${one.examples.length} ${one.examples.length === 1 ? "example" : "examples"}`,
    })),
  };
}

function listedTemplate(one: TemplateEntry, listing: Listing): Listed {
  const { closure, kind, reference } = one;
  const front = closure?.root.front;
  return {
    ...common(one, reference, listing),
    kind: kind === "fragment" ? (front?.kind ?? kind) : kind,
    description: front?.description ?? null,
    tokens: closure && tokensOf(closure),
    closure: closure?.hash.slice(0, 12) ?? null,
    bringsIn: closure === null ? [] : [...closure.fragments.keys(), ...[...closure.scenes.keys()].map(fewShotFile)],
  };
}

function fewShotFile(scene: string): string {
  return `few-shot/${scene}`;
}

function common(
  { path, isShipped, problems }: TemplateEntry | RubricEntry | SceneEntry,
  name: string,
  { folder, users }: Listing,
): Omit<Listed, "kind" | "description"> {
  const from = isShipped ? "package" : folder;
  return { name, path, from, tokens: null, closure: null, bringsIn: [], suites: users.get(name) ?? [], problems };
}

function formatList({ prompts, fragments, fewShot }: List): string {
  const blocks = [tableOf("prompt", prompts), tableOf("fragment", fragments), tableOf("few-shot", fewShot)];
  const text = blocks.filter((lines) => lines.length > 0).map((lines) => lines.map((line) => showControls(line)));
  return `${text.map((lines) => lines.join("\n")).join("\n\n")}\n`;
}

function tableOf(title: string, listed: readonly Listed[]): readonly string[] {
  if (listed.length === 0) return [];
  const head = [title, "kind", "tokens", "closure", "from", "suites", "description"];
  const [first = "", ...rows] = alignColumns([head, ...listed.map(rowOf)]);
  return [first, ...rows.flatMap((row, i) => [row, ...linesBelow(listed[i])])];
}

function rowOf({ name, kind, tokens, closure, from, suites, description }: Listed): readonly string[] {
  const cost = tokens === null ? "–" : [tokens.own, ...(tokens.broughtIn > 0 ? [tokens.broughtIn] : [])].join(" + ");
  return [name, kind, cost, closure ?? "–", from, suites.join(", ") || "–", description ?? ""];
}

function linesBelow(listed: Listed | undefined): readonly string[] {
  if (listed === undefined) return [];
  const { bringsIn, problems } = listed;
  return [
    ...(bringsIn.length === 0 ? [] : [`  brings in ${bringsIn.join(", ")}`]),
    ...problems.map(({ code, what, at = "" }) => `  wrong: ${what} [${code}] ${at}`.trimEnd()),
  ];
}
