import { numberClusters } from "./clusters.ts";
import { withoutDust } from "./dust.ts";
import {
  type FlipTails,
  flipCost,
  gainsAndLosses,
  listedTails,
  normalTails,
  roundedTails,
  wholeTails,
} from "./flip-tails.ts";
import { gridOf } from "./integer-grid.ts";
import { type Incomplete, presentPlaces } from "./present.ts";

/** The sign-flip test of differences, candidate − baseline. */
export interface SignFlip {
  /** Differences that are there. */
  readonly used: number;
  /** What keeps or flips its sign as one: a difference, or the sum of a cluster. */
  readonly units: number;
  readonly nonZeroUnits: number;
  /** The share of sign patterns with a sum not larger than the one seen: evidence that the candidate is worse. */
  readonly pLess: number;
  readonly pGreater: number;
  /** The share with a sum not nearer to 0. */
  readonly pTwoSided: number;
  /** pLess less half the share of equal sums: 0.5 when nothing moved. The gate's evidence of worse. */
  readonly midLess: number;
  readonly midGreater: number;
  readonly midTwoSided: number;
  /** Whether all sign patterns are counted; otherwise the p is near, within what `signFlip` says. */
  readonly isExact: boolean;
}

/**
 * The exact paired sign-flip test: if nothing changed, each difference is as likely to have the other sign, so the sum
 * seen is one of 2ⁿ that were equally likely. No chance is drawn: the same scores give the same p.
 *
 * Scores of judges and of recall are multiples of a small unit, and the distribution of the sum is counted on that
 * grid, free of the rounding that makes 0.1 + 0.2 larger than 0.3. Where the grid is too fine, as of nDCG: up to 22
 * units that are not 0 are listed; 200 and more are near a normal distribution (p near 0.05 within 0.0005);
 * in between the units are rounded to a grid of 65 536 steps (within 0.0001 of listing, at 23 to 30 units).
 *
 * In: differences in any unit; `clusters`: the id of each one's cluster, null for a cluster of its own.
 * Null of no differences.
 *
 * Source: Fisher 1935, The Design of Experiments; mid-p of Lancaster 1961, doi:10.1080/01621459.1961.10482105.
 */
export function signFlip(differences: Incomplete, clusters?: readonly (string | null)[]): SignFlip | null {
  const places = presentPlaces(differences);
  const used = Float64Array.from(places.map((i) => differences[i] ?? 0));
  if (used.length === 0) return null;
  const { units, isWhole } = unitsOf(used, clusters && numberClusters(places.map((i) => clusters[i] ?? null)));
  const moved = units.filter((unit) => unit !== 0);
  const { isExact, ...tails } = tailsOf(moved, { isWhole });
  return { used: used.length, units: units.length, nonZeroUnits: moved.length, ...psOf(tails, moved), isExact };
}

/** A grid finer than this has sums beyond the whole numbers that doubles hold, or takes too long anyway. */
const finestGrid = 1e7;

/** Additions that are not worth more than a moment: some 10 ms. */
const mostAdditions = 2e7;

/** Up to here all sign patterns are listed. */
const mostListed = 22;

/** From here on the normal distribution is near enough. */
const fewestNormal = 200;

function unitsOf(
  differences: Float64Array,
  clusters: Int32Array | undefined,
): { readonly units: Float64Array; readonly isWhole: boolean } {
  const grid = gridOf(differences, finestGrid);
  const values = grid === null ? differences : differences.map((difference) => Math.round(difference * grid));
  const sums = clusters === undefined ? values : sumsOf(values, clusters);
  return { units: grid === null ? Float64Array.from(withoutDust([...sums])) : sums, isWhole: grid !== null };
}

function sumsOf(values: Float64Array, clusters: Int32Array): Float64Array {
  const sums = new Float64Array(clusters.reduce((most, number) => Math.max(most, number + 1), 0));
  for (let i = 0; i < values.length; i++) {
    const cluster = clusters[i] ?? 0;
    sums[cluster] = (sums[cluster] ?? 0) + (values[i] ?? 0);
  }
  return sums;
}

function tailsOf(
  units: Float64Array,
  { isWhole }: { readonly isWhole: boolean },
): FlipTails & { readonly isExact: boolean } {
  if (isWhole && flipCost(units) <= mostAdditions) return { ...wholeTails(units), isExact: true };
  if (units.length <= mostListed) return { ...listedTails(units), isExact: true };
  if (units.length >= fewestNormal) return { ...normalTails(units), isExact: false };
  return { ...roundedTails(units), isExact: false };
}

function psOf(
  { atMost: pLess, equal }: FlipTails,
  units: Float64Array,
): Omit<SignFlip, "used" | "units" | "nonZeroUnits" | "isExact"> {
  const pGreater = 1 - pLess + equal;
  const midLess = pLess - equal / 2;
  const midGreater = pGreater - equal / 2;
  // Nothing is nearer to 0 than a sum of 0, so that every other counts, and only those of 0 are equal.
  const { gained, lost } = gainsAndLosses(units);
  const isBalanced = Math.abs(gained - lost) <= 1e-12 * (gained + lost);
  const pTwoSided = isBalanced ? 1 : 2 * Math.min(pLess, pGreater);
  return { pLess, pGreater, pTwoSided, midLess, midGreater, midTwoSided: pTwoSided - (isBalanced ? equal / 2 : equal) };
}
