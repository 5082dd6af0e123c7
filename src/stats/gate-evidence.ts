import { clusteredMean } from "./cluster-error.ts";
import { describe } from "./describe.ts";
import type { GateScores } from "./gate-input.ts";
import { type Interval, tInterval } from "./interval.ts";
import { errorFloor, nonInferiority } from "./non-inferiority.ts";
import { pairDifferences } from "./paired-t.ts";
import { isPresent } from "./present.ts";
import { signFlip } from "./sign-flip.ts";

/** What the pairs of one metric, or of one of its slices, say. Shares of the scale; null: nothing can be said. */
export interface GateEvidence {
  readonly pairs: number;
  /** Cases with a score in the baseline only. */
  readonly missingCandidate: number;
  /** Cases with a score in the candidate only. */
  readonly missingBaseline: number;
  /** The clusters of the pairs; null when none were given. With three or fewer nothing can fail. */
  readonly clusters: number | null;
  /** The mean of candidate − baseline. */
  readonly change: number | null;
  /** Of the change; robust to clusters (CR1) when they are given. */
  readonly standardError: number | null;
  readonly df: number | null;
  readonly floor: number | null;
  readonly errorUsed: number | null;
  /** The range that holds the true change in nine samples of ten, without the floor. */
  readonly range90: Interval | null;
  /** With the floor, one-sided at alpha. */
  readonly lowerBound: number | null;
  /** Mid-p of the sign-flip test: small when so many losses cannot be chance. */
  readonly pWorse: number | null;
  /** Whether `pWorse` counts all sign patterns; null without a test. */
  readonly isExact: boolean | null;
  /** No case's score differs. */
  readonly isUnmoved: boolean;
  /** The change if every missing candidate score were 0. */
  readonly worstChange: number | null;
}

/** Weighs the pairs of one metric or slice against a margin. */
export function weigh(scores: GateScores, margin: number, alpha: number): GateEvidence {
  const { differences } = pairDifferences(scores.baseline, scores.candidate);
  const { missingCandidate, missingBaseline, lost } = countMissing(scores);
  const clusters = clustersOfPairs(scores);
  const clustered = clusters && clusteredMean(differences, clusters);
  const { mean: change, standardError, df } = clustered ?? describe(differences);
  const pairs = differences.length;
  const bound = nonInferiority({ pairs, mean: change, standardError, df }, margin, alpha);
  const flipped = signFlip(differences, clusters);
  return {
    pairs,
    missingCandidate,
    missingBaseline,
    clusters: clustered?.clusters ?? null,
    change,
    standardError,
    df,
    floor: errorFloor(margin, pairs),
    errorUsed: bound.errorUsed,
    range90: tInterval({ mean: change, standardError, df }, 0.9),
    lowerBound: bound.boundWithFloor,
    pWorse: flipped?.midLess ?? null,
    isExact: flipped?.isExact ?? null,
    isUnmoved: pairs > 0 && differences.every((difference) => difference === 0),
    worstChange: change === null ? null : (change * pairs - lost) / (pairs + missingCandidate),
  };
}

/** `lost`: the baseline scores that no candidate score stands against. */
function countMissing({ baseline, candidate }: GateScores): {
  readonly missingCandidate: number;
  readonly missingBaseline: number;
  readonly lost: number;
} {
  let missingCandidate = 0;
  let missingBaseline = 0;
  let lost = 0;
  for (let i = 0; i < baseline.length; i++) {
    const before = baseline[i];
    const isScored = isPresent(candidate[i]);
    if (isPresent(before) && !isScored) {
      missingCandidate++;
      lost += before;
    } else if (!isPresent(before) && isScored) missingBaseline++;
  }
  return { missingCandidate, missingBaseline, lost };
}

function clustersOfPairs({ baseline, candidate, clusters }: GateScores): readonly (string | null)[] | undefined {
  return clusters?.filter((_, i) => isPresent(baseline[i]) && isPresent(candidate[i]));
}
