import { setImmediate as nextTurn } from "node:timers/promises";
import PQueue from "p-queue";
import {
  absent,
  type Case,
  type CaseError,
  CaseFailure,
  failed,
  labelsOf,
  type Score,
  type TargetAnswer,
} from "../core/index.ts";
import { hashCase, hashReviewed } from "../dataset/index.ts";
import { scoreBounds, scoreRetrieval } from "../metrics/index.ts";
import type { JournalEvent, PlannedCase } from "../record/index.ts";
import type { Budget } from "./budget.ts";
import type { Clock } from "./clock.ts";
import { locateChunks } from "./locate.ts";
import type { Plan } from "./plan.ts";
import { jobKey, nothingRecorded, type Recorded } from "./recorded.ts";

/** How far a run is. */
export interface Progress {
  readonly suite: string;
  /** Case × repeat: finished, well or badly. */
  readonly done: number;
  readonly planned: number;
  readonly errors: number;
}

/** What an execution is handed. */
export interface ExecuteOptions {
  /** Takes each event as it happens; it must be on disk when this returns. */
  readonly append: (event: JournalEvent) => void;
  readonly clock: Clock;
  /** Aborted: no new case is taken, and calls in flight get `graceMs` to finish. */
  readonly signal: AbortSignal;
  readonly onProgress: (progress: Progress) => void;
  /** What a run that was cut off has done already; nothing of it is done again. */
  readonly recorded?: Recorded;
  /** Used up: no new case is taken, as when the run is aborted. */
  readonly budget: Budget;
}

/** Calls in flight when the user stops a run may still finish for this long: most model calls do. */
const graceMs = 5_000;

/** Node's timers hold no more: about 24 days. */
const longestTimer = 2 ** 31 - 1;

/** Runs every case of a plan, as many at once as the suite allows. Whatever fails is an event, never thrown. */
export async function execute(plan: Plan, options: ExecuteOptions): Promise<void> {
  const { append, clock, signal, onProgress, budget, recorded = nothingRecorded } = options;
  const { suite, cases } = plan;
  for (const evalCase of cases.filter(({ id }) => !recorded.planned.has(id))) {
    append({ event: "planned", at: clock.now(), repeats: suite.repeat, case: describeCase(evalCase, plan) });
  }
  const planned = cases.length * suite.repeat;
  let done = recorded.settled.size;
  let errors = [...recorded.settled.values()].filter((isWell) => !isWell).length;
  onProgress({ suite: suite.name, done, planned, errors });
  const inFlight = new AbortController();
  const queue = new PQueue({ concurrency: suite.maxConcurrency });
  let graceTimer: NodeJS.Timeout | undefined;
  const stop = (): void => {
    queue.clear();
    graceTimer ??= setTimeout(() => inFlight.abort(), graceMs);
  };
  signal.addEventListener("abort", stop, { once: true });
  let usedUp: string | null = null;
  const spend = (): void => {
    usedUp ??= budget.usedUp(plan.chats.statistics(), errors);
    if (usedUp !== null) stop();
  };
  const timeLeft = budget.timeLeftMs;
  const deadline = timeLeft === undefined ? undefined : setTimeout(spend, Math.min(timeLeft, longestTimer));
  const jobs = cases
    .flatMap((evalCase) => Array.from({ length: suite.repeat }, (_, repeat) => ({ evalCase, repeat })))
    .filter(({ evalCase, repeat }) => !recorded.settled.has(jobKey({ caseId: evalCase.id, repeat })));
  let fault: unknown;
  for (const job of signal.aborted ? [] : jobs) {
    queue
      .add(async () => {
        const isWell = await runCase(job, plan, { ...options, signal: inFlight.signal });
        done += 1;
        if (!isWell) errors += 1;
        onProgress({ suite: suite.name, done, planned, errors });
        spend();
        // A target without a socket would keep the loop to itself: no progress drawn, no Ctrl-C heard.
        await nextTurn();
      })
      .catch((error: unknown) => {
        fault ??= error;
        queue.clear();
        inFlight.abort();
      });
  }
  await queue.onIdle();
  clearTimeout(graceTimer);
  clearTimeout(deadline);
  signal.removeEventListener("abort", stop);
  budget.settle(plan.chats.statistics(), errors);
  if (fault !== undefined) throw fault;
  if (done === planned && !inFlight.signal.aborted) {
    append({ event: "finished", at: clock.now(), calls: plan.chats.statistics() });
  } else if (usedUp !== null) append({ event: "stopped", at: clock.now(), why: usedUp });
}

interface Job {
  readonly evalCase: Case;
  readonly repeat: number;
}

/** One case from query to verdict. Returns whether everything that should be measured was. */
async function runCase(job: Job, plan: Plan, options: ExecuteOptions): Promise<boolean> {
  const { append, clock, signal, recorded = nothingRecorded } = options;
  const { evalCase, repeat } = job;
  const key = { caseId: evalCase.id, repeat };
  const kept = recorded.answers.get(jobKey(key));
  const answered = kept === undefined ? await askTarget(job, plan, options) : { answer: kept, isWhole: true };
  if (answered === null) return false;
  const verdict = await judgeAnswer(job, answered.answer, { plan, signal });
  if (verdict === null) return answered.isWhole;
  if (signal.aborted) return false;
  append({ event: "judged", at: clock.now(), ...key, ...verdict });
  return answered.isWhole && isWhole(verdict.scores);
}

/** The answer, recorded and with its retrieval scored; null when there is none. */
async function askTarget(
  { evalCase, repeat }: Job,
  plan: Plan,
  { append, clock, signal }: ExecuteOptions,
): Promise<{ readonly answer: TargetAnswer; readonly isWhole: boolean } | null> {
  const key = { caseId: evalCase.id, repeat };
  const started = clock.elapsedMs();
  const answer = await atTheDoor(() =>
    plan.target.ask(
      { query: evalCase.query, history: evalCase.history, language: evalCase.language, ...key },
      { signal },
    ),
  );
  if ("error" in answer) {
    if (!signal.aborted) append({ event: "failed", at: clock.now(), ...key, error: answer.error });
    return null;
  }
  const latencyMs = Math.round(clock.elapsedMs() - started);
  const retrieved = locateChunks(answer.value.retrieved, plan.documents);
  const { relevance, scores: measured } = scoreRetrieval(evalCase.gold, retrieved, plan.metrics);
  const why = whyQuarantined(evalCase);
  const scores = why === null ? measured : withoutScores(measured, `quarantined: ${why}`);
  append({
    event: "retrieved",
    at: clock.now(),
    ...key,
    retrieved: retrieved.map((chunk, i) => ({ ...chunk, relevant: relevance.relevant[i] ?? false })),
    droppedDuplicates: answer.value.droppedDuplicates,
    foundAt: relevance.foundAt,
    scores,
    bounds: why === null ? scoreBounds(evalCase.gold, retrieved, plan) : {},
  });
  const { usage = null, messages = null, notes = [] } = answer.value;
  append({
    event: "answered",
    at: clock.now(),
    ...key,
    answer: answer.value.answer,
    latencyMs,
    usage,
    messages,
    notes,
  });
  return { answer: answer.value, isWhole: isWhole(scores) };
}

function isWhole(scores: Readonly<Record<string, Score>>): boolean {
  return Object.values(scores).every((score) => score.kind !== "error");
}

/** Why a case is left out of retrieval: the first of its gold that does not stand in the corpus; null when all does. */
function whyQuarantined({ stale }: Case): string | null {
  return stale?.[0]?.what ?? null;
}

function withoutScores(scores: Readonly<Record<string, Score>>, why: string): Readonly<Record<string, Score>> {
  return Object.fromEntries(Object.keys(scores).map((id) => [id, absent(why)]));
}

async function judgeAnswer(
  { evalCase, repeat }: Job,
  answer: TargetAnswer,
  { plan, signal }: { readonly plan: Plan; readonly signal: AbortSignal },
): Promise<Pick<Extract<JournalEvent, { event: "judged" }>, "scores" | "judgement"> | null> {
  const { judge } = plan;
  if (judge === null) return null;
  const { query, references, answerable, language } = evalCase;
  const shown = answer.retrieved.flatMap(({ text }, place) => (text === undefined ? [] : [{ text, place }]));
  const contexts = shown.map(({ text }) => text);
  const input = {
    query,
    answer: answer.answer,
    contexts,
    references,
    answerable,
    language,
    caseId: evalCase.id,
    repeat,
  };
  const verdict = await atTheDoor(() => judge.judge(input, { signal }));
  if (!("error" in verdict)) {
    const { scores, judgement } = verdict.value;
    // The record counts places in the retrieved list, of which chunks without text were not shown.
    const contextOrder = judgement?.contextOrder.map((context) => shown[context]?.place ?? context) ?? [];
    return { scores, judgement: judgement === null ? null : { ...judgement, contextOrder } };
  }
  const scores = judge.dimensions.map(({ id }): readonly [string, Score] => [id, failed(verdict.error)]);
  return { scores: Object.fromEntries(scores), judgement: null };
}

/** The door of a case: the world's failure becomes a value here; our own bugs pass through. */
async function atTheDoor<T>(ask: () => Promise<T>): Promise<{ readonly value: T } | { readonly error: CaseError }> {
  try {
    return { value: await ask() };
  } catch (error) {
    if (error instanceof CaseFailure) return { error: error.error };
    throw error;
  }
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
