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
 * How much of a quotation a text holds, by their normalised forms: 1 when it stands
 * there whole; else the longest beginning of the quotation with which the text ends,
 * or end of it with which the text begins, as where a chunk border cut it.
 *
 * Out: 0 to 1, in characters of the normalised quotation.
 */
export function quoteCoverage(text: string, quote: string): number {
  const hay = normalizeText(text);
  const needle = normalizeText(quote);
  if (needle === "" || hay === "") return 0;
  if (hay.includes(needle)) return 1;
  if (needle.includes(hay)) return hay.length / needle.length;
  const head = longestOverlap(hay, needle);
  const tail = longestOverlap(needle, hay);
  return Math.max(head, tail) / needle.length;
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
