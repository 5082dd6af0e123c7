import type { RetrievedChunk } from "../core/index.ts";
import type { Chunk } from "./chunk.ts";

/**
 * The k chunks whose vectors point most nearly where the query's does, best first; ties in
 * the order of chunks.
 *
 * score = q · c / (|q| |c|), the cosine, −1 to 1; 0 for a vector of nothing but zeros.
 * In: a vector for each chunk, all of the query's length.
 */
export function searchDense(
  {
    chunks,
    vectors,
    k,
  }: { readonly chunks: readonly Chunk[]; readonly vectors: readonly (readonly number[])[]; readonly k: number },
  query: readonly number[],
): readonly RetrievedChunk[] {
  return chunks
    .map(({ headings: _, ...chunk }, i) => ({ ...chunk, score: cosine(query, vectors[i] ?? []) }))
    .sort((a, b) => b.score - a.score)
    .slice(0, k);
}

function cosine(a: readonly number[], b: readonly number[]): number {
  let [dot, aa, bb] = [0, 0, 0];
  for (const [i, x] of a.entries()) {
    const y = b[i] ?? 0;
    dot += x * y;
    aa += x * x;
    bb += y * y;
  }
  return aa === 0 || bb === 0 ? 0 : dot / Math.sqrt(aa * bb);
}
