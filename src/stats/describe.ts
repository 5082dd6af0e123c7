import { mean, sum } from "./mean.ts";
import { type Incomplete, present } from "./present.ts";
import { quantileOfSorted } from "./quantile.ts";

/** What a list of values is like. All in the unit of the values, the variance in its square. */
export interface Description {
  readonly used: number;
  /** Entries that were null or not finite. */
  readonly dropped: number;
  readonly mean: number | null;
  /** With n − 1; null of fewer than two values, which say nothing of the spread. */
  readonly variance: number | null;
  readonly sd: number | null;
  /** sd / √n, of values that are independent of each other. */
  readonly standardError: number | null;
  /** n − 1; null of fewer than two values. */
  readonly df: number | null;
  readonly min: number | null;
  readonly median: number | null;
  readonly max: number | null;
}

/** Describes a list of values; of an empty one everything is null. `tInterval` takes what this returns. */
export function describe(values: Incomplete): Description {
  const used = present(values);
  const sorted = Float64Array.from(used).sort();
  const variance = sampleVariance(used);
  return {
    used: used.length,
    dropped: values.length - used.length,
    mean: mean(used),
    variance,
    sd: variance === null ? null : Math.sqrt(variance),
    standardError: variance === null ? null : Math.sqrt(variance / used.length),
    df: variance === null ? null : used.length - 1,
    min: sorted[0] ?? null,
    median: quantileOfSorted(sorted, 0.5),
    max: sorted.at(-1) ?? null,
  };
}

/**
 * Σ(value − mean)² / (n − 1), in two passes: one pass of squares loses every digit of values near 1e9.
 *
 * Null of fewer than two values; exactly 0 when all are equal, although their mean may be off by its last digit.
 */
export function sampleVariance(values: readonly number[]): number | null {
  const center = mean(values);
  if (center === null || values.length < 2) return null;
  if (values.every((value) => value === values[0])) return 0;
  return sum(values.map((value) => (value - center) ** 2)) / (values.length - 1);
}
