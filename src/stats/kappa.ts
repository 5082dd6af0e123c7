import { type Interval, normalInterval } from "./interval.ts";
import { type LabelWeight, labelWeights, placesOf } from "./labels.ts";
import { sum } from "./mean.ts";
import { completePairs, type Incomplete } from "./present.ts";

/** How often two raters gave each pair of labels. */
export interface Confusion {
  readonly used: number;
  /** Items that either rater did not label. */
  readonly dropped: number;
  /** counts[i][j]: items that the first rater gave the i-th label of the scale and the second the j-th. */
  readonly counts: readonly (readonly number[])[];
  /** The share of items with the same label of both; null without items. */
  readonly agreement: number | null;
}

/**
 * Counts the labels of two raters against each other.
 *
 * @param scale all labels in order, used or not: the distances between labels depend on it.
 * @throws RangeError for a label that the scale does not have.
 */
export function confusionOf(first: Incomplete, second: Incomplete, scale: readonly number[]): Confusion {
  const { x, y, dropped } = completePairs(first, second);
  const counts = scale.map(() => scale.map(() => 0));
  const columns = placesOf(y, scale);
  for (const [item, i] of placesOf(x, scale).entries()) {
    const row = counts[i];
    const j = columns[item];
    if (row !== undefined && j !== undefined) row[j] = (row[j] ?? 0) + 1;
  }
  const same = sum(counts.map((row, i) => row[i] ?? 0));
  return { used: x.length, dropped, counts, agreement: x.length === 0 ? null : same / x.length };
}

/** Cohen's kappa with what chance leaves of it. */
export interface Kappa {
  /** 1: the same labels; 0: as often as by chance; negative: less often. Null when chance alone would always agree. */
  readonly kappa: number | null;
  /** Of large samples; null where there is no spread to judge by. */
  readonly standardError: number | null;
  /** kappa ± 1.96 standardError, not clipped to [−1, 1]. */
  readonly range95: Interval | null;
}

/**
 * Cohen's kappa of two raters: κ = 1 − (1 − p_o) / (1 − p_e), p_o = Σ w_ij p_ij, p_e = Σ w_ij p_i· p_·j.
 *
 * Null when both raters use one and the same label only: 0/0, neither agreement nor its absence. Near that, kappa is
 * low however well they agree; `gwet` is not.
 *
 * Source: Cohen 1968, doi:10.1037/h0026256; the standard error of Fleiss, Cohen & Everitt 1969, doi:10.1037/h0028106.
 */
export function kappaOf({ counts, used }: Confusion, weight: Exclude<LabelWeight, "ordinal">): Kappa {
  const shares = counts.map((row) => row.map((count) => count / used));
  const weights = labelWeights(counts.length, weight);
  const rows = shares.map(sum);
  const columns = shares.map((_, j) => sum(shares.map((row) => row[j] ?? 0)));
  const observed = total(weights, (w, i, j) => w * (shares[i]?.[j] ?? 0));
  const expected = total(weights, (w, i, j) => w * (rows[i] ?? 0) * (columns[j] ?? 0));
  if (used === 0 || 1 - expected < rounding) return { kappa: null, standardError: null, range95: null };
  const kappa = 1 - (1 - observed) / (1 - expected);
  const rowWeights = weights.map((row) => sum(row.map((w, j) => w * (columns[j] ?? 0))));
  const columnWeights = weights.map((row) => sum(row.map((w, i) => w * (rows[i] ?? 0))));
  const spread = total(weights, (w, i, j) => {
    const share = shares[i]?.[j] ?? 0;
    const chance = ((rowWeights[i] ?? 0) + (columnWeights[j] ?? 0)) * (1 - observed);
    return share * (w * (1 - expected) - chance) ** 2;
  });
  const variance = spread - (observed * expected - 2 * expected + observed) ** 2;
  const standardError = variance < rounding ? null : Math.sqrt(variance / used) / (1 - expected) ** 2;
  return { kappa, standardError, range95: normalInterval({ mean: kappa, standardError }, 0.95) };
}

/** Below this a difference of shares is the rounding of doubles. */
const rounding = 1e-14;

function total(
  weights: readonly (readonly number[])[],
  term: (weight: number, i: number, j: number) => number,
): number {
  return sum(weights.flatMap((row, i) => row.map((weight, j) => term(weight, i, j))));
}
