import type { Document } from "../core/index.ts";
import { type Term, termsOf } from "./passage-terms.ts";

/** So many documents are worth a look, window by window. */
const candidates = 5;

/**
 * For each list of terms the documents that hold most of them, best first: those with the
 * highest sum of weights, ln(1 + N / n) for a term that n of N documents hold.
 */
export function rankDocuments(
  documents: readonly Document[],
  looked: readonly (readonly Term[])[],
): readonly (readonly Document[])[] {
  const holders = new Map<string, number[]>(looked.flat().map(({ text }) => [text, []]));
  if (holders.size === 0) return looked.map(() => []);
  for (const [i, { text }] of documents.entries()) noteHolders(text, i, holders);
  return looked.map((terms) => {
    const scores = new Float64Array(documents.length);
    for (const term of new Set(terms.map(({ text }) => text))) {
      const holding = holders.get(term) ?? [];
      const weight = Math.log(1 + documents.length / Math.max(1, holding.length));
      for (const i of holding) scores[i] = (scores[i] ?? 0) + weight;
    }
    return bestOf(scores).flatMap((i) => documents[i] ?? []);
  });
}

/** Adds the document to the holders of each looked-for term that it has. */
function noteHolders(text: string, document: number, holders: ReadonlyMap<string, number[]>): void {
  for (const { text: term } of termsOf(text.normalize("NFKC").toLowerCase())) {
    const holding = holders.get(term);
    if (holding !== undefined && holding.at(-1) !== document) holding.push(document);
  }
}

/** The places of the highest scores above 0, best first; of equal ones the first. */
function bestOf(scores: Float64Array): readonly number[] {
  const best: number[] = [];
  const scoreOf = (i: number | undefined): number => (i === undefined ? 0 : (scores[i] ?? 0));
  for (const [i, score] of scores.entries()) {
    if (score <= (best.length < candidates ? 0 : scoreOf(best.at(-1)))) continue;
    const place = best.findIndex((other) => scoreOf(other) < score);
    best.splice(place === -1 ? best.length : place, 0, i);
    best.length = Math.min(best.length, candidates);
  }
  return best;
}
