import { numberClusters } from "./clusters.ts";
import { sampleVariance } from "./describe.ts";
import { mean, sum } from "./mean.ts";
import { type Incomplete, presentPlaces } from "./present.ts";

/** The mean of clustered values and how uncertain it is. `tInterval` and `testOfMean` take it. */
export interface ClusteredMean {
  readonly used: number;
  /** Clusters with at least one value. */
  readonly clusters: number;
  readonly mean: number | null;
  /** s / √n, as if every value were independent; null of fewer than two values. */
  readonly plainError: number | null;
  /** CR0: √(Σ over clusters of (sum of residuals)²) / n; 0 of one cluster, by algebra and not for certainty. */
  readonly errorCr0: number | null;
  /** The mix of Miller 2024; null where it is not the root of a positive number. */
  readonly errorMiller: number | null;
  /** CR1: CR0 · √(G / (G − 1)), the one to use; null of fewer than two clusters. */
  readonly standardError: number | null;
  /** G − 1; null of fewer than two clusters. */
  readonly df: number | null;
  /** standardError² / plainError²: how many times more cases clustering costs; may be below 1. */
  readonly designEffect: number | null;
}

/**
 * The cluster-robust standard error of a mean: cases of one source share their fate, and count as one piece of evidence.
 *
 * @param clusters the id of each value's cluster; null: a cluster of its own.
 *
 * Source: Liang & Zeger 1986, doi:10.1093/biomet/73.1.13; Cameron & Miller 2015, doi:10.3368/jhr.50.2.317 (CR1);
 * Miller 2024, arXiv:2411.00640.
 */
export function clusteredMean(values: Incomplete, clusters: readonly (string | null)[]): ClusteredMean {
  const places = presentPlaces(values);
  const used = places.map((i) => values[i] ?? 0);
  const numbers = numberClusters(places.map((i) => clusters[i] ?? null));
  return { used: used.length, ...errorsOf(used, numbers) };
}

function errorsOf(values: readonly number[], clusters: Int32Array): Omit<ClusteredMean, "used"> {
  const n = values.length;
  const center = mean(values);
  const variance = sampleVariance(values);
  const count = new Set(clusters).size;
  if (center === null) return { ...nothing, clusters: 0 };
  const isFlat = variance === 0;
  const residuals = values.map((value) => (isFlat ? 0 : value - center));
  const squares = sum(sumByCluster(residuals, clusters).map((residual) => residual ** 2)) / n ** 2;
  const crossed = squares - sum(residuals.map((residual) => residual ** 2)) / n ** 2;
  const miller = variance === null ? null : variance / n + crossed;
  const robust = count < 2 ? null : squares * (count / (count - 1));
  return {
    clusters: count,
    mean: center,
    plainError: root(variance === null ? null : variance / n),
    errorCr0: root(squares),
    errorMiller: root(miller),
    standardError: root(robust),
    df: count < 2 ? null : count - 1,
    designEffect: robust === null || variance === null || isFlat ? null : robust / (variance / n),
  };
}

const nothing = {
  mean: null,
  plainError: null,
  errorCr0: null,
  errorMiller: null,
  standardError: null,
  df: null,
  designEffect: null,
} as const;

function sumByCluster(values: readonly number[], clusters: Int32Array): readonly number[] {
  const members: number[][] = [];
  for (let i = 0; i < values.length; i++) {
    const value = values[i] ?? 0;
    const number = clusters[i] ?? 0;
    const group = members[number];
    if (group === undefined) members[number] = [value];
    else group.push(value);
  }
  return members.map(sum);
}

function root(square: number | null): number | null {
  return square === null || square < 0 ? null : Math.sqrt(square);
}
