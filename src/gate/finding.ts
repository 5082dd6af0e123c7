import type { Arms, QuarantinedCase } from "../record/index.ts";
import type { Unlabelled } from "./unlabelled.ts";

/** What became of one metric, over all cases or in one slice. */
export type FindingVerdict = "pass" | "fail" | "inconclusive" | "watched";

/** What became of a whole run. `not-gated`: nothing was compared, which is not a pass. */
export type RunVerdict = "pass" | "fail" | "inconclusive" | "not-gated";

/**
 * One row of the comparison. Scores are shares, 0 to 1: a judged 4 of 5 is 0.8.
 * Means are over the cases that have a score in both runs.
 */
export interface Finding {
  readonly metric: string;
  /** `language=zh`; null over all cases. */
  readonly slice: string | null;
  readonly baseline: number | null;
  readonly current: number | null;
  /** current − baseline; 0.02 is two percentage points. */
  readonly change: number | null;
  /** The largest drop that is allowed; null when the metric is only watched. */
  readonly margin: number | null;
  /** Cases with a score in both runs. */
  readonly pairs: number;
  /** Cases that have a score in the baseline and none now. */
  readonly lost: number;
  /** Cases that have a score now and none in the baseline. */
  readonly gained: number;
  readonly better: number;
  readonly worse: number;
  readonly verdict: FindingVerdict;
  /** Of a metric that failed: whether it could be only that nobody judged the chunks that came in; null when there are none. */
  readonly unlabelled: Unlabelled | null;
  /** The verdict in words, with number, range of cases, and what to look at. */
  readonly sentence: string;
}

/** A run held against its baseline. */
export interface Comparison {
  /** `none`: there was no baseline to compare with. */
  readonly kind: "compared" | "none" | "not-comparable";
  readonly verdict: RunVerdict;
  /** Where the baseline came from, for people. */
  readonly baseline: { readonly path: string; readonly runId: string } | null;
  /** What makes the two not comparable, or why nothing was gated; empty when all is well. */
  readonly reasons: readonly string[];
  /** The corpus is not that of the baseline: a difference may come from it. */
  readonly corpusChanged: boolean;
  readonly findings: readonly Finding[];
  readonly caseSet: {
    readonly added: readonly string[];
    readonly removed: readonly string[];
    readonly edited: readonly string[];
    /** Cases of this run that are out of both sides of retrieval: their gold does not stand in the corpus, or did not then. */
    readonly quarantined: readonly QuarantinedCase[];
  };
  /** Case id to metric id to change, as a share; only where both runs have a score. */
  readonly changes: Readonly<Record<string, Readonly<Record<string, number>>>>;
  /** Where two prompts were compared with each other. */
  readonly arms?: Arms;
}
