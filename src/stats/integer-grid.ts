/** Denominators above this are not looked for: what has one is not a mean of a few scores. */
const largestDenominator = 1e6;

/** How far a value may be from a fraction, as a share of the largest value: the rounding of doubles and no more. */
const nearness = 1e-12;

/**
 * The smallest q for which every value is a whole multiple of 1/q: 5 for judge scores of 0 to 5 divided by 5, 15 for
 * means of three of them, 12 for recalls of up to four passages. On that grid sums are compared without rounding.
 *
 * Null when there is none up to `most`: logarithms, as in nDCG, have none.
 */
export function gridOf(values: Float64Array, most: number): number | null {
  const largest = values.reduce((max, value) => Math.max(max, Math.abs(value)), 0);
  let q = 1;
  for (const value of values) {
    if (Math.abs(value * q - Math.round(value * q)) <= nearness * largest * q) continue;
    const denominator = denominatorOf(Math.abs(value), nearness * largest);
    if (denominator === null) return null;
    q *= denominator / greatestDivisor(q, denominator);
    if (q > most) return null;
  }
  return q;
}

/** The denominator of the simplest fraction within `tolerance` of a value, by its continued fraction. */
function denominatorOf(value: number, tolerance: number): number | null {
  let [top, bottom] = [1, 0];
  let [topBefore, bottomBefore] = [0, 1];
  let rest = value;
  while (bottom <= largestDenominator) {
    const whole = Math.floor(rest);
    [top, topBefore] = [whole * top + topBefore, top];
    [bottom, bottomBefore] = [whole * bottom + bottomBefore, bottom];
    if (Math.abs(value - top / bottom) <= tolerance) return bottom;
    rest = 1 / (rest - whole);
  }
  return null;
}

function greatestDivisor(a: number, b: number): number {
  return b === 0 ? a : greatestDivisor(b, a % b);
}
