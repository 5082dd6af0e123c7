/**
 * Numbers the clusters of the cases from 0 in the order in which they come.
 *
 * @param clusters the id of each case's cluster, such as its source document; null: the case is a cluster of its own.
 */
export function numberClusters(clusters: readonly (string | null)[]): Int32Array {
  const numbers = new Map<string, number>();
  let next = 0;
  const numbered = new Int32Array(clusters.length);
  for (let i = 0; i < clusters.length; i++) {
    const id = clusters[i] ?? null;
    const known = id === null ? undefined : numbers.get(id);
    numbered[i] = known ?? next++;
    if (id !== null && known === undefined) numbers.set(id, numbered[i] ?? 0);
  }
  return numbered;
}
