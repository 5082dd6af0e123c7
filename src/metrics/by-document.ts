import type { Gold, RetrievedChunk } from "../core/index.ts";
import { union } from "./satisfied.ts";

/** A list of chunks or of documents, with the relevant things that each satisfies. */
export interface SatisfiedList {
  readonly retrieved: readonly RetrievedChunk[];
  readonly satisfied: readonly (readonly number[])[];
}

/**
 * The list reduced to documents: each at the place of its first chunk, the ranks closed
 * up. The document comes from `docId`, never from cutting an id; a chunk without it is a
 * document of its own.
 *
 * A document satisfies what any of its retrieved chunks does, and every span in it. So
 * this view is for gold that names documents.
 *
 * Source: the document level of TREC CAsT 2021.
 */
export function byDocument(
  gold: Gold,
  retrieved: readonly RetrievedChunk[],
  { satisfied }: { readonly satisfied: readonly (readonly number[])[] },
): SatisfiedList {
  const things = new Map<string, readonly number[]>();
  for (const [i, { id, docId = id }] of retrieved.entries()) {
    const own = union(satisfied[i] ?? [], spansIn(docId, gold));
    things.set(docId, union(things.get(docId) ?? [], own));
  }
  return { retrieved: [...things.keys()].map((id) => ({ id })), satisfied: [...things.values()] };
}

function spansIn(docId: string, gold: Gold): readonly number[] {
  if (gold.kind === "groups") return [];
  return [...gold.spans.keys()].filter((i) => gold.spans[i]?.doc === docId);
}
