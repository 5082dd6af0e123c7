import type { Document } from "../core/index.ts";
import { splitSentences } from "../text/index.ts";
import { type Heading, paragraphsOf } from "./paragraphs.ts";

/** A piece of a document as it is indexed: `text === document.text.slice(start, end)`. */
export interface Chunk {
  /** `<docId>#<n>`, n from 0 in the order of the document. */
  readonly id: string;
  readonly docId: string;
  readonly text: string;
  readonly start: number;
  readonly end: number;
  /** The title of the document and the headings above the chunk, outermost first. */
  readonly headings: readonly string[];
}

interface Range {
  readonly start: number;
  readonly end: number;
}

interface Block extends Range {
  readonly headings: readonly string[];
}

/**
 * Cuts a document by its structure into chunks of at most `maxChars` characters.
 *
 * Sections never share a chunk. Within a section blocks (paragraphs, lists, code
 * fences) are put together while they fit; a block that is too long is cut between
 * sentences, and a sentence that is too long at a line end, a blank or a comma.
 */
export function chunkDocument(document: Document, maxChars: number): readonly Chunk[] {
  const chunks: Chunk[] = [];
  for (const section of groupByHeadings(blocksOf(document))) {
    for (const { start, end } of pack(document.text, section, maxChars)) {
      const headings = section[0]?.headings ?? [];
      const text = document.text.slice(start, end);
      chunks.push({ id: `${document.id}#${chunks.length}`, docId: document.id, text, start, end, headings });
    }
  }
  return chunks;
}

/** Paragraphs, lists and code fences, each with the headings above it; a heading belongs to the block below. */
function blocksOf(document: Document): readonly Block[] {
  const blocks: Block[] = [];
  let headings: readonly Heading[] = [];
  for (const { start, end, heading } of paragraphsOf(document)) {
    if (heading !== null) headings = [...headings.filter((one) => one.level < heading.level), heading];
    const above = headings.map((one) => one.text);
    const path = document.title === "" || above[0] === document.title ? above : [document.title, ...above];
    blocks.push({ start, end, headings: path });
  }
  return blocks;
}

function groupByHeadings(blocks: readonly Block[]): readonly (readonly Block[])[] {
  const groups: Block[][] = [];
  for (const block of blocks) {
    const last = groups.at(-1);
    if (last !== undefined && last[0]?.headings.join("\n") === block.headings.join("\n")) last.push(block);
    else groups.push([block]);
  }
  return groups;
}

function pack(text: string, blocks: readonly Range[], maxChars: number): readonly Range[] {
  const pieces = blocks.flatMap((block) =>
    block.end - block.start <= maxChars ? [block] : cutBlock(text, block, maxChars),
  );
  const packed: Range[] = [];
  for (const piece of pieces) {
    const last = packed.at(-1);
    if (last !== undefined && piece.end - last.start <= maxChars)
      packed[packed.length - 1] = { start: last.start, end: piece.end };
    else packed.push(piece);
  }
  return packed;
}

function cutBlock(text: string, { start, end }: Range, maxChars: number): readonly Range[] {
  return splitSentences(text.slice(start, end)).flatMap((sentence) => {
    const from = start + sentence.start;
    const to = start + sentence.end;
    return cutSentence(text, { start: from, end: to }, maxChars);
  });
}

/** Cuts at the last line end, blank or comma in the second half of what fits, and else between characters. */
function cutSentence(text: string, { start, end }: Range, maxChars: number): readonly Range[] {
  const ranges: Range[] = [];
  for (let from = start; from < end; ) {
    const to = end - from <= maxChars ? end : from + lengthThatFits(text.slice(from, from + maxChars + 1), maxChars);
    const piece = text.slice(from, to);
    const blanks = piece.length - piece.trimStart().length;
    if (blanks < piece.length) ranges.push({ start: from + blanks, end: from + piece.trimEnd().length });
    from = to;
  }
  return ranges;
}

function lengthThatFits(text: string, maxChars: number): number {
  for (const border of [/[\r\n]/, /\s/, /[，、；：,;:]/]) {
    for (let i = maxChars - 1; i >= maxChars / 2; i--) {
      if (border.test(text[i] ?? "")) return i + 1;
    }
  }
  // Never between the two halves of a surrogate pair.
  return /[\uDC00-\uDFFF]/.test(text[maxChars] ?? "") && maxChars > 1 ? maxChars - 1 : maxChars;
}

/** The chunks of all documents, as the reference RAG cuts them. */
export function chunkDocuments(documents: readonly Document[], maxChunkChars: number): readonly Chunk[] {
  return documents.flatMap((document) => chunkDocument(document, maxChunkChars));
}
