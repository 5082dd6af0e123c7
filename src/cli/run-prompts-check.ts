import { showPath } from "../config/index.ts";
import { exitCodes, formatProblem, type Problem, showControls } from "../core/index.ts";
import {
  createLibrary,
  draftsAmong,
  findReleasedChanges,
  type PromptsFolder,
  readLock,
  readPromptsFolder,
  type TemplateEntry,
} from "../prompts/index.ts";
import { formatJson } from "../record/index.ts";
import { countOf } from "../report/index.ts";
import { checkFor, openPromptsProject, type PromptsProject, purposeOf } from "./prompts-project.ts";

/** The flags of `touchstone prompts check`. */
export interface CheckFlags {
  readonly config?: string;
  readonly suite?: string;
  readonly json?: boolean;
  readonly github?: boolean;
}

/** What a check found. */
interface Checked {
  readonly folder: string;
  readonly prompts: number;
  readonly fragments: number;
  readonly rubrics: number;
  readonly released: number;
  /** References that are not released. */
  readonly drafts: readonly string[];
  readonly problems: readonly Problem[];
}

/** Checks the prompts of a project: `touchstone prompts check`. Returns the exit code. */
export async function runPromptsCheck({ json = false, github = false, ...flags }: CheckFlags): Promise<number> {
  const checked = check(await openPromptsProject(flags));
  const text = json ? formatJson(withPlaces(checked)) : github ? formatAnnotations(checked) : formatText(checked);
  process.stdout.write(text);
  return checked.problems.length === 0 ? exitCodes.done : exitCodes.wrongInput;
}

function check(project: PromptsProject): Checked {
  const { folder, config } = project;
  const library = createLibrary(folder);
  const { templates, rubrics, scenes } = ownOf(readPromptsFolder(folder, library));
  const prompts = templates.filter(({ kind }) => kind !== "fragment");
  const all = [
    ...[...templates, ...rubrics, ...scenes].flatMap(({ problems }) => problems),
    ...prompts.flatMap((entry) => staticProblems(entry, { project, templates, library })),
    ...findReleasedChanges(folder),
  ];
  return {
    folder: showPath(folder, config.root),
    prompts: prompts.length,
    fragments: templates.length - prompts.length,
    rubrics: rubrics.length,
    released: readLock(folder).size,
    drafts: draftsAmong(
      [...prompts, ...rubrics].map(({ reference }) => reference),
      folder,
    ),
    // A fragment is read for every prompt that brings it in.
    problems: [...new Map(all.map((problem) => [JSON.stringify(problem), problem])).values()],
  };
}

/** What is the project's own: what ships with the package is checked there. */
function ownOf({ templates, rubrics, scenes }: PromptsFolder): PromptsFolder {
  return {
    templates: templates.filter(({ isShipped }) => !isShipped),
    rubrics: rubrics.filter(({ isShipped }) => !isShipped),
    scenes: scenes.filter(({ isShipped }) => !isShipped),
  };
}

function staticProblems(
  { reference, problems }: TemplateEntry,
  looked: Pick<PromptsFolder, "templates"> & {
    readonly project: PromptsProject;
    readonly library: ReturnType<typeof createLibrary>;
  },
): readonly Problem[] {
  // What cannot be read is told already.
  return problems.length > 0 ? [] : checkFor(purposeOf(reference, looked), reference, looked);
}

function formatText(checked: Checked): string {
  const { folder, prompts, fragments, rubrics, released, drafts, problems } = checked;
  const counts = `${folder}: ${countOf(prompts, "prompt")}, ${countOf(fragments, "fragment")}, ${countOf(rubrics, "rubric")}; ${released} released`;
  const lines = [
    counts,
    ...(drafts.length === 0 ? [] : [`drafts, free to change: ${namesOf(drafts)}`]),
    ...(problems.length === 0 ? ["nothing is wrong"] : problems.map(formatProblem)),
  ];
  return `${lines.map((line) => showControls(line, { keepsLines: true })).join("\n")}\n`;
}

/** A folder may hold hundreds; JSON has them all. */
function namesOf(references: readonly string[]): string {
  const shown = references.slice(0, 10).join(", ");
  return references.length > 10 ? `${shown} and ${references.length - 10} more` : shown;
}

/** Where a problem is, taken apart: `prompts/rag/answer.v1.hbs:12:3`. */
function placeOf(at = ""): { readonly file?: string; readonly line?: number; readonly column?: number } {
  const [, file = "", line, column] = /^(.*?)(?::(\d+))?(?::(\d+))?$/s.exec(at) ?? [];
  return {
    ...(file === "" ? {} : { file }),
    ...(line === undefined ? {} : { line: Number(line) }),
    ...(column === undefined ? {} : { column: Number(column) }),
  };
}

function withPlaces({ problems, ...checked }: Checked): object {
  return { ...checked, problems: problems.map(({ at, ...problem }) => ({ ...problem, ...placeOf(at) })) };
}

/** Workflow commands of GitHub Actions, which show as notes in the files of a pull request. */
function formatAnnotations({ problems }: Checked): string {
  return problems.map((problem) => `${annotationOf(problem)}\n`).join("");
}

function annotationOf({ code, what, at, why, fix }: Problem): string {
  const { file, line, column } = placeOf(at);
  const properties = Object.entries({ file, line, col: column, title: code }).flatMap(([key, value]) =>
    value === undefined ? [] : [`${key}=${escapeProperty(String(value))}`],
  );
  const text = [what, ...(why === undefined ? [] : [`why: ${why}`]), `fix: ${fix}`].join("\n");
  return `::error ${properties.join(",")}::${escapeCommand(text)}`;
}

function escapeCommand(text: string): string {
  return text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
}

function escapeProperty(text: string): string {
  return escapeCommand(text).replaceAll(":", "%3A").replaceAll(",", "%2C");
}
