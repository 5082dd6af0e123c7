import type { Language, Message, Score } from "../core/index.ts";
import type { JudgedClaim } from "./claims.ts";

/** One answer to be judged, with all that a judge may look at. */
export interface JudgeInput {
  readonly query: string;
  readonly answer: string;
  /** The texts of what was retrieved, best first; empty when the target gives none. */
  readonly contexts: readonly string[];
  readonly references: readonly string[];
  /** False: the right answer is to refuse. */
  readonly answerable: boolean;
  readonly language: Language;
  readonly caseId: string;
  /** 0 for the first repeat. */
  readonly repeat: number;
}

/** What a model saw and said when it was asked once: enough to rebuild it. */
export interface Judgement {
  readonly messages: readonly Message[];
  /** `contextOrder[i]` is the index in `contexts` of the one shown at place i. */
  readonly contextOrder: readonly number[];
  /** Its reply, letter for letter. */
  readonly raw: string;
  /** How the request was changed at the provider's wish. */
  readonly notes: readonly string[];
  /** What came of it, a dimension each; empty where the reply could not be read. */
  readonly scores: Readonly<Record<string, number>>;
  /** The answer taken apart, where claims were counted. */
  readonly claims?: readonly JudgedClaim[];
  /** The reference taken apart, likewise. */
  readonly points?: readonly JudgedClaim[];
}

/** The scores of one answer, one a dimension; each 0 to 5, absent, or an error. */
export interface Verdict {
  readonly scores: Readonly<Record<string, Score>>;
  /** Null when no model was asked. */
  readonly judgement: Judgement | null;
  /** The others, where a model was asked more than once: for each dimension, or in several orders. */
  readonly furtherJudgements?: readonly Judgement[];
}

/** Scores answers, one dimension at a time or all at once. */
export interface Judge {
  readonly kind: "offline" | "llm";
  /** What to think of its scores, in one sentence; shown wherever they appear. */
  readonly notice: string;
  readonly dimensions: readonly {
    readonly id: string;
    readonly title: string;
    readonly meaning: string;
    readonly source: string;
  }[];
  /** All that decides its scores: runs are compared only when it agrees. Never holds a key. */
  readonly fingerprint: Readonly<Record<string, unknown>>;
  /**
   * Judges once.
   *
   * @throws CaseFailure when the judge could not be asked.
   */
  judge(input: JudgeInput, options: { readonly signal: AbortSignal }): Promise<Verdict>;
  /** Lets go of sockets and files; the process can end after it. */
  close(): Promise<void>;
}
