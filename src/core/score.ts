import type { CaseError } from "./case-error.ts";

/**
 * The score of one case. No number stands for "no number": a score that could
 * not be had is of a kind of its own, so that it can never enter a mean.
 */
export type Score =
  | { readonly kind: "scored"; readonly value: number; readonly reason?: string }
  | { readonly kind: "absent"; readonly why: string }
  | { readonly kind: "error"; readonly error: CaseError };

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
