/**
 * The values with the rounding of doubles taken out: each is moved to the nearest multiple of a power of two, about
 * 2⁻⁴⁴ of the largest, so that what is equal on paper is equal here: 0.1 + 0.2 and 0.3, or 1 − 2/3 and 1/3.
 *
 * @param magnitude the largest number that the values were computed from: differences of large numbers carry the
 *   rounding of those. The largest of the values by default.
 */
export function withoutDust(values: readonly number[], magnitude?: number): readonly number[] {
  const largest = magnitude ?? largestOf(values);
  if (largest === 0) return values;
  const step = 2 ** (Math.ceil(Math.log2(largest)) - 44);
  return values.map((value) => Math.round(value / step) * step);
}

/** The largest size of the values, whatever their sign; 0 of none. */
export function largestOf(values: readonly number[]): number {
  return values.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
}
