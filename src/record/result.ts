import type { CaseError, Language, Message, RetrievedChunk, Score, Usage } from "../core/index.ts";

/** A retrieved chunk as it was credited. */
export interface JudgedChunk extends RetrievedChunk {
  /** Whether it is, or covers, something in the gold, credited here or further up. */
  readonly relevant: boolean;
}

/**
 * What counts are made of: a case in one repeat without its long texts. Of each score it has
 * the number, or why there is none; so that a run of any size can be held.
 */
export interface CaseScores {
  readonly caseId: string;
  /** 0 for the first repeat. */
  readonly repeat: number;
  /** Hash of all that makes the case what it is: an edit under an old id shows. */
  readonly caseHash: string;
  /** Hash of the gold with what reviews added to it; only where they did. */
  readonly reviewedHash?: string;
  readonly language: Language;
  readonly answerable: boolean;
  /** Slice key to the values of this case, such as `{ language: ["zh"], answerable: ["yes"] }`. */
  readonly labels: Readonly<Record<string, readonly string[]>>;
  /** Why its gold does not stand in the corpus, so that its retrieval is not scored; null when it does. */
  readonly quarantined: string | null;
  /** Whether the answer declines to answer; null: there is none, it says nothing, or an older record does not say. */
  readonly refused: boolean | null;
  /** `should_refuse`: answered although the documents hold no answer · `false_refusal`: refused although they do · null: neither. */
  readonly refusalFault: "should_refuse" | "false_refusal" | null;
  readonly droppedDuplicates: number;
  /** Metric id to score, each 0 to 1. */
  readonly retrieval: Readonly<Record<string, Score>>;
  /** By metric id, where it is known: what the score could be, whatever the chunks are that nobody judged. */
  readonly bounds: Readonly<Record<string, ScoreBounds>>;
  /** Dimension to score, each an integer 0 to 5, or the mean of some where an answer was judged several times. */
  readonly generation: Readonly<Record<string, Score>>;
  /** Why the target gave nothing, where it did not. */
  readonly error: CaseError | null;
  readonly usage: Usage | null;
  readonly notes: readonly string[];
  /** Where a model judged: what counts of what it saw and said. */
  readonly judgement: JudgementCounts | null;
  readonly furtherJudgements?: readonly JudgementCounts[];
}

/** What is counted of a judgement. */
export type JudgementCounts = Pick<Judgement, "notes" | "contextOrder" | "claims" | "points">;

/**
 * Everything that one case gave in one repeat: a line of `results.jsonl`. It holds
 * no time and no run id, so that the same input gives the same line, byte for byte.
 */
export interface CaseResult extends CaseScores {
  readonly query: string;
  readonly references: readonly string[];
  /** What retrieval should have found, as a person reads it: ids, or quotations with their document. */
  readonly gold: readonly GoldNote[];
  /** Null when the target failed. */
  readonly answer: string | null;
  readonly retrieved: readonly JudgedChunk[];
  /** The messages that the model under test saw, where the target renders a prompt. */
  readonly messages: readonly Message[] | null;
  /** What the judge saw and said, where a model judged. */
  readonly judgement: Judgement | null;
  /** The same of its other calls, where it was asked for each dimension or in several orders. */
  readonly furtherJudgements?: readonly Judgement[];
}

/**
 * The results of a run, in the order in which its cases were planned, the repeats of a case
 * side by side. Each pass over them reads their texts from the record anew.
 */
export interface Results extends Iterable<CaseResult> {
  /** The same results without their long texts. */
  readonly scores: readonly CaseScores[];
}

/** The lowest and the highest that a score could be, 0 to 1. */
export interface ScoreBounds {
  readonly low: number;
  readonly high: number;
}

/** One entry of the gold for people to read. */
export interface GoldNote {
  /** `doc7#3`, `doc7 or doc9`, or the document of a quotation. */
  readonly label: string;
  /** The quotation, for evidence spans. */
  readonly quote: string | null;
  /** Rank (1-based) of the chunk that it was credited to, null when it was not found. */
  readonly foundAt: number | null;
}

/** The judge's own record of one call: enough to rebuild what it saw. */
export interface Judgement {
  readonly messages: readonly Message[];
  /** `contextOrder[i]` is the index in `retrieved` of the context shown at place i. */
  readonly contextOrder: readonly number[];
  /** Its reply, letter for letter. */
  readonly raw: string;
  /** Requests changed at the provider's wish, such as `response_format: json_object`. */
  readonly notes: readonly string[];
  /** What came of this call, by dimension; empty where the reply could not be read. Older records do not have it. */
  readonly scores?: Readonly<Record<string, number>>;
  /** The claims of the answer, where the judge counts them. */
  readonly claims?: readonly JudgedClaim[];
  /** The points of the reference, likewise; they quote the answer. */
  readonly points?: readonly JudgedClaim[];
}

/** A claim of the answer, or a point of the reference, with its quotation looked up. */
export interface JudgedClaim {
  readonly text: string;
  /** As it counts: `not_found` where the quotation does not stand where it should. */
  readonly verdict: "supported" | "contradicted" | "not_found";
  /** Null where the judge quotes nothing. */
  readonly quote: string | null;
  /** Index in `retrieved` of the chunk that is quoted; null where none is, and for points. */
  readonly chunk: number | null;
  /** The judge quoted what does not stand there. */
  readonly isFabricated: boolean;
}
