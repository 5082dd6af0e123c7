import type { TargetAnswer } from "../core/index.ts";
import type { AnsweredEvent, CaseEvent, JournalEvent, JudgedEvent, RetrievedEvent } from "../record/index.ts";

/** What a run that was cut off has in its journal already. */
export interface Recorded {
  /** Ids of the cases that were planned. */
  readonly planned: ReadonlySet<string>;
  /** By case and repeat: those that need nothing more, and whether all of theirs was measured. */
  readonly settled: ReadonlyMap<string, boolean>;
  /** By case and repeat: answers that are still to be judged. */
  readonly answers: ReadonlyMap<string, TargetAnswer>;
}

/** Nothing: the run begins. */
export const nothingRecorded: Recorded = { planned: new Set(), settled: new Map(), answers: new Map() };

/** The key of a case and its repeat. */
export function jobKey({ caseId, repeat }: { readonly caseId: string; readonly repeat: number }): string {
  return `${repeat} ${caseId}`;
}

interface Outcome {
  retrieved?: RetrievedEvent;
  answered?: AnsweredEvent;
  judged?: JudgedEvent;
  hasFailed?: boolean;
}

/** How a run is gone on with. */
export interface ResumeOptions {
  /** Whether answers are judged at all. */
  readonly isJudged: boolean;
  /** Whether what failed is to be tried again: an answer that was had is kept, and only judged anew. */
  readonly retriesErrors: boolean;
}

/** What is done of a run, from its journal. */
export function readRecorded(events: Iterable<JournalEvent>, options: ResumeOptions): Recorded {
  const planned = new Set<string>();
  const outcomes = new Map<string, Outcome>();
  const note = (event: CaseEvent): void => {
    const outcome = withEvent(outcomes.get(jobKey(event)) ?? {}, event);
    const isSettled = whatIsLeft(outcome, options).kind === "nothing";
    outcomes.set(jobKey(event), isSettled ? withoutTexts(outcome) : outcome);
  };
  for (const event of events) {
    if (event.event === "planned") planned.add(event.case.caseId);
    else if ("caseId" in event) note(event);
  }
  const settled = new Map<string, boolean>();
  const answers = new Map<string, TargetAnswer>();
  for (const [key, outcome] of outcomes) {
    const left = whatIsLeft(outcome, options);
    if (left.kind === "nothing") settled.set(key, left.isWell);
    if (left.kind === "verdict") answers.set(key, left.answer);
  }
  return { planned, settled, answers };
}

type Left =
  | { readonly kind: "all" }
  | { readonly kind: "verdict"; readonly answer: TargetAnswer }
  | { readonly kind: "nothing"; readonly isWell: boolean };

function whatIsLeft(outcome: Outcome, { isJudged, retriesErrors }: ResumeOptions): Left {
  if (outcome.hasFailed) return retriesErrors ? { kind: "all" } : { kind: "nothing", isWell: false };
  const answer = answerOf(outcome);
  if (answer === undefined) return { kind: "all" };
  const hasVerdict = !isJudged || (outcome.judged !== undefined && !(retriesErrors && hasError(outcome.judged)));
  if (!hasVerdict) return { kind: "verdict", answer };
  return { kind: "nothing", isWell: ![outcome.retrieved, outcome.judged].some(hasError) };
}

function hasError(event: RetrievedEvent | JudgedEvent | undefined): boolean {
  return event !== undefined && Object.values(event.scores).some(({ kind }) => kind === "error");
}

/** The last outcome of a case counts. */
function withEvent(outcome: Outcome, event: CaseEvent): Outcome {
  if (event.event === "failed") return { hasFailed: true };
  return event.event === "retrieved" ? { retrieved: event } : { ...outcome, [event.event]: event };
}

/** Nobody asks for them any more, and those of a long run would be much to hold. */
function withoutTexts({ retrieved, answered, ...outcome }: Outcome): Outcome {
  return {
    ...outcome,
    ...(retrieved === undefined ? {} : { retrieved: { ...retrieved, retrieved: [] } }),
    ...(answered === undefined ? {} : { answered: { ...answered, answer: "", messages: null } }),
  };
}

function answerOf({ retrieved, answered }: Outcome): TargetAnswer | undefined {
  if (retrieved === undefined || answered === undefined) return undefined;
  const { answer, usage, messages, notes } = answered;
  return {
    answer,
    retrieved: retrieved.retrieved,
    droppedDuplicates: retrieved.droppedDuplicates,
    ...(usage === null ? {} : { usage }),
    ...(messages === null ? {} : { messages }),
    notes,
  };
}
