import type { Gold, RetrievedChunk, Span } from "../core/index.ts";
import { findEvidence } from "./evidence.ts";
import type { RankLabel } from "./ranking.ts";

/**
 * By rank: what the labels say. A thing judged not relevant counts at the first of its
 * chunks. A passage judged not relevant speaks for a chunk that lies in it by half or more.
 */
export function labelsOf(
  gold: Gold,
  retrieved: readonly RetrievedChunk[],
  { satisfied }: { readonly satisfied: readonly (readonly number[])[] },
): readonly RankLabel[] {
  if (gold.judged === undefined) {
    return satisfied.map((things) => (things.length > 0 ? "relevant" : "unjudged"));
  }
  const judgedThing = gold.kind === "spans" ? passageOf(gold.judged) : idOf(gold.judged);
  const seen = new Set<string | number>();
  return retrieved.map((chunk, i) => {
    if ((satisfied[i] ?? []).length > 0) return "relevant";
    const thing = judgedThing(chunk);
    if (thing === undefined) return "unjudged";
    if (seen.has(thing)) return "repeated";
    seen.add(thing);
    return "notRelevant";
  });
}

function idOf(ids: readonly string[] = []): (chunk: RetrievedChunk) => string | undefined {
  const judged = new Set(ids);
  return ({ id, docId }) => [id, docId].find((one) => one !== undefined && judged.has(one));
}

/** The least share of a chunk that a passage judged not relevant must hold to speak for it: half, as for evidence. */
const leastOfChunk = 0.5;

function passageOf(passages: readonly Span[] = []): (chunk: RetrievedChunk) => number | undefined {
  return (chunk) => {
    const at = passages.findIndex((passage) => shareHeld(chunk, passage) >= leastOfChunk);
    return at === -1 ? undefined : at;
  };
}

/** The share of a chunk that lies in a passage: the chunk seen as a span, and the passage as what may hold it. */
function shareHeld(chunk: RetrievedChunk, passage: Span): number {
  if (chunk.docId !== undefined && chunk.docId !== passage.doc) return 0;
  const asSpan: Span = { ...offsetsOf(chunk), doc: passage.doc, quote: chunk.text ?? "" };
  const asChunk: RetrievedChunk = { ...offsetsOf(passage), id: passage.doc, text: passage.quote };
  const document = chunk.docId === undefined ? {} : { docId: passage.doc };
  return findEvidence([asSpan], [{ ...asChunk, ...document }])[0]?.[0]?.share ?? 0;
}

function offsetsOf({ start, end }: RetrievedChunk | Span): { readonly start?: number; readonly end?: number } {
  return start === undefined || end === undefined ? {} : { start, end };
}
