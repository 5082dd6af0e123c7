/**
 * The smallest value that at least a share `p` of the values do not exceed.
 *
 * In: `values` in any order, `p` in (0, 1]. Out: one of the values, or null of none.
 *
 * Source: the inverse of the empirical distribution function, definition 1 of
 * Hyndman & Fan 1996, doi:10.1080/00031305.1996.10473566: no value is invented.
 */
export function quantile(values: readonly number[], p: number): number | null {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(p * sorted.length) - 1)] ?? null;
}
