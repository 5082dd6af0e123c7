import { tQuantile } from "./distributions.ts";
import { testOfMean } from "./test-of-mean.ts";

/** A mean difference, candidate − baseline, with n of the cases and its uncertainty, as `pairedT` gives it. */
export interface Difference {
  readonly pairs: number;
  readonly mean: number | null;
  readonly standardError: number | null;
  readonly df: number | null;
}

/** Whether a loss beyond the margin can be ruled out. */
export interface NonInferiority {
  /** (mean + margin) / standardError; null without a spread. */
  readonly t: number | null;
  /** The chance of a mean so high if the true one were −margin: small where the loss is smaller than the margin. */
  readonly p: number | null;
  /** mean − t(1 − alpha, df) · standardError. */
  readonly lowerBound: number | null;
  /** The smallest standard error that is believed, `errorFloor`. */
  readonly floor: number | null;
  /** The larger of the standard error and its floor. */
  readonly errorUsed: number | null;
  /** The lower bound with errorUsed. */
  readonly boundWithFloor: number | null;
  /** Whether that bound is above −margin; null when nothing can be said. */
  readonly isShown: boolean | null;
}

/**
 * √((margin − margin²) / n): the standard error of the least favourable loss as large as the margin, one of complete
 * failures. Without it, a set that happens to hold none of the broken cases would pass a third of the time at n = 50.
 * `margin` is a share of the scale, 0 to 1. Null of no cases.
 */
export function errorFloor(margin: number, cases: number): number | null {
  return cases === 0 ? null : Math.sqrt((margin - margin ** 2) / cases);
}

/**
 * Is the candidate shown to lose less than `margin`? One-sided at `alpha`; everything null of fewer than two pairs.
 *
 * Source: the two one-sided bounds of Student's t; the floor was set by simulation with paired scores.
 */
export function nonInferiority(difference: Difference, margin: number, alpha: number): NonInferiority {
  const { pairs, mean, standardError, df } = difference;
  if (mean === null || standardError === null || df === null) return nothing;
  const { t, pGreater } = testOfMean({ mean: mean + margin, standardError, df });
  const quantile = tQuantile(1 - alpha, df);
  const floor = errorFloor(margin, pairs) ?? 0;
  const errorUsed = Math.max(standardError, floor);
  const boundWithFloor = mean - quantile * errorUsed;
  return {
    t,
    p: pGreater,
    lowerBound: mean - quantile * standardError,
    floor,
    errorUsed,
    boundWithFloor,
    isShown: boundWithFloor > -margin,
  };
}

const nothing = {
  t: null,
  p: null,
  lowerBound: null,
  floor: null,
  errorUsed: null,
  boundWithFloor: null,
  isShown: null,
} as const;

/** Two one-sided tests: is the difference shown to lie within ±margin? All null without a spread. */
export interface Equivalence {
  readonly lowerT: number | null;
  readonly lowerP: number | null;
  readonly upperT: number | null;
  readonly upperP: number | null;
  /** The larger of the two. */
  readonly p: number | null;
  /** p < alpha. */
  readonly isShown: boolean | null;
}

/**
 * TOST: equivalent where neither a loss nor a gain as large as `margin` can be kept.
 *
 * Source: Schuirmann 1987, doi:10.1007/BF01068419.
 */
export function equivalence(difference: Difference, margin: number, alpha: number): Equivalence {
  const { mean, standardError, df } = difference;
  const lower = testOfMean({ mean: mean === null ? null : mean + margin, standardError, df });
  const upper = testOfMean({ mean: mean === null ? null : mean - margin, standardError, df });
  const p = lower.pGreater === null || upper.pLess === null ? null : Math.max(lower.pGreater, upper.pLess);
  return {
    lowerT: lower.t,
    lowerP: lower.pGreater,
    upperT: upper.t,
    upperP: upper.pLess,
    p,
    isShown: p === null ? null : p < alpha,
  };
}
