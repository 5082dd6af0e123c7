import { exitCodes, InputError, showControls } from "../core/index.ts";
import {
  type Prompt,
  type PromptsFolder,
  type Rendered,
  readPromptsFolder,
  type TemplateEntry,
} from "../prompts/index.ts";
import { compareMessages, formatCompared } from "./diff-prompts.ts";
import { watchFiles } from "./file-watch.ts";
import { formatRendered } from "./format-rendered.ts";
import { listenForInterruption } from "./interruption.ts";
import { loadFor, openPromptsProject, purposeOf, type ViewFlags } from "./prompts-project.ts";
import { renderExamples } from "./run-prompts-render.ts";

/** A version of a prompt that was good when it was saved. */
interface Good {
  readonly prompt: Prompt;
  /** With the examples of its inputs; null when those cannot be used. */
  readonly rendered: Rendered | null;
}

/** What is known of one prompt. */
interface Known {
  /** Undefined: there was none yet. */
  readonly good: Good | undefined;
  /** What is wrong with the last save or with its examples; empty when nothing is. */
  readonly trouble: string;
}

/**
 * Checks and renders a prompt, or each of the project's own, whenever the prompts folder
 * changes, until Ctrl-C. A broken save keeps the last good version. Returns the exit code.
 *
 * @throws InputError when the configuration is wrong.
 */
export async function runPromptsWatch(reference: string | undefined, flags: ViewFlags): Promise<number> {
  const project = await openPromptsProject(flags);
  const { signal, stop } = listenForInterruption();
  const watch = await watchFiles([project.folder]);
  const known = new Map<string, Known>();
  const refresh = (): void => {
    const { templates } = readPromptsFolder(project.folder);
    for (const one of reference === undefined ? ownPrompts(templates, [...known.keys()]) : [reference]) {
      const before = known.get(one);
      const now = check(one, { before, folder: project.folder, purpose: purposeOf(one, { project, templates }) });
      known.set(one, now);
      const lines = before === undefined ? introduce(one, now, reference !== undefined) : tellChange(one, before, now);
      if (lines.length > 0) process.stdout.write(`${lines.join("\n")}\n`);
    }
  };
  try {
    refresh();
    process.stderr.write("watching; Ctrl-C ends\n");
    while (await watch.next(signal)) refresh();
    return exitCodes.interrupted;
  } finally {
    stop();
    await watch.close();
  }
}

/** Those of the project that are no fragments, and those that were there before: one that is gone is told. */
function ownPrompts(templates: PromptsFolder["templates"], before: readonly string[]): readonly string[] {
  const own = templates.filter(({ isShipped, kind }) => !isShipped && kind !== "fragment");
  return [...new Set([...own.map(({ reference }) => reference), ...before])];
}

function check(
  reference: string,
  {
    before,
    folder,
    purpose,
  }: { readonly before: Known | undefined; readonly folder: string; readonly purpose: TemplateEntry["kind"] },
): Known {
  let prompt: Prompt;
  try {
    prompt = loadFor(purpose, folder, reference);
  } catch (error) {
    return { good: before?.good, trouble: messageOf(error) };
  }
  try {
    return { good: { prompt, rendered: renderExamples(prompt) }, trouble: "" };
  } catch (error) {
    return { good: { prompt, rendered: null }, trouble: messageOf(error) };
  }
}

function messageOf(error: unknown): string {
  if (!(error instanceof InputError)) throw error;
  return error.message;
}

/** What is told of a prompt that is seen for the first time. */
function introduce(reference: string, { good, trouble }: Known, isWhole: boolean): readonly string[] {
  const state =
    good === undefined ? `${reference}: broken, and there is no good version yet` : stateOf(reference, good);
  const messages = isWhole && good?.rendered ? formatRendered(good.rendered, { sources: false }) : [];
  const lines = [state, ...(trouble === "" ? [] : [trouble]), ...messages];
  return lines.map((line) => showControls(line, { keepsLines: true }));
}

/** What is told of a change; nothing, when there is none. */
function tellChange(reference: string, before: Known, now: Known): readonly string[] {
  const isSame = now.trouble === before.trouble && now.good?.prompt.hash === before.good?.prompt.hash;
  if (isSame) return [];
  if (now.good === before.good) return keptLines(reference, now);
  if (now.good === undefined) return [];
  const messages =
    before.good?.rendered && now.good.rendered
      ? formatCompared(compareMessages(before.good.rendered, now.good.rendered))
      : [];
  return ["", stateOf(reference, now.good), ...(now.trouble === "" ? [] : [now.trouble]), ...messages];
}

function keptLines(reference: string, { good, trouble }: Known): readonly string[] {
  const kept =
    good === undefined
      ? `${reference}: broken, and there is no good version yet`
      : `${reference}: this save is broken; the last good version is kept, closure ${good.prompt.hash.slice(0, 12)}`;
  return ["", kept, trouble];
}

function stateOf(reference: string, { prompt, rendered }: Good): string {
  const tokens = rendered === null ? "not rendered" : `${rendered.tokens} tokens with its examples`;
  return `${reference}: good, closure ${prompt.hash.slice(0, 12)}, ${tokens}`;
}
