import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, dirname, join, relative, sep } from "node:path";
import { type Config, changedSuites, type SuiteConfig, showPath } from "./config/index.ts";
import { InputError } from "./core/index.ts";
import { hashCase, hashReviewed, readDataset } from "./dataset/index.ts";
import { type PromptsFolder, readPromptsFolder } from "./prompts/index.ts";
import { type GitChanges, readGitChanges } from "./record/index.ts";
import { promptsOf } from "./run/index.ts";

/** A suite that a change touches. */
export interface AffectedSuite {
  readonly suite: string;
  /** What of it changed, in words. */
  readonly why: readonly string[];
  /** Ids of the cases that changed, where nothing else did; null: all cases. */
  readonly cases: readonly string[] | null;
}

/** What the changes since a commit touch. */
export interface Affected {
  /** The commit. */
  readonly since: string;
  /** Prompts and rubrics of the project, by reference, that changed or bring in what did. */
  readonly prompts: readonly string[];
  readonly suites: readonly AffectedSuite[];
}

/** What changes are looked for from. */
export interface AffectedOptions {
  /** A commit, branch or tag; by default where this branch left the main one. */
  readonly since?: string | undefined;
  /** Absolute path of the configuration. */
  readonly configFile: string;
}

/**
 * The prompts, suites and cases that the changes since a commit touch, uncommitted ones
 * included. What a module or a metric imports is not looked at, and a change outside of this
 * checkout, such as another model behind the same name, cannot be seen.
 *
 * @throws InputError outside of a git checkout, and when there is no such revision.
 */
export async function findAffected(config: Config, { since, configFile }: AffectedOptions): Promise<Affected> {
  const changes = await readGitChanges(config.root, since);
  const folders = new Map<string, ReadonlySet<string>>();
  for (const folder of new Set(config.suites.map(({ prompts }) => prompts)))
    folders.set(folder, affectedPrompts(folder, changes));
  const settings = await changedSettings(configFile, changes);
  const suites: AffectedSuite[] = [];
  for (const suite of config.suites) {
    const found = await affectedSuite(suite, {
      config,
      changes,
      settings,
      prompts: folders.get(suite.prompts) ?? new Set(),
    });
    if (found !== null) suites.push(found);
  }
  return {
    since: changes.since,
    prompts: [...new Set([...folders.values()].flatMap((one) => [...one]))].sort(),
    suites,
  };
}

function affectedPrompts(folder: string, { files }: GitChanges): ReadonlySet<string> {
  const changed = new Set(files.map((file) => relative(folder, file).split(sep).join("/")));
  const { templates }: PromptsFolder = readPromptsFolder(folder);
  return new Set([
    // Those that are gone too: a suite that names one cannot run any more.
    ...[...changed].flatMap((file) => referenceOf(file) ?? []),
    ...templates
      // One that cannot be read whole may lack what was taken away.
      .filter(
        (one) => one.problems.length > 0 || Object.keys(one.closure?.files ?? {}).some((file) => changed.has(file)),
      )
      .map(({ reference }) => reference),
  ]);
}

/** `rag/answer@v1` for the file `rag/answer.v1.hbs` of a prompts folder, or of a rubric. */
function referenceOf(file: string): string | undefined {
  const [, name, version] = /^((?!\.\.\/).+)\.(v\d+)\.(?:hbs|yaml)$/.exec(file) ?? [];
  return name === undefined ? undefined : `${name}@${version}`;
}

/** The suites whose settings changed; null: all of them. */
async function changedSettings(configFile: string, changes: GitChanges): Promise<readonly string[] | null> {
  if (!changes.files.includes(configFile)) return [];
  const before = await changes.textThen(configFile);
  return before === null ? null : changedSuites(before, await readFile(configFile, "utf8"));
}

interface Surroundings {
  readonly config: Config;
  readonly changes: GitChanges;
  readonly settings: readonly string[] | null;
  readonly prompts: ReadonlySet<string>;
}

async function affectedSuite(suite: SuiteConfig, surroundings: Surroundings): Promise<AffectedSuite | null> {
  const { config, changes, settings, prompts } = surroundings;
  const why = [
    ...(settings === null || settings.includes(suite.name) ? ["its settings"] : []),
    ...Object.values(promptsOf(suite))
      .flat()
      .filter((reference) => prompts.has(reference)),
    ...filesOf(suite)
      .filter((file) => changes.files.includes(file))
      .map((file) => showPath(file, config.root)),
  ];
  const cases = await changedCases(suite.dataset, changes);
  if (why.length > 0 || cases === "all") {
    return { suite: suite.name, why: cases === null ? why : [...why, "its dataset"], cases: null };
  }
  if (cases === null) return null;
  return { suite: suite.name, why: [`${cases.length} ${cases.length === 1 ? "case" : "cases"}`], cases };
}

/** The files that a suite reads beside its dataset and its prompts. */
function filesOf({ target, metricFiles, baseline }: SuiteConfig): readonly string[] {
  const ofTarget = target.kind === "module" || target.kind === "recorded" ? [target.file] : [];
  return [...ofTarget, ...metricFiles, baseline];
}

/** Ids of the cases that are new or other, `all` where more than cases changed, null where nothing did. */
async function changedCases(dataset: string, changes: GitChanges): Promise<readonly string[] | "all" | null> {
  const touched = changes.files.filter((file) => file.startsWith(dataset + sep));
  if (touched.length === 0) return null;
  if (!touched.every((file) => holdsCases(dataset, file))) return "all";
  const before = await hashesThen(dataset, changes);
  const now = await hashesNow(dataset);
  if (before === null || now === null) return "all";
  const isGone = [...before.keys()].some((id) => !now.has(id));
  const ids = [...now].filter(([id, hash]) => before.get(id) !== hash).map(([id]) => id);
  // A case that was taken away moves means, and there is nothing of it to run.
  return isGone ? "all" : ids.length === 0 ? null : ids;
}

function holdsCases(dataset: string, file: string): boolean {
  const folder = dirname(file);
  return folder === dataset ? /^cases\.(jsonl|csv|yaml)$/.test(basename(file)) : folder === join(dataset, "reviews");
}

async function hashesThen(dataset: string, changes: GitChanges): Promise<ReadonlyMap<string, string> | null> {
  const files = (await changes.filesThen(dataset)).filter((file) => holdsCases(dataset, file));
  return await hashesOf(dataset, files, changes.textThen);
}

async function hashesNow(dataset: string): Promise<ReadonlyMap<string, string> | null> {
  const entries = await readdir(dataset, { withFileTypes: true, recursive: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  return await hashesOf(
    dataset,
    files.filter((file) => holdsCases(dataset, file)),
    (file) => readFile(file, "utf8"),
  );
}

/** By id: what each case means. Both times without the corpus, which is the same; null where that cannot be read. */
async function hashesOf(
  dataset: string,
  files: readonly string[],
  textOf: (file: string) => Promise<string | null>,
): Promise<ReadonlyMap<string, string> | null> {
  const copy = await mkdtemp(join(tmpdir(), "touchstone-cases-"));
  try {
    await mkdir(join(copy, "reviews"));
    for (const file of files) await writeFile(join(copy, relative(dataset, file)), (await textOf(file)) ?? "");
    const { cases } = await readDataset(copy);
    return new Map(cases.map((one) => [one.id, `${hashCase(one)} ${hashReviewed(one) ?? ""}`]));
  } catch (error) {
    // What is wrong with it is told when it is run; quotations may be needed from the corpus.
    if (error instanceof InputError) return null;
    throw error;
  } finally {
    await rm(copy, { recursive: true });
  }
}
