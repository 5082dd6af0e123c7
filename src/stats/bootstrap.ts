import { sampleVariance } from "./describe.ts";
import { normalCdf, normalQuantile } from "./distributions.ts";
import type { Interval } from "./interval.ts";
import { mean, sum } from "./mean.ts";
import { quantileOfSorted } from "./quantile.ts";

/**
 * What is drawn, and of what. A unit is what is independent of the others: one value, or all values of one cluster.
 * `statistic` is never asked of an empty list.
 */
export interface BootstrapInput {
  readonly units: readonly (readonly number[])[];
  readonly statistic: (values: readonly number[]) => number;
  /** For each resample the places of the units in it, as many as there are units. Chance is handed in. */
  readonly resamples: readonly (readonly number[])[];
}

/** The statistic of the values and of each resample. */
export interface Bootstrap {
  readonly estimate: number;
  /** In ascending order. */
  readonly replicates: Float64Array;
  readonly replicatesMean: number | null;
  /** With B − 1: the bootstrap's standard error. */
  readonly replicatesSd: number | null;
  /** The acceleration of BCa, from leaving out one unit at a time; 0 when that changes nothing. */
  readonly acceleration: number;
}

/**
 * Bootstraps a statistic. For quantiles and other statistics without a formula: of sparse losses its ranges are too
 * narrow, since a few losses can never be drawn as none, so no verdict on means rests on it.
 *
 * Null of no units or no resamples.
 *
 * Source: Efron & Tibshirani 1993, An Introduction to the Bootstrap, chapters 13 and 14.
 */
export function bootstrap({ units, statistic, resamples }: BootstrapInput): Bootstrap | null {
  if (units.length === 0 || resamples.length === 0) return null;
  const replicates = Float64Array.from(resamples, (places) => statistic(places.flatMap((place) => units[place] ?? [])));
  replicates.sort();
  const variance = sampleVariance([...replicates]);
  return {
    estimate: statistic(units.flat()),
    replicates,
    replicatesMean: mean([...replicates]),
    replicatesSd: variance === null ? null : Math.sqrt(variance),
    acceleration: accelerationOf(units, statistic),
  };
}

/** Σ d³ / (6 (Σ d²)^1.5), d = mean of the leave-one-out values − each of them. */
function accelerationOf(units: BootstrapInput["units"], statistic: BootstrapInput["statistic"]): number {
  if (units.length < 2) return 0;
  const left = units.map((_, i) => statistic(units.filter((_, j) => j !== i).flat()));
  const center = mean(left) ?? 0;
  const squares = sum(left.map((value) => (center - value) ** 2));
  const isFlat = Math.sqrt(squares) <= equal * Math.max(1, Math.abs(center));
  return isFlat ? 0 : sum(left.map((value) => (center - value) ** 3)) / (6 * squares ** 1.5);
}

/** Replicates nearer to the estimate than this are equal to it. */
const equal = 1e-12;

/** From the quantiles of the replicates. Quantiles are on a line between neighbours (`interpolatedQuantile`). */
export function percentileInterval({ replicates }: Bootstrap, confidence: number): Interval | null {
  return between(replicates, { low: (1 - confidence) / 2, high: (1 + confidence) / 2 });
}

/** The percentile interval mirrored at the estimate: 2 · estimate − its ends. */
export function basicInterval(bootstrapped: Bootstrap, confidence: number): Interval | null {
  const range = percentileInterval(bootstrapped, confidence);
  const { estimate } = bootstrapped;
  return range && { low: 2 * estimate - range.high, high: 2 * estimate - range.low };
}

/** The bias-corrected and accelerated interval with what corrects it. */
export interface BcaInterval {
  /** The share of replicates below the estimate, half of those equal to it included. */
  readonly shareBelow: number;
  /** The normal quantile of that share. */
  readonly bias: number;
  /** The shares of replicates below the ends. */
  readonly shares: Interval;
  readonly interval: Interval;
}

/**
 * The bias-corrected and accelerated interval: the quantiles Φ(z0 + (z0 + z) / (1 − a (z0 + z))) of the replicates.
 *
 * Null when all replicates lie on one side of the estimate: the correction is then infinite.
 */
export function bcaInterval({ estimate, replicates, acceleration }: Bootstrap, confidence: number): BcaInterval | null {
  const below = replicates.filter((value) => value < estimate - equal).length;
  const same = replicates.filter((value) => Math.abs(value - estimate) <= equal).length;
  const shareBelow = (below + same / 2) / replicates.length;
  if (shareBelow <= 0 || shareBelow >= 1) return null;
  const bias = normalQuantile(shareBelow);
  const shareAt = (p: number): number => {
    const z = bias + normalQuantile(p);
    return normalCdf(bias + z / (1 - acceleration * z));
  };
  const shares = { low: shareAt((1 - confidence) / 2), high: shareAt((1 + confidence) / 2) };
  const interval = between(replicates, shares);
  return interval && { shareBelow, bias, shares, interval };
}

function between(sorted: Float64Array, shares: Interval): Interval | null {
  const low = quantileOfSorted(sorted, shares.low);
  const high = quantileOfSorted(sorted, shares.high);
  return low === null || high === null ? null : { low, high };
}

/**
 * Draws resamples for `bootstrap`: `count` lists of places of `units` units, with replacement.
 *
 * @param random the caller's chance: uniform in [0, 1).
 */
export function drawResamples(units: number, count: number, random: () => number): readonly (readonly number[])[] {
  return Array.from({ length: count }, () => Array.from({ length: units }, () => Math.floor(random() * units)));
}
