/**
 * The sum of `values` in the order given, compensated, so that neither the order
 * of completion nor the number of terms shows in the last digits.
 *
 * Source: Neumaier 1974, doi:10.1002/zamm.19740540106 (Kahan–Babuška summation).
 */
export function sum(values: readonly number[]): number {
  let total = 0;
  let lost = 0;
  for (const value of values) {
    const next = total + value;
    lost += Math.abs(total) >= Math.abs(value) ? total - next + value : value - next + total;
    total = next;
  }
  return total + lost;
}

/** The sample variance, with n − 1 below the line; null of fewer than two values. */
export function sampleVariance(values: readonly number[]): number | null {
  const center = mean(values);
  if (center === null || values.length < 2) return null;
  return sum(values.map((value) => (value - center) ** 2)) / (values.length - 1);
}

/** The arithmetic mean, or null of no values: 0/0 is not a number that anybody measured. */
export function mean(values: readonly number[]): number | null {
  return values.length === 0 ? null : sum(values) / values.length;
}
