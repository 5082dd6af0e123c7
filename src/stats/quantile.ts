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

/**
 * The value at the place (n − 1)·p of the sorted values, on the straight line between its two neighbours:
 * for intervals, where `quantile` would jump; what a report calls "95 % within" is `quantile`.
 *
 * In: `values` in any order, `p` in [0, 1]. Out: null of no values.
 *
 * Source: definition 7 of Hyndman & Fan 1996, the default of R and numpy.
 */
export function interpolatedQuantile(values: readonly number[], p: number): number | null {
  return quantileOfSorted(Float64Array.from(values).sort(), p);
}

/** The same, of values in ascending order. */
export function quantileOfSorted(sorted: ArrayLike<number>, p: number): number | null {
  const place = (sorted.length - 1) * p;
  const below = sorted[Math.floor(place)];
  const above = sorted[Math.ceil(place)];
  return below === undefined || above === undefined ? null : below + (place - Math.floor(place)) * (above - below);
}
