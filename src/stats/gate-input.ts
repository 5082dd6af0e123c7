import { mean } from "./mean.ts";
import { type Incomplete, present } from "./present.ts";

/** The scores of one gated metric in two runs. */
export interface GateMetric {
  readonly metric: string;
  /** The best score: 1 of a share, 5 of a judge. Higher is better, and the worst is 0. */
  readonly scale: number;
  /** The largest drop of the mean allowed, as a share of the scale: 0.02 is two percentage points. */
  readonly margin: number;
  /** The same in a slice. */
  readonly sliceMargin: number;
  /** Whether scoring again gives the same score: of retrieval, not of a judge. */
  readonly isDeterministic: boolean;
  /** For each case the scores of all repeats, null for one that failed; no repeat: no score. */
  readonly baseline: readonly Incomplete[];
  /** Of the same cases in the same order. */
  readonly candidate: readonly Incomplete[];
}

/** Some of the cases, gated on their own. */
export interface GateSlice {
  readonly name: string;
  /** Their places in the lists of a metric. */
  readonly cases: readonly number[];
}

/** How strict a gate is. */
export interface GateSettings {
  /** The chance of a false alarm over all tests together, one-sided, and of a wrong pass. */
  readonly alpha: number;
  /** Fewer pairs never pass. */
  readonly minPairs: number;
  /** Smaller slices are not tested. */
  readonly minSlicePairs: number;
  /** Whether a metric passes on the ground that no case's score differs, although the set may be too small to tell. */
  readonly noDifference: "pass" | "inconclusive";
}

/** One-sided 5 %, 20 pairs and 10 in a slice: the settings whose error rates were simulated. */
export const gateDefaults: GateSettings = { alpha: 0.05, minPairs: 20, minSlicePairs: 10, noDifference: "pass" };

/** All that a decision rests on. */
export interface GateInput {
  /** Those that decide; a metric that is only watched does not belong in the family. */
  readonly metrics: readonly GateMetric[];
  /** The id of each case's cluster, such as its source document; null: a cluster of its own. */
  readonly clusters?: readonly (string | null)[];
  readonly slices?: readonly GateSlice[];
  readonly settings?: Partial<GateSettings>;
}

/** The scores of one case in both runs, as shares of the scale. */
export interface CasePair {
  readonly cluster: string | null;
  readonly baseline: number | null;
  readonly candidate: number | null;
  readonly baselineRepeats: readonly number[];
  readonly candidateRepeats: readonly number[];
}

/** A case's score is the mean of its repeats: repeats are not further pairs. */
export function pairCases(
  { baseline, candidate, scale }: GateMetric,
  clusters: readonly (string | null)[] | undefined,
): readonly CasePair[] {
  return baseline.map((repeats, i) => {
    const before = present(repeats);
    const after = present(candidate[i] ?? []);
    return {
      cluster: clusters?.[i] ?? null,
      baseline: shareOf(before, scale),
      candidate: shareOf(after, scale),
      baselineRepeats: before,
      candidateRepeats: after,
    };
  });
}

function shareOf(repeats: readonly number[], scale: number): number | null {
  const score = mean(repeats);
  return score === null ? null : score / scale;
}
