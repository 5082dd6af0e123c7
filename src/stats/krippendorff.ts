import { sum } from "./mean.ts";
import { type Incomplete, present } from "./present.ts";

/**
 * What the distance of two ratings is. `nominal`: 0 or 1. `interval`: their difference.
 * `ordinal`: how many ratings lie between them, half of their own included.
 */
export type RatingLevel = "nominal" | "ordinal" | "interval";

/** Krippendorff's alpha and what it rests on. */
export interface Alpha {
  /** 1: no disagreement; 0: as much as by chance; negative: more. Null when nothing varies or nothing is paired. */
  readonly alpha: number | null;
  /** Units with at least two ratings; the others say nothing. */
  readonly units: number;
  /** Their ratings. */
  readonly ratings: number;
}

/**
 * Krippendorff's alpha of any number of raters: α = 1 − (n − 1) Σ o_ck δ²_ck / Σ n_c n_k δ²_ck, over the pairs of
 * values c < k; o_ck: how often they meet in a unit, each unit of m ratings weighing 1 / (m − 1); n_c: how often c occurs.
 *
 * In: ratings[r][u], of unit u by rater r, null where there is none.
 *
 * Source: Krippendorff 2011, "Computing Krippendorff's alpha-reliability", whose worked example is a test.
 */
export function krippendorffAlpha(ratings: readonly Incomplete[], level: RatingLevel): Alpha {
  const units = (ratings[0] ?? [])
    .map((_, u) => present(ratings.map((rater) => rater[u] ?? null)))
    .filter((unit) => unit.length >= 2);
  const values = [...new Set(units.flat())].sort((a, b) => a - b);
  const counts = values.map((value) => sum(units.map((unit) => occurrences(unit, value))));
  const n = sum(counts);
  let observed = 0;
  let expected = 0;
  for (let k = 1; k < values.length; k++)
    for (let c = 0; c < k; c++) {
      const distance = distanceOf(level, { values, counts, c, k }) ** 2;
      observed += distance * meetings(units, values[c] ?? 0, values[k] ?? 0);
      expected += distance * (counts[c] ?? 0) * (counts[k] ?? 0);
    }
  return { alpha: expected === 0 ? null : 1 - ((n - 1) * observed) / expected, units: units.length, ratings: n };
}

interface ValuePair {
  readonly values: readonly number[];
  readonly counts: readonly number[];
  readonly c: number;
  readonly k: number;
}

function distanceOf(level: RatingLevel, { values, counts, c, k }: ValuePair): number {
  if (level === "nominal") return 1;
  if (level === "interval") return (values[k] ?? 0) - (values[c] ?? 0);
  return sum(counts.slice(c, k + 1)) - ((counts[c] ?? 0) + (counts[k] ?? 0)) / 2;
}

function meetings(units: readonly (readonly number[])[], c: number, k: number): number {
  return sum(units.map((unit) => (occurrences(unit, c) * occurrences(unit, k)) / (unit.length - 1)));
}

function occurrences(unit: readonly number[], value: number): number {
  return unit.reduce((count, rating) => (rating === value ? count + 1 : count), 0);
}
