/** A sentence and where it stands, in UTF-16 code units, `end` exclusive. */
export interface Sentence {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** Words before a full stop that ends no sentence. */
const abbreviations = new Set(
  "mr mrs ms dr prof st jr sr vs etc inc ltd co corp no fig vol ed eds approx dept est gen col capt lt sgt rev hon e.g i.e u.s u.k a.m p.m".split(
    " ",
  ),
);

/**
 * The sentences of a text, Chinese and English, without the white space around them.
 *
 * A sentence ends at 。！？； and their half-width forms, at `.` before white space
 * unless it belongs to an abbreviation, an initial or a list number, and at an empty
 * line or a line that is a heading or an item of a list. Closing quotes and brackets
 * stay with their sentence.
 */
export function splitSentences(text: string): readonly Sentence[] {
  const sentences: Sentence[] = [];
  let start = 0;
  for (const match of text.matchAll(
    /[。！？；!?]+[”’」』）)\]"']*|\.+[”’」』）)\]"']*(?=\s|$|\p{Script=Han})|\n\s*\n|\n(?=\s*(?:[-*+#>|]|\d+[.)]\s))/gu,
  )) {
    const end = match.index + match[0].length;
    if (match[0].startsWith(".") && isInsideSentence(text, match.index, end)) continue;
    push(sentences, text, { start, end });
    start = end;
  }
  push(sentences, text, { start, end: text.length });
  return sentences;
}

function isInsideSentence(text: string, dot: number, end: number): boolean {
  const word = /[\p{L}\p{N}.]+$/u.exec(text.slice(Math.max(0, dot - 20), dot))?.[0].toLowerCase() ?? "";
  if (/^\p{L}$/u.test(word) || abbreviations.has(word)) return true;
  const isListNumber = /(^|\n)\s*\d{1,3}$/.test(text.slice(Math.max(0, dot - 6), dot));
  const next = /^\s*(\S)/.exec(text.slice(end, end + 10))?.[1] ?? "";
  return isListNumber || /^\p{Ll}$/u.test(next);
}

function push(
  sentences: Sentence[],
  text: string,
  { start, end }: { readonly start: number; readonly end: number },
): void {
  const raw = text.slice(start, end);
  const trimmed = raw.trim();
  if (trimmed === "") return;
  const begin = start + raw.indexOf(trimmed);
  sentences.push({ text: trimmed, start: begin, end: begin + trimmed.length });
}
