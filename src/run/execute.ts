import { setMaxListeners } from "node:events";
import { setImmediate as nextTurn } from "node:timers/promises";
import { type Case, labelsOf } from "../core/index.ts";
import { hashCase, hashReviewed } from "../dataset/index.ts";
import type { JournalEvent, PlannedCase } from "../record/index.ts";
import type { Budget } from "./budget.ts";
import { type CaseRunner, inProcess } from "./case-runner.ts";
import type { Plan } from "./plan.ts";
import { type Progress, ProgressCount } from "./progress.ts";
import { jobKey, nothingRecorded, type Recorded } from "./recorded.ts";
import { type CaseOptions, type Job, whyQuarantined } from "./run-case.ts";

/** What an execution is handed. */
export interface ExecuteOptions extends CaseOptions {
  /** Aborted: no new case is taken, and calls in flight get `graceMs` to finish. */
  readonly signal: AbortSignal;
  readonly onProgress: (progress: Progress) => void;
  /** Used up: no new case is taken, as when the run is aborted. */
  readonly budget: Budget;
  /** Default: this process. */
  readonly runner?: CaseRunner | undefined;
}

/** Calls in flight when the user stops a run may still finish for this long: most model calls do. */
export const graceMs = 5_000;

/** Node's timers hold no more: about 24 days. */
const longestTimer = 2 ** 31 - 1;

/** Runs every case of a plan, as many at once as the suite allows. Whatever fails is an event, never thrown. */
export async function execute(plan: Plan, options: ExecuteOptions): Promise<void> {
  const { clock, signal, budget, recorded = nothingRecorded } = options;
  const { suite, cases } = plan;
  const { runner = inProcess(plan) } = options;
  for (const evalCase of cases.filter(({ id }) => !recorded.planned.has(id))) {
    options.append({ event: "planned", at: clock.now(), repeats: suite.repeat, case: describeCase(evalCase, plan) });
  }
  const progress = new ProgressCount(plan, { ...options, recorded, runner });
  const append = (event: JournalEvent): void => {
    progress.note(event);
    options.append(event);
  };
  const inFlight = new AbortController();
  // One signal serves all calls of a run, and more than ten at once are no leak.
  setMaxListeners(0, inFlight.signal);
  let takesCases = !signal.aborted;
  let graceTimer: NodeJS.Timeout | undefined;
  const stop = (): void => {
    takesCases = false;
    runner.stop();
    graceTimer ??= setTimeout(() => inFlight.abort(), graceMs);
  };
  signal.addEventListener("abort", stop, { once: true });
  let usedUp: string | null = null;
  const spend = (): void => {
    usedUp ??= budget.usedUp(runner.calls(), progress.errors);
    if (usedUp !== null) stop();
  };
  const timeLeft = budget.timeLeftMs;
  const deadline = timeLeft === undefined ? undefined : setTimeout(spend, Math.min(timeLeft, longestTimer));
  const jobs = jobsOf(plan, recorded);
  let fault: unknown;
  const workOff = async (): Promise<void> => {
    for (let next = jobs.next(); takesCases && next.done !== true; next = jobs.next()) {
      const isWell = await runner.run(next.value, { ...options, append, signal: inFlight.signal });
      if (isWell === null) continue;
      progress.end({ isWell });
      spend();
      // A target without a socket would keep the loop to itself: no progress drawn, no Ctrl-C heard.
      await nextTurn();
    }
  };
  const lanes = Array.from({ length: Math.min(runner.concurrency, cases.length * suite.repeat) }, () =>
    workOff().catch((error: unknown) => {
      fault ??= error;
      takesCases = false;
      inFlight.abort();
    }),
  );
  await Promise.all(lanes);
  progress.close();
  clearTimeout(graceTimer);
  clearTimeout(deadline);
  signal.removeEventListener("abort", stop);
  budget.settle(runner.calls(), progress.errors);
  if (fault !== undefined) throw fault;
  if (progress.done === progress.planned && !inFlight.signal.aborted) {
    append({ event: "finished", at: clock.now(), calls: runner.calls() });
  } else if (usedUp !== null) append({ event: "stopped", at: clock.now(), why: usedUp });
}

/** Each case with each of its repeats that still needs something, in dataset order. */
function* jobsOf({ cases, suite }: Plan, { settled }: Recorded): Generator<Job, undefined> {
  for (const evalCase of cases)
    for (let repeat = 0; repeat < suite.repeat; repeat++)
      if (!settled.has(jobKey({ caseId: evalCase.id, repeat }))) yield { evalCase, repeat };
}

function describeCase(evalCase: Case, { slices }: Plan): PlannedCase {
  const { id, query, language, answerable, references, gold } = evalCase;
  const notes =
    gold.kind === "groups"
      ? gold.groups.map(({ any }) => ({ label: any.join(" or "), quote: null }))
      : gold.spans.map(({ doc, quote }) => ({ label: doc, quote }));
  const reviewedHash = hashReviewed(evalCase);
  const labels = slices.map((key) => [key, labelsOf(evalCase, key)] as const);
  return {
    caseId: id,
    caseHash: hashCase(evalCase),
    ...(reviewedHash === undefined ? {} : { reviewedHash }),
    query,
    language,
    answerable,
    references,
    labels: Object.fromEntries(labels),
    gold: notes,
    quarantined: whyQuarantined(evalCase),
  };
}
