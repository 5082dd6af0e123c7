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
export function completePairs(x: ArrayLike<number | null>, y: ArrayLike<number | null>): CompletePairs {
  const both: { readonly x: number[]; readonly y: number[] } = { x: [], y: [] };
  for (let i = 0; i < x.length; i++) {
    const value = x[i];
    const other = y[i];
    if (!isPresent(value) || !isPresent(other)) continue;
    both.x.push(value);
    both.y.push(other);
  }
  return { ...both, dropped: Math.max(x.length, y.length) - both.x.length };
}

/** The places of the values that are there, in a list of 100 000 without a list for each. */
export function presentPlaces(values: Incomplete): readonly number[] {
  const places: number[] = [];
  for (let i = 0; i < values.length; i++) if (isPresent(values[i])) places.push(i);
  return places;
}
