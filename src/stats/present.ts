/** A list in which a score may be missing: null, and whatever is not finite. */
export type Incomplete = readonly (number | null)[];

/** The values that are there. */
export function present(values: Incomplete): readonly number[] {
  return values.filter(isPresent);
}

/** Whether a value is there: null, NaN and infinities are not. */
export function isPresent(value: number | null | undefined): value is number {
  return Number.isFinite(value);
}

/** The values of two lists at the places where both have one. */
export interface CompletePairs {
  readonly x: readonly number[];
  readonly y: readonly number[];
  readonly dropped: number;
}

/** Drops the places at which either list has no value, and counts them. The lists have the same length. */
export function completePairs(x: Incomplete, y: Incomplete): CompletePairs {
  const places = x.flatMap((value, i) => {
    const other = y[i];
    return isPresent(value) && isPresent(other) ? [{ value, other }] : [];
  });
  return {
    x: places.map(({ value }) => value),
    y: places.map(({ other }) => other),
    dropped: Math.max(x.length, y.length) - places.length,
  };
}
