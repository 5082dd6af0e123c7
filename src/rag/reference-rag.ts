import type { Document, RetrievedChunk } from "../core/index.ts";
import { type AnswerOptions, composeAnswer } from "./answer.ts";
import { chunkDocument } from "./chunk.ts";
import { buildIndex } from "./search.ts";
import { weighTerms } from "./term-weights.ts";

/** All that decides what the reference RAG does. */
export interface RagOptions extends AnswerOptions {
  /** How many chunks are retrieved. */
  readonly k: number;
  /** The longest chunk, in characters (UTF-16 code units). */
  readonly maxChunkChars: number;
}

/** What holds where a suite says nothing else. */
export const defaultRagOptions: RagOptions = { k: 10, maxChunkChars: 500, minScore: 0.5, sentences: 2 };

/** A small RAG without a model: the same documents and the same query give the same answer. */
export interface ReferenceRag {
  /** The best k chunks, best first, with their offsets in their documents. */
  retrieve(query: string): readonly RetrievedChunk[];
  /** An answer from the texts of any retrieved chunks, or a refusal. */
  answer(query: string, retrieved: readonly RetrievedChunk[]): string;
}

/** Chunks and indexes the documents once. */
export function createReferenceRag(documents: readonly Document[], options: RagOptions): ReferenceRag {
  const chunks = documents.flatMap((document) => chunkDocument(document, options.maxChunkChars));
  const index = buildIndex(chunks);
  const weights = weighTerms(chunks.map(({ text, headings }) => `${headings.join("\n")}\n${text}`));
  const headings = new Map(chunks.map((chunk) => [chunk.id, chunk.headings.join("\n")]));
  const headingsOf = (chunk: RetrievedChunk): string => headings.get(chunk.id) ?? "";
  return {
    retrieve: (query) =>
      index.search(query, options.k).map(({ chunk: { headings: _, ...chunk }, score }) => ({ ...chunk, score })),
    answer: (query, retrieved) => composeAnswer(query, retrieved, { ...options, weights, headingsOf }),
  };
}
