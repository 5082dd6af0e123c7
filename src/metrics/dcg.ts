/** log2(rank + 1) by rank − 1. Beyond, it is computed: the same number, only slower. */
const discounts = Float64Array.from({ length: 1000 }, (_, i) => Math.log2(i + 2));

/** What a gain at a rank, from 1, is divided by: log2(rank + 1). */
export function discountAt(rank: number): number {
  return discounts[rank - 1] ?? Math.log2(rank + 1);
}

/**
 * Discounted cumulative gain: Σ_{i=1..k} gain_i / log2(i + 1), added up from the top.
 *
 * Source: Järvelin & Kekäläinen 2002, doi:10.1145/582415.582418.
 */
export function dcg(gains: readonly number[], k: number): number {
  const end = Math.min(k, gains.length);
  let total = 0;
  for (let i = 0; i < end; i++) total += (gains[i] ?? 0) / (discounts[i] ?? Math.log2(i + 2));
  return total;
}
