import { type CaseError, failed, type Score } from "../core/index.ts";
import type {
  AnsweredEvent,
  CaseEvent,
  FailedEvent,
  JournalEvent,
  JudgedEvent,
  PlannedCase,
  RetrievedEvent,
} from "./journal.ts";
import type { MetricLegend } from "./manifest.ts";
import { refusalOf } from "./refusals.ts";
import type { CaseResult, GoldNote } from "./result.ts";

interface Collected {
  readonly planned: PlannedCase;
  readonly repeat: number;
  retrieved?: RetrievedEvent;
  answered?: AnsweredEvent;
  judged?: JudgedEvent;
  failed?: FailedEvent;
}

/**
 * The results of a run, from its journal alone, in the order in which the cases
 * were planned, the repeats of a case side by side.
 *
 * A case that was planned and has no outcome is an error of the kind `interrupted`:
 * it is never left out, since a mean over the rest would hide it.
 */
export function deriveResults(events: readonly JournalEvent[], legend: readonly MetricLegend[]): readonly CaseResult[] {
  const collected = new Map<string, Collected>();
  for (const event of events) {
    if (event.event === "planned") {
      for (let repeat = 0; repeat < event.repeats; repeat++) {
        collected.set(keyOf(event.case.caseId, repeat), { planned: event.case, repeat });
      }
    } else if ("caseId" in event) {
      const key = keyOf(event.caseId, event.repeat);
      const entry = collected.get(key);
      if (entry !== undefined) collected.set(key, withEvent(entry, event));
    }
  }
  return [...collected.values()].map((entry) => toResult(entry, legend));
}

/** A case that was tried again has several outcomes: the last one counts, whole. */
function withEvent(entry: Collected, event: CaseEvent): Collected {
  const { planned, repeat } = entry;
  const begins = event.event === "failed" || event.event === "retrieved";
  return { ...(begins ? { planned, repeat } : entry), [event.event]: event };
}

function keyOf(caseId: string, repeat: number): string {
  return `${repeat} ${caseId}`;
}

function toResult(entry: Collected, legend: readonly MetricLegend[]): CaseResult {
  const { planned, repeat, retrieved, answered, judged } = entry;
  const error = targetError(entry);
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

function targetError({ failed: failure, answered }: Collected): CaseError | null {
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
