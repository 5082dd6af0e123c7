/** How much each term says, by its rarity in a corpus. */
export interface TermWeights {
  /** Above 0; a term that stands nowhere weighs most. */
  weightOf(term: string): number;
}

/**
 * Inverse document frequency over the terms of chunks: ln(1 + (N − n + 0.5) / (n + 0.5)).
 *
 * Source: the weight of BM25, Robertson & Zaragoza 2009, doi:10.1561/1500000019, with 1
 * added inside the logarithm so that it stays above 0.
 */
export function weighTerms(texts: readonly (readonly string[])[]): TermWeights {
  const counts = new Map<string, number>();
  for (const terms of texts) {
    for (const term of new Set(terms)) counts.set(term, (counts.get(term) ?? 0) + 1);
  }
  return {
    weightOf: (term) => {
      const n = counts.get(term) ?? 0;
      return Math.log(1 + (texts.length - n + 0.5) / (n + 0.5));
    },
  };
}
