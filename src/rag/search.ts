import MiniSearch from "minisearch";
import { tokenize } from "../text/index.ts";
import type { Chunk } from "./chunk.ts";

/** A chunk with its BM25 score. */
export interface ScoredChunk {
  readonly chunk: Chunk;
  /** Above 0; only the order means something. */
  readonly score: number;
}

/** The terms of a chunk, cut once: in Chinese that takes longer than all the rest. */
export interface ChunkTerms {
  readonly text: readonly string[];
  readonly headings: readonly string[];
}

/** How much a hit in the headings counts beside one in the text. */
const headingBoost = 0.5;

/** An index of chunks. */
export interface SearchIndex {
  /** The best k chunks, best first; ties by id in code-point order. */
  search(query: string, k: number): readonly ScoredChunk[];
}

/**
 * Indexes chunks for BM25+ over their text and, less, their headings.
 *
 * Source: Lv & Zhai 2011, doi:10.1145/2063576.2063584, as MiniSearch 7.2.0 has it
 * (k = 1.2, b = 0.7, d = 0.5); terms by `tokenize`.
 */
export function buildIndex(chunks: readonly Chunk[], terms: readonly ChunkTerms[]): SearchIndex {
  // MiniSearch looks through all first characters of its terms one by one: thousands in Chinese, ten in numbers.
  const numberOf = new Map<string, string>();
  const index = new MiniSearch<{ readonly id: number; readonly text: string; readonly headings: string }>({
    fields: ["text", "headings"],
    tokenize: (joined) => joined.split("\n").filter((term) => term !== ""),
    processTerm: (term) => numberOf.get(term) ?? addNumber(numberOf, term),
    searchOptions: {
      boost: { headings: headingBoost },
      combineWith: "OR",
      tokenize: (query) => [...tokenize(query)],
      processTerm: (term) => numberOf.get(term) ?? null,
    },
  });
  index.addAll(terms.map(({ text, headings }, id) => ({ id, text: text.join("\n"), headings: headings.join("\n") })));
  return {
    search: (query, k) =>
      index
        .search(query)
        .flatMap(({ id, score }) => {
          const chunk = chunks[id as number];
          return chunk === undefined ? [] : [{ chunk, score }];
        })
        .sort((a, b) => b.score - a.score || compareCodePoints(a.chunk.id, b.chunk.id))
        .slice(0, k),
  };
}

function addNumber(numberOf: Map<string, string>, term: string): string {
  const number = String(numberOf.size);
  numberOf.set(term, number);
  return number;
}

function compareCodePoints(a: string, b: string): number {
  const left = [...a].map((character) => character.codePointAt(0) ?? 0);
  const right = [...b].map((character) => character.codePointAt(0) ?? 0);
  const length = Math.min(left.length, right.length);
  for (let i = 0; i < length; i++) {
    const difference = (left[i] ?? 0) - (right[i] ?? 0);
    if (difference !== 0) return difference;
  }
  return left.length - right.length;
}
