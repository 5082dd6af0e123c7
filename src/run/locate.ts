import type { Document, RetrievedChunk } from "../core/index.ts";

/**
 * The chunks with their offsets, where the target gave none and the text of the chunk
 * stands letter for letter in its document, at one place only. With offsets, evidence is
 * found exactly and overlapping chunks are known.
 */
export function locateChunks(
  retrieved: readonly RetrievedChunk[],
  documents: ReadonlyMap<string, Document>,
): readonly RetrievedChunk[] {
  return retrieved.map((chunk) => {
    const { docId, text, start: given } = chunk;
    const document = docId === undefined || given !== undefined ? undefined : documents.get(docId);
    if (document === undefined || text === undefined || text === "") return chunk;
    const start = document.text.indexOf(text);
    const isAtOnePlace = start !== -1 && document.text.indexOf(text, start + 1) === -1;
    return isAtOnePlace ? { ...chunk, start, end: start + text.length } : chunk;
  });
}
