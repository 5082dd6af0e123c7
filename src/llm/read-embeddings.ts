import { CaseFailure } from "../core/index.ts";
import type { SeenReply } from "./read-reply.ts";

/** So many texts go into one request: DashScope takes no more (its documentation, 2026-11). */
const embeddingBatch = 10;
/** So many of these requests are under way: a corpus must not take all that a provider gives. */
export const embeddingsAtOnce = 8;

/** The texts of one request after the other. */
export function batchesOf(texts: readonly string[]): readonly (readonly string[])[] {
  const count = Math.ceil(texts.length / embeddingBatch);
  return Array.from({ length: count }, (_, i) => texts.slice(i * embeddingBatch, (i + 1) * embeddingBatch));
}

/**
 * The vectors of a reply, by the index that each has.
 *
 * @param count how many texts were sent.
 * @throws CaseFailure `bad_answer` when one is missing, is no list of numbers, or is of another length than the first.
 */
export function readEmbeddings({ json, text, status }: SeenReply, count: number): readonly (readonly number[])[] {
  const data = (json as { readonly data?: unknown } | undefined)?.data;
  const vectors: (readonly number[])[] = [];
  for (const [i, entry] of (Array.isArray(data) ? data : []).entries()) {
    const { embedding, index = i } = (entry ?? {}) as { readonly embedding?: unknown; readonly index?: number };
    if (isVector(embedding) && index < count) vectors[index] = embedding;
  }
  const isWhole = vectors.length === count && Array.from(vectors).every((one) => one?.length === vectors[0]?.length);
  if (isWhole) return vectors;
  const message = `${count} vectors of one length were asked for, and the reply does not hold them`;
  throw new CaseFailure({ kind: "bad_answer", message, status, raw: text.slice(0, 20_000) });
}

/** Whether something is a vector: numbers, at least one. */
export function isVector(value: unknown): value is readonly number[] {
  return (
    Array.isArray(value) && value.length > 0 && value.every((one) => typeof one === "number" && Number.isFinite(one))
  );
}
