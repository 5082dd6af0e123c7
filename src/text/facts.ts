import { detectLanguage } from "./language.ts";
import { withDigits } from "./number-words.ts";

/**
 * What in a text can be plainly wrong: numbers (also as part of dates, amounts and
 * codes), and words that hold digits, in a form that can be compared: `1,000` and
 * `1000`, `２００` and `200`, `05` and `5`, `ten` and `10`, `三十` and `30`, `5万` and `50000` meet.
 */
export function numbersOf(text: string): readonly string[] {
  const folded = withDigits(text);
  return [...folded.matchAll(/\p{N}{1,3}(?:,\p{N}{3})+(?!\p{N})(?:\.\p{N}+)*|\p{N}+(?:\.\p{N}+)*/gu)].map(([number]) =>
    canonical(number),
  );
}

function canonical(number: string): string {
  const grouped = /^\d{1,3}(?:,\d{3})+(?:\.\d+)?$/.test(number) ? number.replaceAll(",", "") : number;
  return /^\d+(?:\.\d+)?$/.test(grouped) && grouped.length <= 15 ? String(Number(grouped)) : grouped;
}

/** A word in Latin script with its hyphens and apostrophes: `Boi-1da`, `O'Brien`, `GPT-4o`. */
const latinWord = /[\p{Script=Latin}\p{N}\p{M}]+(?:['-][\p{Script=Latin}\p{N}\p{M}]+)*/gu;

/** What stands before a word that goes on with a sentence, so that its capital says that it is a name. */
const insideSentence = /[\p{Ll}\p{N}\p{Script=Han},;:–—-]["'(“‘]*\s*["'(“‘]*$/u;

/**
 * The words of a text in Latin script, lower case, without a possessive `'s`; a
 * compound also gives its parts. What `namesOf` gives of a text is always among them.
 */
export function latinWordsOf(text: string): readonly string[] {
  return wordsOf(text).flatMap(({ word }) =>
    word.includes("-") ? [folded(word), ...folded(word).split("-")] : [folded(word)],
  );
}

/**
 * Names in Latin script, in lower case: words with a capital that do not begin a
 * sentence, in a Chinese text wherever they stand, and words that mix letters and digits.
 */
export function namesOf(text: string): readonly string[] {
  const isChinese = detectLanguage(text) === "zh";
  return wordsOf(text)
    .filter(
      ({ word, before }) =>
        isCode(word) || (/^\p{Lu}.*\p{L}/u.test(word) && (isChinese || insideSentence.test(before))),
    )
    .map(({ word }) => folded(word));
}

function wordsOf(text: string): readonly { readonly word: string; readonly before: string }[] {
  const plain = text.normalize("NFKC").replaceAll("’", "'");
  return [...plain.matchAll(latinWord)].map(({ 0: word, index }) => ({
    word,
    before: plain.slice(Math.max(0, index - 6), index),
  }));
}

/** Letters and digits mixed, but not an amount with its unit (`5km`, `10-year`, `20th`): there the number says it. */
function isCode(word: string): boolean {
  return /\p{N}/u.test(word) && /\p{Script=Latin}/u.test(word) && /^\p{L}|\p{Lu}/u.test(word);
}

function folded(word: string): string {
  return word.replace(/'s$/i, "").toLowerCase();
}
