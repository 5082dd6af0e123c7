import type { Document, RetrievedChunk } from "../core/index.ts";
import { tokenize } from "../text/index.ts";
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

/**
 * What holds where a suite says nothing else.
 *
 * `minScore` was set on the questions of both origins that are not among the shipped
 * cases (449 of CLAP NQ, 852 of CMRC 2018). Answered of the answerable, refused of
 * the unanswerable: at 0.5 0.78 and 0.58 in English, 0.95 and 0.89 in Chinese; at 0.55
 * 0.73 and 0.66, 0.92 and 0.95; at 0.6 0.64 and 0.74, 0.89 and 0.98.
 */
export const defaultRagOptions: RagOptions = { k: 10, maxChunkChars: 500, minScore: 0.55, sentences: 3 };

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
  const terms = chunks.map(({ text, headings }) => ({ text: tokenize(text), headings: tokenize(headings.join("\n")) }));
  const index = buildIndex(chunks, terms);
  const weights = weighTerms(terms.map(({ text, headings: above }) => [...above, ...text]));
  const headings = new Map(chunks.map((chunk) => [chunk.id, chunk.headings.join("\n")]));
  const headingsOf = (chunk: RetrievedChunk): string => headings.get(chunk.id) ?? "";
  return {
    retrieve: (query) =>
      index.search(query, options.k).map(({ chunk: { headings: _, ...chunk }, score }) => ({ ...chunk, score })),
    answer: (query, retrieved) => composeAnswer(query, retrieved, { ...options, weights, headingsOf }),
  };
}
