import type { Document } from "../core/index.ts";

/** A stretch of a text between empty lines, without the white space around it. */
export interface Paragraph {
  readonly start: number;
  readonly end: number;
  /** The Markdown heading with which it begins; null when there is none. */
  readonly heading: Heading | null;
}

/** A Markdown heading of level 1 to 6, without its marks. */
export interface Heading {
  readonly level: number;
  readonly text: string;
}

interface Line {
  readonly start: number;
  readonly end: number;
  readonly kind: "empty" | "text" | "heading" | "fence-opens" | "fenced" | "fence-closes";
  readonly text: string;
}

/**
 * The paragraphs and lists of a text, and its code fences each in one piece. In
 * Markdown a heading begins a paragraph, with or without an empty line before it.
 */
export function paragraphsOf({ text, format }: Pick<Document, "text" | "format">): readonly Paragraph[] {
  const paragraphs: { start: number; end: number; heading: Heading | null }[] = [];
  let isOpen = false;
  for (const { start, end, kind, text: written } of linesOf(text, format)) {
    const last = paragraphs.at(-1);
    const begins = kind === "heading" || kind === "fence-opens";
    if (kind !== "empty" && isOpen && !begins && last !== undefined) last.end = end;
    else if (kind !== "empty") paragraphs.push({ start, end, heading: kind === "heading" ? headingOf(written) : null });
    isOpen = kind !== "empty" && kind !== "fence-closes";
  }
  return paragraphs;
}

function* linesOf(text: string, format: Document["format"]): Generator<Line> {
  let fence = "";
  for (const { 0: line, index } of text.matchAll(/[^\r\n]*(?:\r\n|\n|\r|$)/g)) {
    const written = line.trim();
    const start = index + line.indexOf(written);
    const kind = fence === "" ? kindOf(line, format) : kindInFence(written, fence);
    if (kind === "fence-opens") fence = fencePattern.exec(written)?.[0] ?? "";
    if (kind === "fence-closes") fence = "";
    // An empty line in a fence is part of it.
    if (kind !== "fenced" || written !== "") yield { start, end: start + written.length, text: written, kind };
  }
}

function kindOf(line: string, format: Document["format"]): Line["kind"] {
  const written = line.trim();
  if (written === "") return "empty";
  if (fencePattern.test(written)) return "fence-opens";
  return format === "markdown" && headingPattern.test(line.trimEnd()) ? "heading" : "text";
}

function kindInFence(written: string, fence: string): Line["kind"] {
  return written.startsWith(fence) && /^(?:`+|~+)$/.test(written) ? "fence-closes" : "fenced";
}

const fencePattern = /^(?:`{3,}(?=[^`]*$)|~{3,})/;
const headingPattern = /^ {0,3}(#{1,6})\s+(\S.*?)(?:\s+#+)?$/;

function headingOf(line: string): Heading {
  const [, marks = "", text = ""] = headingPattern.exec(line) ?? [];
  return { level: marks.length, text };
}
