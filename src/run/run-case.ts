import {
  absent,
  type Case,
  type CaseError,
  CaseFailure,
  failed,
  type Score,
  type TargetAnswer,
} from "../core/index.ts";
import { declines } from "../judge/index.ts";
import { scoreBounds, scoreRetrieval } from "../metrics/index.ts";
import type { JournalEvent, JudgedEvent, Judgement } from "../record/index.ts";
import type { Clock } from "./clock.ts";
import { locateChunks } from "./locate.ts";
import type { Plan } from "./plan.ts";
import { jobKey, nothingRecorded, type Recorded } from "./recorded.ts";

/** A case and which of its repeats. */
export interface Job {
  readonly evalCase: Case;
  readonly repeat: number;
}

/** What the run of one case is handed. */
export interface CaseOptions {
  /** Takes each event as it happens; it must be on disk when this returns. */
  readonly append: (event: JournalEvent) => void;
  readonly clock: Clock;
  /** Aborted: what is in flight is given up, and tells nothing. */
  readonly signal: AbortSignal;
  /** What a run that was cut off has done already; nothing of it is done again. */
  readonly recorded?: Recorded;
}

/** One case from query to verdict. Returns whether everything that should be measured was. Whatever fails is an event, never thrown. */
export async function runCase(job: Job, plan: Plan, options: CaseOptions): Promise<boolean> {
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
  { append, clock, signal }: CaseOptions,
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
  const { usage = null, messages = null, notes = [], timings } = answer.value;
  append({
    event: "answered",
    at: clock.now(),
    ...key,
    answer: answer.value.answer,
    latencyMs,
    ...timings,
    usage,
    messages,
    notes,
    refused: declines(answer.value.answer),
  });
  return { answer: answer.value, isWhole: isWhole(scores) };
}

function isWhole(scores: Readonly<Record<string, Score>>): boolean {
  return Object.values(scores).every((score) => score.kind !== "error");
}

/** Why a case is left out of retrieval: the first of its gold that does not stand in the corpus; null when all does. */
export function whyQuarantined({ stale }: Case): string | null {
  return stale?.[0]?.what ?? null;
}

function withoutScores(scores: Readonly<Record<string, Score>>, why: string): Readonly<Record<string, Score>> {
  return Object.fromEntries(Object.keys(scores).map((id) => [id, absent(why)]));
}

async function judgeAnswer(
  { evalCase, repeat }: Job,
  answer: TargetAnswer,
  { plan, signal }: { readonly plan: Plan; readonly signal: AbortSignal },
): Promise<Pick<JudgedEvent, "scores" | "judgement" | "furtherJudgements"> | null> {
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
    const { scores, judgement, furtherJudgements } = verdict.value;
    const placed = (one: Judgement): Judgement =>
      withPlaces(
        one,
        shown.map(({ place }) => place),
      );
    return {
      scores,
      judgement: judgement && placed(judgement),
      ...(furtherJudgements === undefined ? {} : { furtherJudgements: furtherJudgements.map(placed) }),
    };
  }
  const scores = judge.dimensions.map(({ id }): readonly [string, Score] => [id, failed(verdict.error)]);
  return { scores: Object.fromEntries(scores), judgement: null };
}

/** The record counts places in the retrieved list, of which chunks without text were not shown. */
function withPlaces(judgement: Judgement, places: readonly number[]): Judgement {
  const placeOf = (context: number): number => places[context] ?? context;
  return {
    ...judgement,
    contextOrder: judgement.contextOrder.map(placeOf),
    ...(judgement.claims === undefined
      ? {}
      : {
          claims: judgement.claims.map((claim) => ({
            ...claim,
            chunk: claim.chunk === null ? null : placeOf(claim.chunk),
          })),
        }),
  };
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
