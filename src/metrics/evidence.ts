import type { RetrievedChunk, Span } from "../core/index.ts";
import { type Interval, lengthOfIntervals, mergeIntervals, normalizeText, piecesOfQuote } from "../text/index.ts";

/** The part of a span that a chunk holds. */
export interface Held {
  /** Which span, as an index into the gold. */
  readonly span: number;
  /** In characters from the beginning of the span, merged. */
  readonly pieces: readonly Interval[];
  /** What the span measures in these characters: raw ones by offsets, normalised ones by text. */
  readonly length: number;
  /** The share of the span that the chunk holds: above 0, to 1. */
  readonly share: number;
}

/**
 * By rank: the parts of the spans that each chunk holds, in the order of the spans.
 *
 * A chunk of another document holds nothing. Offsets say what a chunk holds where the
 * chunk and the span have them, else the text does; a chunk without a `docId` is
 * looked at by its text, whatever document it is from.
 */
export function findEvidence(
  spans: readonly Span[],
  retrieved: readonly RetrievedChunk[],
): readonly (readonly Held[])[] {
  const quotes = spans.map(({ quote }) => quote);
  const normalised: string[] = [];
  const quoteOf = (span: number): string => {
    normalised[span] ??= normalizeText(quotes[span] ?? "");
    return normalised[span];
  };
  return retrieved.map((chunk) => {
    let text: string | undefined;
    const textOf = (): string => {
      text ??= normalizeText(chunk.text ?? "");
      return text;
    };
    return spans.flatMap((span, i) => {
      if (chunk.docId !== undefined && chunk.docId !== span.doc) return [];
      const overlap = overlapOf(chunk, span);
      const held = overlap ?? { pieces: piecesOfQuote(textOf(), quoteOf(i)), length: quoteOf(i).length };
      const size = lengthOfIntervals(held.pieces);
      return size === 0 ? [] : [{ span: i, ...held, share: size / held.length }];
    });
  });
}

/** By offsets; undefined where the chunk or the span has none. */
function overlapOf(chunk: RetrievedChunk, span: Span): Pick<Held, "pieces" | "length"> | undefined {
  if (chunk.docId === undefined || chunk.start === undefined || chunk.end === undefined) return undefined;
  if (span.start === undefined || span.end === undefined) return undefined;
  const start = Math.max(chunk.start, span.start) - span.start;
  const end = Math.min(chunk.end, span.end) - span.start;
  return { pieces: mergeIntervals([{ start, end }]), length: span.end - span.start };
}

/** By rank, cumulated from the top: characters, each counted once however many chunks hold it. */
export interface SpanCharacters {
  /** Of the evidence. */
  readonly found: readonly number[];
  /** Of anything. */
  readonly retrieved: readonly number[];
  /** Of the evidence, found or not. */
  readonly total: number;
}

/**
 * Counts the characters of evidence and of everything that was retrieved.
 *
 * Spans of one document that overlap share their characters, and so do chunks with
 * offsets. A chunk without them counts by the length of its text.
 */
export function countCharacters(
  spans: readonly Span[],
  retrieved: readonly RetrievedChunk[],
  { evidence }: { readonly evidence: readonly (readonly Held[])[] },
): SpanCharacters {
  const places = spans.map(placeOf);
  const gold = createTally();
  for (const { name, start, end } of places) gold.add(name, [{ start, end }]);
  const foundSoFar = createTally();
  const retrievedSoFar = createTally();
  const found: number[] = [];
  const all: number[] = [];
  for (const [i, chunk] of retrieved.entries()) {
    for (const held of evidence[i] ?? []) {
      const place = places[held.span];
      if (place !== undefined) foundSoFar.add(place.name, movedTo(place, held));
    }
    retrievedSoFar.add(...areaOf(chunk));
    found.push(foundSoFar.size());
    all.push(retrievedSoFar.size());
  }
  return { found, retrieved: all, total: gold.size() };
}

/** A stretch of characters under a name: a document, or a quotation that stands nowhere known. */
interface Place extends Interval {
  readonly name: string;
}

function placeOf({ doc, quote, start, end }: Span, index: number): Place {
  if (start !== undefined && end !== undefined) return { name: `document ${doc}`, start, end };
  return { name: `quotation ${index}`, start: 0, end: normalizeText(quote).length };
}

/** The pieces held, as places of the document: normalised characters are stretched to raw ones. */
function movedTo({ start, end }: Interval, { pieces, length }: Held): readonly Interval[] {
  const stretch = (end - start) / length;
  return pieces.map((piece) => ({
    start: start + Math.round(piece.start * stretch),
    end: start + Math.round(piece.end * stretch),
  }));
}

function areaOf({ id, docId, text = "", start, end }: RetrievedChunk): readonly [string, readonly Interval[]] {
  if (docId !== undefined && start !== undefined && end !== undefined) return [`document ${docId}`, [{ start, end }]];
  return [`chunk ${id}`, [{ start: 0, end: text.length }]];
}

/** Counts characters under names, each once. */
interface Tally {
  readonly add: (name: string, intervals: readonly Interval[]) => void;
  readonly size: () => number;
}

function createTally(): Tally {
  const known = new Map<string, readonly Interval[]>();
  let size = 0;
  return {
    add: (name, intervals) => {
      const before = known.get(name) ?? [];
      const after = mergeIntervals([...before, ...intervals]);
      known.set(name, after);
      size += lengthOfIntervals(after) - lengthOfIntervals(before);
    },
    size: () => size,
  };
}

/** A relevant thing, and the share of it that a place of the list brings. */
export interface Worth {
  readonly thing: number;
  readonly share: number;
}

/** By rank: of each span that a chunk holds, the share that no chunk further up holds. */
export function newSharesOf(evidence: readonly (readonly Held[])[]): readonly (readonly Worth[])[] {
  const known = createTally();
  return evidence.map((parts) =>
    parts.map((held) => {
      const before = known.size();
      known.add(String(held.span), movedTo({ start: 0, end: resolution }, held));
      return { thing: held.span, share: (known.size() - before) / resolution };
    }),
  );
}

/** Parts of a span, so fine that rounding to them moves no score by a millionth. */
const resolution = 1e9;
