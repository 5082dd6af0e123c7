import { comparePrompts, type PromptPair } from "../compare-prompts.ts";
import { type Flags, loadConfig } from "../config/index.ts";
import { exitCodes, InputError } from "../core/index.ts";
import { formatJson } from "../record/index.ts";
import { machineResult } from "../report/index.ts";
import { choosePromptSuite } from "./choose-prompt-suite.ts";
import { listenForInterruption } from "./interruption.ts";
import { checkOutputs, writeOutputs } from "./outputs.ts";
import { runLong } from "./run-long.ts";
import { formatOutcome } from "./terminal-table.ts";

/** The flags of `touchstone compare` as they were typed. */
export interface CompareRequest extends Omit<Flags, "suites" | "prompt"> {
  readonly suite: string | undefined;
  readonly config?: string;
  readonly prompt?: readonly string[];
  readonly output?: readonly string[];
  readonly json?: boolean;
}

/** Compares two prompts from the command line. Returns the exit code. */
export async function runCompare(request: CompareRequest): Promise<number> {
  const { suite, config: path, prompt, output = [], json = false, ...flags } = request;
  const pair = pairOf(prompt);
  const wanted = suite === undefined ? [] : [suite];
  const config = choosePromptSuite(await loadConfig({ path, flags: { ...flags, suites: wanted } }));
  await checkOutputs(output, 1);
  const { signal, stop } = listenForInterruption();
  try {
    const outcome = await runLong({ json, signal }, (options) => comparePrompts(config, pair, options));
    process.stdout.write(
      json ? formatJson(machineResult(outcome, { report: outcome.report })) : `${formatOutcome(outcome)}\n`,
    );
    await writeOutputs(output, [outcome]);
    return signal.aborted ? exitCodes.interrupted : outcome.exitCode;
  } finally {
    stop();
  }
}

function pairOf(prompts: readonly string[] = []): PromptPair {
  const [before, after] = prompts;
  if (prompts.length === 2 && before !== undefined && after !== undefined) return [before, after];
  throw new InputError({
    code: "flag-prompt-pair",
    what: `two prompts are compared, and ${prompts.length} ${prompts.length === 1 ? "is" : "are"} given`,
    at: "flag --prompt",
    fix: "write `--prompt rag/answer@v2 --prompt rag/answer@v3`",
  });
}
