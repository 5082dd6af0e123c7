import type { Document } from "../core/index.ts";
import { splitSentences } from "../text/index.ts";

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
 * sentences, and a sentence that is too long between characters.
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
function blocksOf({ text, title, format }: Document): readonly Block[] {
  const blocks: Block[] = [];
  let headings: readonly { readonly level: number; readonly text: string }[] = [];
  for (const range of paragraphsOf(text)) {
    const heading = format === "markdown" ? /^(#{1,6})\s+(.+)/.exec(text.slice(range.start, range.end)) : null;
    if (heading?.[1] !== undefined) {
      const level = heading[1].length;
      headings = [...headings.filter((one) => one.level < level), { level, text: heading[2]?.trim() ?? "" }];
    }
    const above = headings.map((one) => one.text);
    blocks.push({ ...range, headings: title === "" || above[0] === title ? above : [title, ...above] });
  }
  return blocks;
}

/** The stretches between empty lines, a code fence in one piece, without the white space around them. */
function paragraphsOf(text: string): readonly Range[] {
  const ranges: Range[] = [];
  const pattern = /^(```|~~~)[\s\S]*?(?:^\1[ \t]*$|$(?![\s\S]))|\S(?:(?!\n[ \t]*\n)[\s\S])*/gm;
  for (const match of text.matchAll(pattern)) {
    ranges.push({ start: match.index, end: match.index + match[0].trimEnd().length });
  }
  return ranges;
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

function cutSentence(text: string, { start, end }: Range, maxChars: number): readonly Range[] {
  const ranges: Range[] = [];
  for (let from = start; from < end; ) {
    let to = Math.min(end, from + maxChars);
    // Never between the two halves of a surrogate pair.
    if (to < end && /[\uDC00-\uDFFF]/.test(text[to] ?? "") && to - from > 1) to -= 1;
    ranges.push({ start: from, end: to });
    from = to;
  }
  return ranges;
}
