import { binomialTest } from "./binomial.ts";
import { chiSquareUpper } from "./distributions.ts";

/** The cases of two runs that pass or fail in each. */
export interface PassFailTable {
  readonly bothPass: number;
  /** Failed before, pass now. */
  readonly gained: number;
  /** Passed before, fail now. */
  readonly lost: number;
  readonly bothFail: number;
}

/** McNemar's test: only cases that changed sides say anything. */
export interface McNemar {
  /** (gained − lost) / cases; null without cases. */
  readonly difference: number | null;
  readonly exactTwoSided: number;
  /** The chance of so few gained among those that changed: evidence that the candidate is worse. */
  readonly exactWorse: number;
  /** Null when no case changed sides. */
  readonly midPTwoSided: number | null;
  /** Equal to the mid-p of the sign-flip test of the ±1 differences. */
  readonly midPWorse: number | null;
  readonly chiSquare: number | null;
  readonly pChiSquare: number | null;
  /** (|gained − lost| − 1)² / (gained + lost), as statsmodels has it. */
  readonly correctedChiSquare: number | null;
  readonly pCorrectedChiSquare: number | null;
}

/**
 * McNemar's test of two runs that pass or fail the same cases.
 *
 * Source: McNemar 1947, doi:10.1007/BF02295996; mid-p of Fagerland, Lydersen & Laake 2013, doi:10.1186/1471-2288-13-91.
 */
export function mcNemar({ bothPass, gained, lost, bothFail }: PassFailTable): McNemar {
  const changed = gained + lost;
  const cases = bothPass + bothFail + changed;
  const exact = binomialTest({ successes: gained, trials: changed }, 0.5);
  const chiSquare = changed === 0 ? null : (gained - lost) ** 2 / changed;
  const correctedChiSquare = changed === 0 ? null : (Math.abs(gained - lost) - 1) ** 2 / changed;
  return {
    difference: cases === 0 ? null : (gained - lost) / cases,
    exactTwoSided: exact?.pTwoSided ?? 1,
    exactWorse: exact?.pLess ?? 1,
    midPTwoSided: exact && midPTwoSided(exact, gained === lost),
    midPWorse: exact?.midPLess ?? null,
    chiSquare,
    pChiSquare: chiSquare === null ? null : chiSquareUpper(chiSquare, 1),
    correctedChiSquare,
    pCorrectedChiSquare: correctedChiSquare === null ? null : chiSquareUpper(correctedChiSquare, 1),
  };
}

/** 2 P(X ≤ k) − P(X = k), k the smaller count; 1 − P(X = k) / 2 of equal counts. */
function midPTwoSided(
  { pLess, midPLess, midPGreater }: { readonly pLess: number; readonly midPLess: number; readonly midPGreater: number },
  isEven: boolean,
): number {
  return isEven ? 1 - (pLess - midPLess) : 2 * Math.min(midPLess, midPGreater);
}
