import { type LabelWeight, labelWeights, placesOf } from "./labels.ts";
import { mean, sum } from "./mean.ts";
import { type Incomplete, present } from "./present.ts";

/** Gwet's AC1 or AC2 and the shares it comes from. */
export interface Agreement {
  /** The weighted share of agreeing pairs of ratings, 0 to 1. */
  readonly observed: number;
  /** What chance would give, 0 to 1. */
  readonly expected: number;
  /** (observed − expected) / (1 − expected). */
  readonly coefficient: number;
}

/**
 * Gwet's AC1 (weight `identity`) or AC2 (any other) of any number of raters, p_e = Σ w_kl / (K (K − 1)) · Σ π_k (1 − π_k).
 *
 * In: ratings[r][u], of unit u by rater r, null where there is none; `scale`: all K labels in order, used or not.
 * The observed agreement is over the units with at least two ratings, the shares π_k of the labels over those with one.
 * Unlike kappa and alpha it stays near the raw agreement when nearly every rating is the same.
 * Null when no unit has two ratings, or the scale fewer than two labels.
 *
 * Source: Gwet 2008, doi:10.1348/000711006X126600, and Gwet, Handbook of Inter-Rater Reliability, 4th ed.
 *
 * @throws RangeError for a label that the scale does not have.
 */
export function gwet(ratings: readonly Incomplete[], scale: readonly number[], weight: LabelWeight): Agreement | null {
  const k = scale.length;
  const units = (ratings[0] ?? [])
    .map((_, u) => countLabels(present(ratings.map((rater) => rater[u] ?? null)), scale))
    .filter((counts) => sum(counts) >= 1);
  const weights = labelWeights(k, weight);
  const observed = mean(units.filter((counts) => sum(counts) >= 2).map((counts) => agreementIn(counts, weights)));
  if (observed === null || k < 2) return null;
  const shares = scale.map((_, i) => mean(units.map((counts) => (counts[i] ?? 0) / sum(counts))) ?? 0);
  const expected = (sum(weights.flat()) * sum(shares.map((share) => share * (1 - share)))) / (k * (k - 1));
  return { observed, expected, coefficient: (observed - expected) / (1 - expected) };
}

function countLabels(labels: readonly number[], scale: readonly number[]): readonly number[] {
  const counts = scale.map(() => 0);
  for (const place of placesOf(labels, scale)) counts[place] = (counts[place] ?? 0) + 1;
  return counts;
}

/** The weighted share of the pairs of ratings of one unit that agree. */
function agreementIn(counts: readonly number[], weights: readonly (readonly number[])[]): number {
  const ratings = sum(counts);
  const agreeing = counts.map((count, i) => {
    const near = sum(counts.map((other, j) => other * (weights[i]?.[j] ?? 0)));
    return count * (near - 1);
  });
  return sum(agreeing) / (ratings * (ratings - 1));
}
