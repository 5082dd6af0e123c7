/**
 * How near two labels of an ordered scale of k labels are, by their places i and j: 1 for the same, down to 0.
 * `identity`: 1 or 0. `linear`: 1 − |i − j| / (k − 1). `quadratic`: 1 − (i − j)² / (k − 1)².
 * `ordinal`: 1 − C(|i − j| + 1, 2) / C(k, 2), the pairs of labels that lie between them.
 */
export type LabelWeight = "identity" | "linear" | "quadratic" | "ordinal";

const nearness: Readonly<Record<LabelWeight, (distance: number, k: number) => number>> = {
  identity: (distance) => (distance === 0 ? 1 : 0),
  linear: (distance, k) => 1 - distance / (k - 1),
  quadratic: (distance, k) => 1 - (distance / (k - 1)) ** 2,
  ordinal: (distance, k) => 1 - (distance * (distance + 1)) / (k * (k - 1)),
};

/** The weights of every pair of `k` labels, row by row; 1 on the diagonal. */
export function labelWeights(k: number, weight: LabelWeight): readonly (readonly number[])[] {
  const places = Array.from({ length: k }, (_, i) => i);
  return places.map((i) => places.map((j) => (i === j ? 1 : nearness[weight](Math.abs(i - j), k))));
}

/**
 * The place of each label on the scale.
 *
 * @throws RangeError for a label that the scale does not have: leaving it out would be a silent choice of the caller's.
 */
export function placesOf(labels: readonly number[], scale: readonly number[]): readonly number[] {
  const places = new Map(scale.map((label, i) => [label, i]));
  return labels.map((label) => {
    const place = places.get(label);
    if (place === undefined) throw new RangeError(`the label ${label} is not on the scale ${scale.join(", ")}`);
    return place;
  });
}
