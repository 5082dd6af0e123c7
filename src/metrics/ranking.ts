import type { SpanCharacters } from "./evidence.ts";

/**
 * What the labels say of a chunk: `relevant`: it satisfies something in the gold, here
 * for the first time or again; `notRelevant`: someone judged it and it is not;
 * `repeated`: a further chunk of something judged not relevant, which counts once;
 * `pooled`: put before the judges, yet without a judgement (a negative grade in TREC
 * files); `unjudged`: the labels do not know it.
 */
export type RankLabel = "relevant" | "notRelevant" | "repeated" | "pooled" | "unjudged";

/**
 * A ranked list as the gold credits it: all that a metric may look at.
 *
 * A relevant thing (an id, an any-of group, an evidence span) is credited once,
 * at the first chunk that satisfies it; later chunks of it keep their rank and
 * earn nothing. So k counts chunks, which is what the generator gets.
 */
export interface Ranking {
  /** By rank, best first: how many relevant things are credited there. As long as the list. */
  readonly credits: readonly number[];
  /** By rank: the sum of the grades credited there. */
  readonly gains: readonly number[];
  /** By rank: what the labels say of the chunk. */
  readonly labels: readonly RankLabel[];
  /** The gains of the best possible list, best first. */
  readonly ideal: readonly number[];
  /**
   * `gains` and `ideal` with 2^grade − 1 for each thing. Only where a chunk satisfies
   * several things at once: elsewhere both follow from `gains` and `ideal`.
   */
  readonly exponential?: { readonly gains: readonly number[]; readonly ideal: readonly number[] };
  /** How many relevant things there are, R. */
  readonly total: number;
  /** How many things were judged not relevant, N, retrieved or not. */
  readonly nonRelevant: number;
  /** Characters of the evidence and of what was retrieved. Only for gold of evidence spans, chunk by chunk. */
  readonly characters?: SpanCharacters;
  /** The highest grade of the scale: 4, as in gdeval, or what the gold has if that is more. */
  readonly highestGrade: number;
}
