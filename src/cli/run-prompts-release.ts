import { showPath } from "../config/index.ts";
import { InputError, type Problem, throwIfAny } from "../core/index.ts";
import {
  hashFiles,
  helpersVersion,
  type LockEntry,
  loadDimension,
  lockPath,
  type PromptsFolder,
  readPromptsFolder,
  releasePrompts,
} from "../prompts/index.ts";
import { writeWhole } from "../record/index.ts";
import { loadFor, openPromptsProject, type PromptsProject, purposeOf, type ViewFlags } from "./prompts-project.ts";

/** Releases prompts and rubrics: `touchstone prompts release`. */
export async function runPromptsRelease(references: readonly string[], flags: ViewFlags): Promise<void> {
  const project = await openPromptsProject(flags);
  const { folder, config } = project;
  const read = readPromptsFolder(folder);
  const problems: Problem[] = [];
  const entries = new Map<string, LockEntry>();
  for (const reference of references) {
    try {
      entries.set(reference, entryOf(reference, { project, read }));
    } catch (error) {
      if (!(error instanceof InputError)) throw error;
      problems.push(...error.problems);
    }
  }
  throwIfAny(problems);
  const { lock, released, unchanged } = releasePrompts(folder, entries);
  const path = lockPath(folder);
  if (lock !== null) await writeWhole(path, lock);
  const lines = [
    ...released.map((reference) => `${reference} is released, with ${filesOf(entries.get(reference))}`),
    ...unchanged.map((reference) => `${reference} was released already, and is as it was`),
    ...(lock === null ? [] : [`written: ${showPath(path, config.root)}`]),
  ];
  process.stdout.write(`${lines.join("\n")}\n`);
}

function filesOf(entry: LockEntry | undefined): string {
  const count = Object.keys(entry?.files ?? {}).length;
  return count === 1 ? "its one file" : `${count} files`;
}

interface Looked {
  readonly project: PromptsProject;
  readonly read: PromptsFolder;
}

/** What a prompt consists of, once it has passed every check. */
function entryOf(reference: string, { project, read }: Looked): LockEntry {
  const { folder } = project;
  const rubric = read.rubrics.find((one) => one.reference === reference);
  const template = read.templates.find((one) => one.reference === reference);
  refuseForeign(reference, {
    isShipped: (rubric ?? template)?.isShipped === true,
    isFragment: template?.kind === "fragment",
  });
  if (rubric !== undefined) {
    const files = { [`${reference.replace("@", ".")}.yaml`]: loadDimension(folder, reference).hash };
    return { hash: hashFiles(files, helpersVersion), helpers: helpersVersion, files };
  }
  // Says what is wrong with a reference that is none.
  const { hash, closure } = loadFor(purposeOf(reference, { project, templates: read.templates }), folder, reference);
  return { hash, helpers: helpersVersion, files: closure.files };
}

function refuseForeign(
  reference: string,
  { isShipped, isFragment }: { readonly isShipped: boolean; readonly isFragment: boolean },
): void {
  if (isShipped) {
    const what = `\`${reference}\` comes with touchstone, and is released with it`;
    throw new InputError({
      code: "prompt-release",
      what,
      fix: "copy it into your prompts folder to have one of your own",
    });
  }
  if (isFragment) {
    const what = `\`${reference}\` is a fragment, which is released with the prompts that bring it in`;
    throw new InputError({ code: "prompt-release", what, fix: "release a prompt" });
  }
}
