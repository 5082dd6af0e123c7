/**
 * Undoes the tokenisation of the Penn Treebank in English text: `` `` a '' `` ->
 * `"a"`, `one - year` -> `one-year`, `( a )` -> `(a)`, `do n't` -> `don't`, no
 * blank before `, . ; : ! ? %`, `--` -> a dash, `£ 5` -> `£5`; invisible
 * characters go. Words are never changed.
 *
 * Each rule looks only at the characters beside it. So a sentence that is mended
 * alone equals the same sentence mended in its document, save at its ends.
 *
 * Left as it is: a lone `'` that may open or close, and blanks around `/`.
 */
export function mendTokens(text: string): string {
  return rules.reduce((mended, [pattern, replacement]) => mended.replace(pattern, replacement), text).trim();
}

const rules: readonly (readonly [RegExp, string])[] = [
  [/\p{Cf}/gu, ""],
  [/\r\n?/g, "\n"],
  [/[^\S\n]+/g, " "],
  [/ ?\n ?/g, "\n"],
  // 41 '' after minutes of arc is seconds, not the end of a quotation.
  [/(?<=′ \d{1,2}) ?''/g, "″"],
  [/``\s*/g, '"'],
  [/ ?''/g, '"'],
  [/\( /g, "("],
  [/ \)/g, ")"],
  [/(?<=\d) : (?=\d)/g, ":"],
  [/ (?=[,.;:!?](?![\w.]))/g, ""],
  [/(?<=\d) %/g, "%"],
  [/(?<=[£€¥#]) (?=\d)/g, ""],
  [/(?<=\p{L}) (?=n't\b|'(?:s|re|ve|m|d|ll)\b)/giu, ""],
  // first - and second - generation: the first hyphen hangs.
  [/(?<=[\p{L}\p{N}]) - (?=(?:and|or|to) (?!- ))/gu, "- "],
  // incomes - the highest: a dash, since no compound goes on with an article.
  [/(?<=[\p{L}\p{N}]) - (?=(?:the|an?|which|who) (?!- ))/gu, " – "],
  [/(?<=[\p{L}\p{N}]) - (?=[\p{L}\p{N}])/gu, "-"],
  [/(?<=\d) ?-- ?(?=\d)/g, "–"],
  [/ ?-- ?/g, " – "],
  // 'fire' in single quotes, where it is the only such mark of the sentence; after an s it may be a possessive.
  [/(?<! '[^.\n]*)(?<![s'"]) ' ([^'.\n]{1,40}) '(?=[ ,.;:!?)])(?![^.\n]* '[ ,.;:!?)])/g, " '$1'"],
  // farmers ' daily work: a possessive, unless a second mark could close a quotation.
  [/(?<=\p{L}s) '(?= \p{Ll})(?![^'.\n]* ')/gu, "'"],
];
