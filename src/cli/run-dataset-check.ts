import { stat } from "node:fs/promises";
import { resolve } from "node:path";
import { loadConfig, showPath } from "../config/index.ts";
import { exitCodes, formatProblem, InputError, type Problem, showControls } from "../core/index.ts";
import { checkDataset, type DatasetCheck, readDataset, type StaleEntry } from "../dataset/index.ts";
import { formatJson } from "../record/index.ts";

/** What `touchstone dataset check` was asked for. */
export interface DatasetCheckRequest {
  readonly names: readonly string[];
  readonly config?: string;
  readonly json?: boolean;
}

/** What became of one folder: what was counted, or what is wrong with its files. */
interface Checked {
  readonly folder: string;
  readonly check: DatasetCheck | null;
  readonly problems: readonly Problem[];
}

/**
 * Checks datasets and prints what is in them. Returns the exit code.
 *
 * @throws InputError for a name that is neither a folder nor a suite.
 */
export async function runDatasetCheck({ names, config, json = false }: DatasetCheckRequest): Promise<number> {
  const checked: Checked[] = [];
  for (const folder of await foldersOf(names, config)) checked.push(await checkFolder(folder));
  process.stdout.write(
    json ? formatJson({ datasets: checked.map(machineCheck) }) : checked.map(formatCheck).join("\n"),
  );
  const isClean = checked.every(({ check }) => check?.stale.length === 0);
  return isClean ? exitCodes.done : exitCodes.wrongInput;
}

/** The folders that are meant, each once: a name that is a folder on disk, and else the dataset of that suite. */
async function foldersOf(names: readonly string[], config: string | undefined): Promise<readonly string[]> {
  const isFolder = await Promise.all(names.map(async (name) => (await stat(name).catch(() => null))?.isDirectory()));
  const suites = names.filter((_, i) => isFolder[i] !== true);
  const folders = names.filter((_, i) => isFolder[i] === true).map((name) => resolve(name));
  if (names.length > 0 && suites.length === 0) return [...new Set(folders)];
  const loaded = await loadConfig({ path: config, flags: { suites }, expandsVariables: false });
  return [...new Set([...folders, ...loaded.suites.map(({ dataset }) => dataset)])];
}

async function checkFolder(path: string): Promise<Checked> {
  const folder = showPath(path, process.cwd());
  try {
    return { folder, check: checkDataset(await readDataset(path)), problems: [] };
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    return { folder, check: null, problems: error.problems };
  }
}

function machineCheck({ folder, check, problems }: Checked): Record<string, unknown> {
  return { folder, ...check, problems };
}

function formatCheck({ folder, check, problems }: Checked): string {
  if (check === null) return `${folder}: wrong\n${problems.map((problem) => `${formatProblem(problem)}\n`).join("")}`;
  const lines = [
    `${check.name} (${folder}): ${countOf(check.cases, "case")}, ${countOf(check.documents, "document")}`,
    `  gold: ${goldCounts(check)}`,
    `  unanswerable: ${check.unanswerable}`,
    ...check.notes.map((note) => `  note: ${note}`),
    `  ${quarantineLine(check)}`,
  ];
  return [...lines.map((line) => showControls(line)), ...check.stale.map(formatStale), ""].join("\n");
}

const formNames = {
  ids: "by ids",
  graded: "by graded ids",
  alternatives: "by alternatives",
  spans: "by quotations or offsets",
  none: "without gold",
} as const satisfies Record<keyof DatasetCheck["gold"], string>;

function goldCounts({ gold }: DatasetCheck): string {
  const forms = Object.keys(formNames) as (keyof typeof formNames)[];
  return forms.flatMap((form) => (gold[form] === 0 ? [] : [`${gold[form]} ${formNames[form]}`])).join(", ");
}

function quarantineLine({ cases, gold, documents, quarantined }: DatasetCheck): string {
  if (documents === 0) return "there is no corpus in which gold could be looked up";
  const labelled = cases - gold.none;
  if (quarantined === 0) return "all gold stands in the corpus";
  return `quarantined: ${quarantined} of ${countOf(labelled, "case")} with gold, since it does not stand in the corpus`;
}

/** One problem in the form of all others, with the case and what may be meant. */
function formatStale({ caseId, nearest, ...problem }: StaleEntry): string {
  const proposal =
    nearest === null
      ? "nothing in the corpus is like it"
      : `\`${nearest.doc}\` ${nearest.start}-${nearest.end}, similarity ${nearest.similarity.toFixed(3)}: “${shorten(nearest.text)}”`;
  return `${formatProblem(problem)}\n${showControls(`  case: \`${caseId}\``)}\n${showControls(`  nearest: ${proposal}`)}`;
}

function shorten(text: string): string {
  const line = text.replace(/\s+/g, " ");
  return line.length > 160 ? `${line.slice(0, 160)}…` : line;
}

function countOf(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}
