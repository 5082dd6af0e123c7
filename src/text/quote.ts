import { type Interval, mergeIntervals } from "./intervals.ts";
import { normalizeText, normalizeWithOffsets } from "./normalize.ts";

/**
 * Where a quotation stands in a text, compared by their normalised forms.
 *
 * Out: offsets in the raw text in UTF-16 code units, `end` exclusive; undefined when
 * it stands nowhere. The first place where it stands more than once.
 */
export function findQuote(text: string, quote: string): { readonly start: number; readonly end: number } | undefined {
  const exact = quote === "" ? -1 : text.indexOf(quote);
  if (exact !== -1) return { start: exact, end: exact + quote.length };
  const needle = normalizeText(quote);
  if (needle === "") return undefined;
  const hay = normalizeWithOffsets(text);
  const place = hay.text.indexOf(needle);
  if (place === -1) return undefined;
  const start = hay.offsets[place] ?? 0;
  const end = hay.offsets[place + needle.length] ?? text.length;
  return { start, end: start + text.slice(start, end).trimEnd().length };
}

/**
 * The pieces of a quotation that a text holds: all of it where it stands there whole, or
 * where the text is a piece of it; else what a chunk border may have left: the longest
 * beginning of the quotation with which the text ends, the longest end of it with which
 * the text begins, and every run of it inside the text that is too long to stand there
 * by chance (a heading or a page number may have come between).
 *
 * In: both as `normalizeText` gives them. Out: in characters of the quotation, merged;
 * empty when the text holds nothing of it.
 */
export function piecesOfQuote(text: string, quote: string): readonly Interval[] {
  if (quote === "" || text === "") return [];
  if (text.includes(quote)) return [{ start: 0, end: quote.length }];
  const inside = quote.indexOf(text);
  if (inside !== -1) return [{ start: inside, end: inside + text.length }];
  const head = longestOverlap(text, quote);
  const tail = longestOverlap(quote, text);
  return mergeIntervals([
    { start: 0, end: head },
    { start: quote.length - tail, end: quote.length },
    ...longRuns(text, quote),
  ]);
}

/**
 * The shortest run of a quotation that counts inside a text, in characters: about six
 * English words, or as much in Chinese, where a character says what two or three letters
 * do. Texts on one subject share shorter ones. Ours.
 */
const minRun = { han: 12, other: 32 } as const;

/** The runs of a quotation that stand somewhere in a text and are at least `minRun` long. */
function longRuns(text: string, quote: string): readonly Interval[] {
  const least = /\p{Script=Han}/u.test(quote) ? minRun.han : minRun.other;
  // Whatever run is that long holds a whole block of half its length.
  const block = least / 2;
  const runs: Interval[] = [];
  for (let at = 0; at + block <= quote.length; at += block) {
    if ((runs.at(-1)?.end ?? 0) >= at + block) continue;
    const longest = longestRunAround(text, quote, { start: at, end: at + block });
    if (longest.end - longest.start >= least) runs.push(longest);
  }
  return runs;
}

/** The longest run of the quotation that holds the block and stands in the text. */
function longestRunAround(text: string, quote: string, block: Interval): Interval {
  const needle = quote.slice(block.start, block.end);
  let best: Interval = { start: 0, end: 0 };
  for (let place = text.indexOf(needle); place !== -1; place = text.indexOf(needle, place + 1)) {
    let before = 0;
    while (before < block.start && text[place - before - 1] === quote[block.start - before - 1]) before += 1;
    let end = block.end;
    while (end < quote.length && text[place + end - block.start] === quote[end]) end += 1;
    if (end - block.start + before > best.end - best.start) best = { start: block.start - before, end };
  }
  return best;
}

/** Length of the longest end of `left` that is a beginning of `right`. */
function longestOverlap(left: string, right: string): number {
  // No NUL is left by the normalisation, so no match runs across it.
  return prefixLengths(`${right}\0${left.slice(-right.length)}`).at(-1) ?? 0;
}

/** For each place, the length of the longest beginning of the text that ends there: Knuth, Morris & Pratt 1977. */
function prefixLengths(text: string): readonly number[] {
  const lengths = [0];
  for (let i = 1; i < text.length; i++) {
    let length = lengths[i - 1] ?? 0;
    while (length > 0 && text[i] !== text[length]) length = lengths[length - 1] ?? 0;
    lengths.push(text[i] === text[length] ? length + 1 : 0);
  }
  return lengths;
}
