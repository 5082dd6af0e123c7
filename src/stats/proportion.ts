import { betaQuantile, normalQuantile } from "./distributions.ts";
import type { Interval } from "./interval.ts";

/** How often something happened. */
export interface Proportion {
  readonly successes: number;
  readonly trials: number;
}

/**
 * Wilson's range of a share, two-sided; the one to show. Null of no trials.
 *
 * Source: Wilson 1927, doi:10.1080/01621459.1927.10502953.
 */
export function wilson(share: Proportion, confidence: number): Interval | null {
  return scoreRange(share, confidence, { correction: 0 });
}

/**
 * Wilson's range with a correction for continuity: wider, never too narrow.
 *
 * Source: Newcombe 1998, doi:10.1002/(SICI)1097-0258(19980430)17:8<857::AID-SIM777>3.0.CO;2-E, method 4.
 */
export function wilsonCorrected(share: Proportion, confidence: number): Interval | null {
  return scoreRange(share, confidence, { correction: 1 });
}

function scoreRange(
  { successes, trials }: Proportion,
  confidence: number,
  { correction }: { readonly correction: 0 | 1 },
): Interval | null {
  if (trials === 0) return null;
  const z = normalQuantile((1 + confidence) / 2);
  // The low end for `k` successes; the high end is that of the failures, mirrored.
  const lowEnd = (k: number): number => {
    if (k === 0) return 0;
    const spread = z * z - correction * (2 + 1 / trials) + (4 * k * (trials - k + correction)) / trials;
    return Math.max(0, (2 * k + z * z - correction - z * Math.sqrt(spread)) / (2 * (trials + z * z)));
  };
  return { low: lowEnd(successes), high: 1 - lowEnd(trials - successes) };
}

/**
 * The exact range of Clopper and Pearson: holds the true share at least as often as it says. Null of no trials.
 *
 * Source: Clopper & Pearson 1934, doi:10.1093/biomet/26.4.404.
 */
export function clopperPearson({ successes, trials }: Proportion, confidence: number): Interval | null {
  if (trials === 0) return null;
  const tail = (1 - confidence) / 2;
  const failures = trials - successes;
  return {
    low: successes === 0 ? 0 : betaQuantile(tail, successes, failures + 1),
    high: failures === 0 ? 1 : betaQuantile(1 - tail, successes + 1, failures),
  };
}

/**
 * The range of Jeffreys' prior, closed at 0 of no success and at 1 of nothing else. Null of no trials.
 *
 * Source: Brown, Cai & DasGupta 2001, doi:10.1214/ss/1009213286.
 */
export function jeffreys({ successes, trials }: Proportion, confidence: number): Interval | null {
  if (trials === 0) return null;
  const tail = (1 - confidence) / 2;
  const failures = trials - successes;
  return {
    low: successes === 0 ? 0 : betaQuantile(tail, successes + 0.5, failures + 0.5),
    high: failures === 0 ? 1 : betaQuantile(1 - tail, successes + 0.5, failures + 0.5),
  };
}

/**
 * The range of Agresti and Coull, z²/2 successes and failures added, cut at 0 and 1. Null of no trials.
 *
 * Source: Agresti & Coull 1998, doi:10.1080/00031305.1998.10480550.
 */
export function agrestiCoull({ successes, trials }: Proportion, confidence: number): Interval | null {
  if (trials === 0) return null;
  const z = normalQuantile((1 + confidence) / 2);
  const n = trials + z * z;
  const share = (successes + (z * z) / 2) / n;
  const half = z * Math.sqrt((share * (1 - share)) / n);
  return { low: Math.max(0, share - half), high: Math.min(1, share + half) };
}

/**
 * The blind spot: the largest share of cases that a fault can hit and still not show in any of `trials` cases with the
 * probability `alpha`, 1 − alpha^(1/n). Null of no trials.
 */
export function blindSpot(trials: number, alpha: number): number | null {
  return trials === 0 ? null : -Math.expm1(Math.log(alpha) / trials);
}
