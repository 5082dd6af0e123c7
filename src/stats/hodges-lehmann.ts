import type { Interval } from "./interval.ts";
import { type Incomplete, present } from "./present.ts";
import { quantileOfSorted } from "./quantile.ts";
import { rankSumShares } from "./signed-ranks.ts";

/** A shift that a few wild values do not move. */
export interface Shift {
  readonly used: number;
  /** The median of the means of all pairs, each value with itself included; null of no values. */
  readonly shift: number | null;
  readonly median: number | null;
  /** Without any assumption on the form; null with ties or zeros, of fewer than 6 values or more than 60. */
  readonly range: Interval | null;
  /** The confidence that the range has, at least the one asked for. */
  readonly confidence: number | null;
}

/** Of fewer values no range of 95 % exists. */
const fewestExact = 6;

/** Of more values the distribution of the ranks takes long, and a normal range says the same. */
const mostExact = 60;

/**
 * The estimate of Hodges and Lehmann of differences, such as log ratios of latencies: one timeout does not move it.
 * Time and memory grow with n².
 *
 * Source: Hodges & Lehmann 1963, doi:10.1214/aoms/1177704172; the range as in R 4.2.2 `wilcox.test(conf.int = TRUE)`.
 */
export function hodgesLehmann(differences: Incomplete, confidence: number): Shift {
  const sorted = Float64Array.from(present(differences)).sort();
  const means = pairMeans(sorted);
  const shift = quantileOfSorted(means, 0.5);
  const median = quantileOfSorted(sorted, 0.5);
  const used = sorted.length;
  if (!hasExactRange(sorted)) return { used, shift, median, range: null, confidence: null };
  const shares = rankSumShares(Array.from(sorted, (_, i) => i + 1));
  const { rank, below } = lowerRank(shares, (1 - confidence) / 2);
  const low = means[rank - 1];
  const high = means[means.length - rank];
  const range = low === undefined || high === undefined ? null : { low, high };
  return { used, shift, median, range, confidence: range && 1 - 2 * below };
}

function pairMeans(values: Float64Array): Float64Array {
  const means = new Float64Array((values.length * (values.length + 1)) / 2);
  let next = 0;
  for (const [i, value] of values.entries())
    for (let j = 0; j <= i; j++) means[next++] = (value + (values[j] ?? 0)) / 2;
  return means.sort();
}

function hasExactRange(values: Float64Array): boolean {
  const sizes = new Set(values.map(Math.abs));
  const isTied = sizes.size < values.length || sizes.has(0);
  return !isTied && values.length >= fewestExact && values.length <= mostExact;
}

/** The smallest sum of ranks that at least a share of `tail` does not exceed, at least 1, and the share below it. */
function lowerRank(shares: Float64Array, tail: number): { readonly rank: number; readonly below: number } {
  let rank = 0;
  let below = 0;
  while (below + (shares[2 * rank] ?? 0) < tail) {
    below += shares[2 * rank] ?? 0;
    rank++;
  }
  return rank === 0 ? { rank: 1, below: shares[0] ?? 0 } : { rank, below };
}
