import { z } from "zod";
import type { CaseError, Language, Message, Score, Usage } from "../core/index.ts";
import type { CaseResult, JudgedChunk, Judgement } from "./result.ts";

/** What is known of a case before anything runs: all that its result needs of the dataset. */
export interface PlannedCase {
  readonly caseId: string;
  readonly caseHash: string;
  readonly reviewedHash?: string;
  readonly query: string;
  readonly language: Language;
  readonly answerable: boolean;
  readonly references: readonly string[];
  readonly labels: Readonly<Record<string, readonly string[]>>;
  readonly gold: readonly { readonly label: string; readonly quote: string | null }[];
  /** Why its gold does not stand in the corpus; null when it does. Older records do not have it. */
  readonly quarantined?: string | null;
}

interface Stamp {
  /** ISO 8601, UTC. */
  readonly at: string;
}

interface OfCase extends Stamp {
  readonly caseId: string;
  readonly repeat: number;
}

/** What says when an event was, of which kind, and of which case. */
export type CaseStamp = OfCase & { readonly event: string };

/** The case's place in the run: written for every case before the first call. */
export interface PlannedEvent extends Stamp {
  readonly event: "planned";
  readonly repeats: number;
  readonly case: PlannedCase;
}

/** What the target retrieved, as credited and scored. */
export interface RetrievedEvent extends OfCase {
  readonly event: "retrieved";
  readonly retrieved: readonly JudgedChunk[];
  readonly droppedDuplicates: number;
  /** By entry of the gold: rank (1-based) that it was credited at. */
  readonly foundAt: readonly (number | null)[];
  readonly scores: Readonly<Record<string, Score>>;
  readonly bounds: CaseResult["bounds"];
}

/** What the target answered. */
export interface AnsweredEvent extends OfCase {
  readonly event: "answered";
  readonly answer: string;
  readonly latencyMs: number;
  /** From the request to the first piece of the answer; only where it was streamed. */
  readonly firstTokenMs?: number;
  readonly usage: Usage | null;
  readonly messages: readonly Message[] | null;
  readonly notes: readonly string[];
  /** Whether it declines to answer; null: it says nothing. Older records do not say. */
  readonly refused?: boolean | null;
}

/** What the judge made of the answer; a dimension that failed holds its error. */
export interface JudgedEvent extends OfCase {
  readonly event: "judged";
  readonly scores: Readonly<Record<string, Score>>;
  readonly judgement: Judgement | null;
  readonly furtherJudgements?: readonly Judgement[];
}

/** The target gave nothing for this case. */
export interface FailedEvent extends OfCase {
  readonly event: "failed";
  readonly error: CaseError;
}

/** The last line of a run that came to its end. */
export interface FinishedEvent extends Stamp {
  readonly event: "finished";
  /** What was sent to models; null when none was called. */
  readonly calls: ModelCalls | null;
}

/** A run that stopped by itself, since something was used up. */
export interface StoppedEvent extends Stamp {
  readonly event: "stopped";
  /** In words. */
  readonly why: string;
}

/** What a run sent to models. */
export interface ModelCalls {
  /** Requests that were sent, retries included. */
  readonly requests: number;
  readonly cacheHits: number;
  /** How often a provider refused for too many requests. */
  readonly rateLimited: number;
  /** For how long calls were held back because of that, in milliseconds. */
  readonly waitedMs: number;
  /** Of the replies that said how many, prompt and completion together; what came from the cache cost nothing. */
  readonly tokens: number;
  /** How many replies said how many. */
  readonly tokensKnownFor: number;
  /** In US dollars, of the replies whose tokens and price are known. Older records do not have it. */
  readonly costUsd?: number;
  /** How many replies those are. */
  readonly costKnownFor?: number;
  /** Such as a cache that cannot be used. */
  readonly warnings: readonly string[];
}

/** One line of `journal.jsonl`. */
export type JournalEvent = PlannedEvent | CaseEvent | FinishedEvent | StoppedEvent;

/** What became of one case, step by step. */
export type CaseEvent = RetrievedEvent | AnsweredEvent | JudgedEvent | FailedEvent;

const ofCase = { at: z.string(), caseId: z.string(), repeat: z.number() };
const scores = z.record(z.string(), z.looseObject({ kind: z.enum(["scored", "absent", "error"]) }));

/** What results are made of; a line is looked at with it, never copied. */
const eventSchema = z.discriminatedUnion("event", [
  z.looseObject({
    event: z.literal("planned"),
    at: z.string(),
    repeats: z.number(),
    case: z.looseObject({ caseId: z.string(), gold: z.array(z.unknown()), labels: z.looseObject({}) }),
  }),
  z.looseObject({
    event: z.literal("retrieved"),
    ...ofCase,
    retrieved: z.array(z.unknown()),
    foundAt: z.array(z.unknown()),
    scores,
  }),
  z.looseObject({ event: z.literal("answered"), ...ofCase, answer: z.string() }),
  z.looseObject({ event: z.literal("judged"), ...ofCase, scores }),
  z.looseObject({ event: z.literal("failed"), ...ofCase, error: z.looseObject({ kind: z.string() }) }),
  z.looseObject({ event: z.literal("finished"), at: z.string() }),
  z.looseObject({ event: z.literal("stopped"), at: z.string(), why: z.string() }),
]);

/**
 * The events of a journal's text. A torn last line, which a kill leaves behind, is
 * left out; a broken line further up means that the file was edited.
 *
 * @throws SyntaxError with the line number when a line is no event, or when one other than the last is not JSON.
 */
export function parseJournal(text: string): readonly JournalEvent[] {
  const lines = text.split("\n");
  return lines.flatMap((line, i) => parseEvent(line, { number: i + 1, isLast: i === lines.length - 1 }) ?? []);
}

/**
 * The event in a line of a journal; undefined for an empty line, and for a last one that is torn.
 *
 * @throws SyntaxError as `parseJournal`.
 */
export function parseEvent(
  line: string,
  { number, isLast }: { readonly number: number; readonly isLast: boolean },
): JournalEvent | undefined {
  if (line === "") return undefined;
  const value = jsonOf(line);
  if (value === undefined) {
    if (!isLast) throw new SyntaxError(`line ${number} is not JSON`);
    return undefined;
  }
  if (!eventSchema.safeParse(value).success) throw new SyntaxError(`line ${number} is no event of a run`);
  return value as JournalEvent;
}

function jsonOf(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
