import type { CaseError } from "./case-error.ts";

/**
 * The score of one case. No number stands for "no number": a score that could
 * not be had is of a kind of its own, so that it can never enter a mean.
 */
export type Score =
  | { readonly kind: "scored"; readonly value: number; readonly reason?: string; readonly spread?: Spread }
  | { readonly kind: "absent"; readonly why: string }
  | { readonly kind: "error"; readonly error: CaseError };

/** How the scores differ of one answer that was judged several times. */
export interface Spread {
  /** How often it was judged, 2 or more; the score is the mean. */
  readonly n: number;
  /** Sample variance of the scores (n − 1 below the line), on their own scale. */
  readonly variance: number;
}

/**
 * A measured score.
 *
 * @throws RangeError when `value` is not finite: a NaN is a bug, not a score.
 */
export function scored(value: number, reason?: string): Score {
  if (!Number.isFinite(value)) throw new RangeError(`a score must be finite, not ${value}`);
  return reason === undefined ? { kind: "scored", value } : { kind: "scored", value, reason };
}

/** Nothing to measure (no gold, no reference): outside the coverage. */
export function absent(why: string): Score {
  return { kind: "absent", why };
}

/** Should have been measured and was not: lowers the coverage. */
export function failed(error: CaseError): Score {
  return { kind: "error", error };
}
