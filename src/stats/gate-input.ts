import { type Incomplete, isPresent } from "./present.ts";

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

/** The scores of the cases of one metric in both runs, as shares of the scale; NaN where a case has none. */
export interface GateScores {
  readonly baseline: Float64Array;
  readonly candidate: Float64Array;
  readonly clusters?: readonly (string | null)[];
}

/** A case's score is the mean of its repeats: repeats are not further pairs. */
export function scoreCases({ baseline, candidate, scale }: GateMetric, clusters: GateInput["clusters"]): GateScores {
  const scores = { baseline: new Float64Array(baseline.length), candidate: new Float64Array(baseline.length) };
  for (let i = 0; i < baseline.length; i++) {
    scores.baseline[i] = shareOf(baseline[i] ?? [], scale);
    scores.candidate[i] = shareOf(candidate[i] ?? [], scale);
  }
  return clusters === undefined ? scores : { ...scores, clusters };
}

/** The same of some of the cases. */
export function pickCases({ baseline, candidate, clusters }: GateScores, places: readonly number[]): GateScores {
  const scores = {
    baseline: Float64Array.from(places, (place) => baseline[place] ?? Number.NaN),
    candidate: Float64Array.from(places, (place) => candidate[place] ?? Number.NaN),
  };
  return clusters === undefined ? scores : { ...scores, clusters: places.map((place) => clusters[place] ?? null) };
}

function shareOf(repeats: Incomplete, scale: number): number {
  let total = 0;
  let count = 0;
  for (let i = 0; i < repeats.length; i++) {
    const score = repeats[i];
    if (!isPresent(score)) continue;
    total += score;
    count++;
  }
  return count === 0 ? Number.NaN : total / count / scale;
}
