import type { Ranking } from "./ranking.ts";

/** How many relevant things are found among the first k. */
export function foundWithin({ credits }: Ranking, k: number): number {
  const end = Math.min(k, credits.length);
  let found = 0;
  for (let i = 0; i < end; i++) found += credits[i] ?? 0;
  return found;
}

/** How many of the first k places bring something relevant for the first time. */
export function hitsWithin({ credits }: Ranking, k: number): number {
  const end = Math.min(k, credits.length);
  let hits = 0;
  for (let i = 0; i < end; i++) if ((credits[i] ?? 0) > 0) hits += 1;
  return hits;
}

/** The rank, counted from 1, of the first place that brings something relevant; Infinity when none of the first k does. */
export function firstHit({ credits }: Ranking, k: number): number {
  const end = Math.min(k, credits.length);
  for (let i = 0; i < end; i++) if ((credits[i] ?? 0) > 0) return i + 1;
  return Number.POSITIVE_INFINITY;
}

/** part / whole, and 0 where there is no whole. */
export function share(part: number, whole: number): number {
  return whole === 0 ? 0 : part / whole;
}

/** The harmonic mean of two shares, 0 when both are. */
export function harmonicMean(precision: number, recall: number): number {
  return share(2 * precision * recall, precision + recall);
}
