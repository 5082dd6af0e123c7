import { tCdf } from "./distributions.ts";
import type { Estimate } from "./interval.ts";

/** A test of a mean against 0. */
export interface MeanTest {
  /** mean / standardError; null without a spread: equal values say nothing of chance, however many. */
  readonly t: number | null;
  /** The chance of a mean so low if the true one is 0: evidence of worse, where higher is better. */
  readonly pLess: number | null;
  readonly pGreater: number | null;
  readonly pTwoSided: number | null;
}

/** Student's t of a mean on `df` degrees of freedom, against a true mean of 0. */
export function testOfMean({ mean, standardError, df }: Estimate & { readonly df: number | null }): MeanTest {
  if (mean === null || standardError === null || standardError === 0 || df === null || df < 1)
    return { t: null, pLess: null, pGreater: null, pTwoSided: null };
  const t = mean / standardError;
  return { t, pLess: tCdf(t, df), pGreater: tCdf(-t, df), pTwoSided: 2 * tCdf(-Math.abs(t), df) };
}
