import { normalQuantile, tQuantile } from "./distributions.ts";

/** Both ends of a range, in the unit of what it is of. */
export interface Interval {
  readonly low: number;
  readonly high: number;
}

/** An estimate and its standard error; null where it has none. */
export interface Estimate {
  readonly mean: number | null;
  readonly standardError: number | null;
}

/**
 * mean ± t((1 + confidence) / 2, df) · standardError, two-sided.
 *
 * Null without a mean, a standard error or a degree of freedom: one value says nothing of the spread.
 */
export function tInterval(
  { mean, standardError, df }: Estimate & { readonly df: number | null },
  confidence: number,
): Interval | null {
  if (mean === null || standardError === null || df === null || df < 1) return null;
  return around(mean, tQuantile((1 + confidence) / 2, df) * standardError);
}

/** mean ± z((1 + confidence) / 2) · standardError, two-sided; null without a mean or a standard error. */
export function normalInterval({ mean, standardError }: Estimate, confidence: number): Interval | null {
  if (mean === null || standardError === null) return null;
  return around(mean, normalQuantile((1 + confidence) / 2) * standardError);
}

function around(center: number, half: number): Interval {
  return { low: center - half, high: center + half };
}
