import { type CaseError, failed, type Score } from "../core/index.ts";
import type { AnsweredEvent, CaseStamp, FailedEvent, JudgedEvent, PlannedCase, RetrievedEvent } from "./journal.ts";
import type { MetricLegend } from "./manifest.ts";
import { refusalOf } from "./refusals.ts";
import type { CaseResult, GoldNote } from "./result.ts";

/** What a journal has of a case in one repeat; where it was tried again, of the last time. */
export interface EventsOfCase {
  readonly planned: PlannedCase;
  readonly repeat: number;
  readonly retrieved?: Omit<RetrievedEvent, keyof CaseStamp> | undefined;
  readonly answered?: Omit<AnsweredEvent, keyof CaseStamp | "latencyMs" | "firstTokenMs"> | undefined;
  readonly judged?: Omit<JudgedEvent, keyof CaseStamp> | undefined;
  readonly failed?: Omit<FailedEvent, keyof CaseStamp> | undefined;
}

/** The result of a case in one repeat, from its events: a score for every metric, or the error that stood in its way. */
export function resultOf(events: EventsOfCase, legend: readonly MetricLegend[]): CaseResult {
  const { planned, repeat, retrieved, answered, judged } = events;
  const error = targetError(events);
  return {
    caseId: planned.caseId,
    repeat,
    caseHash: planned.caseHash,
    ...(planned.reviewedHash === undefined ? {} : { reviewedHash: planned.reviewedHash }),
    query: planned.query,
    language: planned.language,
    answerable: planned.answerable,
    references: planned.references,
    labels: planned.labels,
    gold: planned.gold.map((note, i): GoldNote => ({ ...note, foundAt: retrieved?.foundAt[i] ?? null })),
    quarantined: planned.quarantined ?? null,
    answer: answered?.answer ?? null,
    ...refusalOf(planned, answered),
    retrieved: retrieved?.retrieved ?? [],
    droppedDuplicates: retrieved?.droppedDuplicates ?? 0,
    retrieval: scoresOf(legend, "retrieval", { scores: retrieved?.scores, error }),
    // Older records have none.
    bounds: retrieved?.bounds ?? {},
    generation: scoresOf(legend, "generation", { scores: judged?.scores, error: error ?? notJudged }),
    error,
    usage: answered?.usage ?? null,
    messages: answered?.messages ?? null,
    judgement: judged?.judgement ?? null,
    ...(judged?.furtherJudgements === undefined ? {} : { furtherJudgements: judged.furtherJudgements }),
    notes: answered?.notes ?? [],
  };
}

const interrupted: CaseError = { kind: "interrupted", message: "the run ended before this case was answered" };
const notJudged: CaseError = { kind: "interrupted", message: "the run ended before this answer was judged" };

function targetError({ failed: failure, answered }: EventsOfCase): CaseError | null {
  if (failure !== undefined) return failure.error;
  return answered === undefined ? interrupted : null;
}

/** A score for every metric of the stage: what was measured, else the error that stood in its way. */
function scoresOf(
  legend: readonly MetricLegend[],
  stage: MetricLegend["stage"],
  found: { readonly scores: Readonly<Record<string, Score>> | undefined; readonly error: CaseError | null },
): Readonly<Record<string, Score>> {
  const entries = legend
    .filter((one) => one.stage === stage)
    .map(({ id }) => [id, found.scores?.[id] ?? failed(found.error ?? interrupted)] as const);
  return Object.fromEntries(entries);
}
