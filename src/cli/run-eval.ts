import { resolve } from "node:path";
import { type Affected, findAffected } from "../affected.ts";
import { type Config, type Flags, loadConfig, type SuiteConfig } from "../config/index.ts";
import { exitCodes, InputError, throwIfAny } from "../core/index.ts";
import { evaluate, type ResumedRun, type SuiteOutcome } from "../evaluate.ts";
import { readRun, runFolderOf } from "../record/index.ts";
import { type Estimate, type Limits, openFleet } from "../run/index.ts";
import { askConsent } from "./ask-consent.ts";
import { listenForInterruption } from "./interruption.ts";
import { checkOutputs, writeOutputs } from "./outputs.ts";
import { printOutcomes } from "./print-outcomes.ts";
import { runLong } from "./run-long.ts";

/** The flags of `touchstone eval` as they were typed. */
export interface EvalRequest extends Flags {
  readonly config?: string;
  readonly output?: readonly string[];
  readonly json?: boolean;
  readonly changed?: boolean;
  readonly since?: string;
  readonly resume?: string;
  readonly retryErrors?: boolean;
  readonly maxCalls?: string;
  readonly maxTokens?: string;
  readonly yes?: boolean;
  readonly maxCost?: string;
  readonly maxDuration?: string;
  readonly bail?: string;
  readonly queue?: string;
}

/** Runs suites from the command line. Returns the exit code. */
export async function runEval(request: EvalRequest): Promise<number> {
  const interruption = listenForInterruption();
  try {
    const resume = await resumedRun(request);
    const config = await configOf(resume === undefined ? request : { ...request, suites: [resume.manifest.suite] });
    if (config === null) return exitCodes.done;
    return await runSuites(config, { request, resume, ...interruption });
  } finally {
    interruption.stop();
  }
}

/** The run that is gone on with, where one is named. */
async function resumedRun({
  resume: path,
  retryErrors = false,
  suites = [],
}: EvalRequest): Promise<ResumedRun | undefined> {
  if (path === undefined) {
    if (!retryErrors) return undefined;
    const what = "`--retry-errors` tries again what failed in a run, and names none";
    throw new InputError({ code: "flag-resume", what, at: "flag --retry-errors", fix: "add `--resume <run>`" });
  }
  const record = await readRun(path);
  const { suite } = record.manifest;
  if (suites.some((name) => name !== suite)) {
    const what = `the run is of the suite \`${suite}\``;
    throw new InputError({ code: "flag-resume", what, at: "flag --resume", fix: "leave out the other suites" });
  }
  return { ...record, folder: resolve(await runFolderOf(path)), retriesErrors: retryErrors };
}

/** What is asked for: all, or the suites and cases that changes touch; null when there are none. */
async function configOf(request: EvalRequest): Promise<Config | null> {
  const { changed = false, since, config: path, json = false } = request;
  if (!changed) {
    if (since === undefined) return await loadConfig({ path, flags: request });
    const what = "`--since` says since when, and nothing asks for what changed";
    throw new InputError({ code: "flag-since", what, at: "flag --since", fix: "add `--changed`" });
  }
  // Keys are asked for only where something runs.
  const all = await loadConfig({ path, flags: request, expandsVariables: false });
  const affected = await findAffected(all, { since, configFile: resolve(path ?? "touchstone.yaml") });
  const commit = affected.since.slice(0, 12);
  if (affected.suites.length === 0) {
    process.stdout.write(json ? "[]\n" : `nothing that changed since ${commit} touches a suite\n`);
    return null;
  }
  const suites = affected.suites.map(({ suite }) => suite);
  const config = await loadConfig({ path, flags: { ...request, suites } });
  return { ...config, suites: config.suites.map((suite) => narrow(suite, { affected, commit })) };
}

/** A suite of which only cases changed runs those. */
function narrow(
  suite: SuiteConfig,
  { affected, commit }: { readonly affected: Affected; readonly commit: string },
): SuiteConfig {
  const cases = affected.suites.find((one) => one.suite === suite.name)?.cases ?? null;
  if (cases === null) return suite;
  const only = { ids: new Set(cases), why: `changed since ${commit}` };
  return { ...suite, selection: { ...suite.selection, only } };
}

/** Runs the suites of a configuration once. Returns the exit code. */
export async function runSuites(
  config: Config,
  {
    request,
    resume,
    signal,
  }: { readonly request: EvalRequest; readonly resume?: ResumedRun | undefined; readonly signal: AbortSignal },
): Promise<number> {
  checkBaselineFlag(request, config);
  await checkOutputs(request.output ?? [], config.suites.length);
  const { json = false, output = [] } = request;
  const limits = limitsOf(request);
  const fleet = request.queue === undefined ? undefined : await openFleet(request.queue, { flags: request, tell });
  let isWanted = true;
  const confirm = async (estimate: Estimate): Promise<boolean> => {
    isWanted = await askConsent(estimate, { askAboveUsd: config.askAboveUsd, isAsked: !json && request.yes !== true });
    return isWanted;
  };
  const more = {
    limits,
    confirm,
    ...(resume === undefined ? {} : { resume }),
    ...(fleet === undefined ? {} : { fleet }),
  };
  const outcomes = await runLong({ json, signal }, (options) => evaluate(config, { ...options, ...more })).finally(() =>
    fleet?.close(),
  );
  if (!isWanted) {
    process.stderr.write("nothing was sent and nothing was paid\n");
    return exitCodes.interrupted;
  }
  printOutcomes(outcomes, json);
  await writeOutputs(output, outcomes);
  tellResume(outcomes);
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

function tell(line: string): void {
  process.stderr.write(`${line}\n`);
}

const wholeNumber = /^[1-9]\d{0,14}$/;
const amount = /^(?!0*\.?0*$)\d{1,9}(\.\d{1,6})?$/;

/** Each limit with its flag and how it is written. */
const limitFlags = {
  calls: { flag: "--max-calls", form: wholeNumber },
  tokens: { flag: "--max-tokens", form: wholeNumber },
  costUsd: { flag: "--max-cost", form: amount },
  seconds: { flag: "--max-duration", form: wholeNumber },
  errors: { flag: "--bail", form: wholeNumber },
} as const;

function limitsOf({ maxCalls, maxTokens, maxCost, maxDuration, bail }: EvalRequest): Limits {
  const given = { calls: maxCalls, tokens: maxTokens, costUsd: maxCost, seconds: maxDuration, errors: bail };
  const set = Object.entries(given).flatMap(([key, value]) =>
    value === undefined ? [] : [{ key, value, ...limitFlags[key as keyof typeof given] }],
  );
  throwIfAny(
    set
      .filter(({ value, form }) => !form.test(value))
      .map(({ value, flag, form }) => ({
        code: "flag-limit",
        what: `\`${value}\` is not ${form === amount ? "an amount of US dollars above 0" : "a whole number, 1 or more"}`,
        at: `flag ${flag}`,
        fix: "write, for example, `--max-calls 500`, `--max-cost 2.5` or `--max-duration 600`",
      })),
  );
  return Object.fromEntries(set.map(({ key, value }) => [key, Number(value)]));
}

/** What was reached is kept: nothing of it has to be paid for again. */
function tellResume(outcomes: readonly SuiteOutcome[]): void {
  for (const { folder, summary } of outcomes.filter((outcome) => outcome.summary.status === "incomplete"))
    process.stderr.write(
      `go on with \`touchstone eval --resume ${folder}\`, and the flags of this run (${summary.suite})\n`,
    );
}

/** A failed gate outweighs what could not be decided: somebody has to look at it first. */
function worstOf(outcomes: readonly SuiteOutcome[]): number {
  const codes = new Set(outcomes.map((outcome) => outcome.exitCode));
  const order = [exitCodes.interrupted, exitCodes.failed, exitCodes.undecided];
  return order.find((code) => codes.has(code)) ?? exitCodes.done;
}
