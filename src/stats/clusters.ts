/**
 * Numbers the clusters of the cases from 0 in the order in which they come.
 *
 * @param clusters the id of each case's cluster, such as its source document; null: the case is a cluster of its own.
 */
export function numberClusters(clusters: readonly (string | null)[]): Int32Array {
  const numbers = new Map<string, number>();
  let next = 0;
  return Int32Array.from(clusters, (id) => {
    const known = id === null ? undefined : numbers.get(id);
    if (known !== undefined) return known;
    if (id !== null) numbers.set(id, next);
    return next++;
  });
}
