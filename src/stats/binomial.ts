import { binomialCdf, binomialMass } from "./distributions.ts";
import { sum } from "./mean.ts";
import { type Incomplete, present } from "./present.ts";
import type { Proportion } from "./proportion.ts";

/** Exact tails of a binomial count. */
export interface BinomialTest {
  /** The chance of so few successes. */
  readonly pLess: number;
  /** The chance of so many. */
  readonly pGreater: number;
  /** All outcomes that are not likelier than the one seen. */
  readonly pTwoSided: number;
  /** pLess less half the chance of exactly this many. */
  readonly midPLess: number;
  readonly midPGreater: number;
}

/**
 * The exact test of `successes` in `trials` against a share of `p`. Null of no trials.
 *
 * Source: Clopper & Pearson 1934; agrees with R 4.2.2 `binom.test` and scipy 1.10.1 `binomtest`; the mid-p of
 * Lancaster 1961, doi:10.1080/01621459.1961.10482105.
 */
export function binomialTest({ successes, trials }: Proportion, p: number): BinomialTest | null {
  if (trials === 0) return null;
  const exactly = binomialMass(successes, trials, p);
  const pLess = binomialCdf(successes, trials, p);
  const pGreater = binomialCdf(trials - successes, trials, 1 - p);
  // Masses that are equal on paper differ in their last digits.
  const masses = Array.from({ length: trials + 1 }, (_, k) => binomialMass(k, trials, p));
  const pTwoSided = Math.min(1, sum(masses.filter((mass) => mass <= exactly * (1 + 1e-7))));
  return { pLess, pGreater, pTwoSided, midPLess: pLess - exactly / 2, midPGreater: pGreater - exactly / 2 };
}

/** How many cases got better, worse, or stayed. */
export interface Signs {
  readonly better: number;
  readonly worse: number;
  readonly same: number;
}

/** Counts the signs of differences, candidate − baseline. */
export function signsOf(differences: Incomplete): Signs {
  const used = present(differences);
  const better = used.filter((difference) => difference > 0).length;
  const worse = used.filter((difference) => difference < 0).length;
  return { better, worse, same: used.length - better - worse };
}

/**
 * The sign test: is better as likely as worse? Cases that stayed are left out; successes are those that got better, so
 * pLess is evidence of worse. It asks for the direction, not for the size. Null when every case stayed.
 *
 * Source: Dixon & Mood 1946, doi:10.1080/01621459.1946.10501898.
 */
export function signTest({ better, worse }: Signs): BinomialTest | null {
  return binomialTest({ successes: better, trials: better + worse }, 0.5);
}
