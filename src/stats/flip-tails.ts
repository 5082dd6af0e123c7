import { normalCdf } from "./distributions.ts";

/** Where a sum stands among all those that its units' signs allow. */
export interface FlipTails {
  /** The share of sums that are not larger. */
  readonly atMost: number;
  /** The share of sums that are equal. */
  readonly equal: number;
}

/**
 * Exactly, for units that are whole numbers, by adding one unit at a time to the distribution of the sum.
 *
 * In: whole numbers, none 0. Time grows with `flipCost`.
 *
 * Source: Pagano & Tritchler 1983, doi:10.1080/01621459.1983.10477990.
 */
export function wholeTails(units: Float64Array): FlipTails {
  const { gained, lost } = gainsAndLosses(units);
  // A sum is told by what its positive units add up to; the shorter tail is counted, the other is the rest.
  const most = Math.min(gained, lost);
  const shares = new Float64Array(most + 1);
  shares[0] = 1;
  let reached = 0;
  for (const size of units.map(Math.abs).sort()) {
    reached = Math.min(most, reached + size);
    for (let sum = reached; sum >= size; sum--) shares[sum] = ((shares[sum] ?? 0) + (shares[sum - size] ?? 0)) / 2;
    for (let sum = Math.min(size - 1, reached); sum >= 0; sum--) shares[sum] = (shares[sum] ?? 0) / 2;
  }
  const equal = shares[most] ?? 0;
  const tail = shares.reduce((total, share) => total + share, 0);
  return { atMost: gained <= lost ? tail : 1 - tail + equal, equal };
}

/** About how many additions `wholeTails` takes. */
export function flipCost(units: Float64Array): number {
  const { gained, lost } = gainsAndLosses(units);
  return units.length * Math.min(gained, lost);
}

/** What the positive units add up to, and the negative ones without their sign. */
export function gainsAndLosses(units: Float64Array): { readonly gained: number; readonly lost: number } {
  let gained = 0;
  let lost = 0;
  for (const unit of units) {
    if (unit > 0) gained += unit;
    else lost -= unit;
  }
  return { gained, lost };
}

/** Sums nearer than this share of the whole range are equal: the rounding of doubles, and of scores written to six digits. */
const nearness = 1e-9;

/** Exactly, for any units, by listing all sums of either half of them and matching the two lists; up to about 30 units. */
export function listedTails(units: Float64Array): FlipTails {
  const { gained, lost } = gainsAndLosses(units);
  const sizes = units.map(Math.abs);
  const half = sizes.length >> 1;
  const first = subsetSums(sizes.subarray(0, half));
  const second = subsetSums(sizes.subarray(half));
  const near = nearness * (gained + lost);
  const all = 2 ** sizes.length;
  const notLarger = pairsUpTo(first, second, gained + near);
  const smaller = pairsUpTo(first, second, gained - near);
  return { atMost: notLarger / all, equal: (notLarger - smaller) / all };
}

/** The sums of all subsets, in ascending order. */
function subsetSums(sizes: Float64Array): Float64Array {
  const sums = new Float64Array(2 ** sizes.length);
  for (const [i, size] of sizes.entries())
    for (let j = 0, known = 2 ** i; j < known; j++) sums[known + j] = (sums[j] ?? 0) + size;
  return sums.sort();
}

/** How many pairs, one of each ascending list, add up to at most `limit`. */
function pairsUpTo(first: Float64Array, second: Float64Array, limit: number): number {
  let pairs = 0;
  let fitting = second.length;
  for (const one of first) {
    while (fitting > 0 && one + (second[fitting - 1] ?? 0) > limit) fitting--;
    pairs += fitting;
  }
  return pairs;
}

/** The steps that the range of sums is divided into where the units have no common one. */
const steps = 2 ** 16;

/** Nearly, for any units: as `wholeTails`, with the units rounded to a grid of 65 536 steps over the range of sums. */
export function roundedTails(units: Float64Array): FlipTails {
  const { gained, lost } = gainsAndLosses(units);
  const rounded = units.map((unit) => Math.round((unit / (gained + lost)) * steps));
  return wholeTails(rounded.filter((unit) => unit !== 0));
}

/** Nearly, for many units: Φ(Σ d / √Σ d²). */
export function normalTails(units: Float64Array): FlipTails {
  let total = 0;
  let squares = 0;
  for (const unit of units) {
    total += unit;
    squares += unit * unit;
  }
  return { atMost: normalCdf(total / Math.sqrt(squares)), equal: 0 };
}
