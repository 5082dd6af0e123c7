import { type Config, type Flags, loadConfig } from "../config/index.ts";
import { exitCodes, InputError } from "../core/index.ts";
import { evaluate, type SuiteOutcome } from "../evaluate.ts";
import { formatJson } from "../record/index.ts";
import { machineResult } from "../report/index.ts";
import { listenForInterruption } from "./interruption.ts";
import { checkOutputs, writeOutputs } from "./outputs.ts";
import { runLong } from "./run-long.ts";
import { formatOutcome } from "./terminal-table.ts";

/** The flags of `touchstone eval` as they were typed. */
export interface EvalRequest extends Flags {
  readonly config?: string;
  readonly output?: readonly string[];
  readonly json?: boolean;
}

/** Runs suites from the command line. Returns the exit code. */
export async function runEval(request: EvalRequest): Promise<number> {
  const interruption = listenForInterruption();
  try {
    return await runSuites(await loadConfig({ path: request.config, flags: request }), { request, ...interruption });
  } finally {
    interruption.stop();
  }
}

/** Runs the suites of a configuration once. Returns the exit code. */
export async function runSuites(
  config: Config,
  { request, signal }: { readonly request: EvalRequest; readonly signal: AbortSignal },
): Promise<number> {
  checkBaselineFlag(request, config);
  await checkOutputs(request.output ?? [], config.suites.length);
  const { json = false, output = [] } = request;
  const outcomes = await runLong({ json, signal }, (options) => evaluate(config, options));
  print(outcomes, json);
  await writeOutputs(output, outcomes);
  return signal.aborted ? exitCodes.interrupted : worstOf(outcomes);
}

/** A baseline that was named for several suites, or together with its own update, would compare the wrong things. */
function checkBaselineFlag(request: EvalRequest, config: Config): void {
  if (request.baseline === undefined || config.suites.length === 1) return;
  throw new InputError({
    code: "flag-baseline-many-suites",
    what: `one baseline was given for ${config.suites.length} suites`,
    at: "flag --baseline",
    fix: `name the suite that it belongs to: \`touchstone eval ${config.suites[0]?.name ?? "<suite>"} --baseline ${request.baseline}\``,
  });
}

function print(outcomes: readonly SuiteOutcome[], json: boolean): void {
  if (json) {
    const results = outcomes.map((outcome) => machineResult(outcome, { report: outcome.report }));
    process.stdout.write(formatJson(results.length === 1 ? results[0] : results));
  } else {
    process.stdout.write(outcomes.map((outcome) => `${formatOutcome(outcome)}\n`).join(""));
  }
}

/** A failed gate outweighs what could not be decided: somebody has to look at it first. */
function worstOf(outcomes: readonly SuiteOutcome[]): number {
  const codes = new Set(outcomes.map((outcome) => outcome.exitCode));
  const order = [exitCodes.interrupted, exitCodes.failed, exitCodes.undecided];
  return order.find((code) => codes.has(code)) ?? exitCodes.done;
}
