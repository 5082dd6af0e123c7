import { contentTerms, splitSentences, withDigits } from "../text/index.ts";

/** One word of a text in Latin script, one number, or one Han character: what two texts are laid side by side in. */
const unit = /\p{Script=Han}|\p{N}+(?:\.\p{N}+)*|[\p{Script=Latin}\p{M}]+(?:['’][\p{Script=Latin}\p{M}]+)*|\p{L}+/gu;

/** Lower case, compatibility forms folded, numbers as digits without their commas: `Ten Thousand` and `10,000` meet. */
export function foldText(text: string): string {
  return withDigits(text)
    .replace(/(?<=\d),(?=\d{3}(?!\d))/g, "")
    .replace(/(?<=\d)(?:st|nd|rd|th)\b/g, "");
}

/** These two mostly mean `a` and `both`, and so stay words in `withDigits`; beside another sentence they are numbers. */
const counts = new Map([
  ["one", "1"],
  ["two", "2"],
  ["两", "2"],
]);

/** The units of a text in order; English words by their stems. */
export function unitsOf(folded: string): readonly string[] {
  return (folded.match(unit) ?? []).map((one) => counts.get(one) ?? stemOf(one.replaceAll("’", "'")));
}

/** The content terms of a folded text in order, English words by their stems, Chinese words with their pairs of characters. */
export function stemsOf(folded: string): readonly string[] {
  return contentTerms(folded).map(stemOf);
}

/** Whether a unit is a number. */
export function isNumber(unit: string): boolean {
  return /^\p{N}/u.test(unit);
}

/** A sentence of an answer or of a context, in the forms that they are compared in. */
export interface Statement {
  readonly text: string;
  readonly units: readonly string[];
  readonly stems: readonly string[];
}

/** The sentences of a text with their units and terms. */
export function statementsOf(text: string): readonly Statement[] {
  return splitSentences(text).map((sentence) => {
    const folded = foldText(sentence.text);
    return { text: sentence.text, units: unitsOf(folded), stems: stemsOf(folded) };
  });
}

/**
 * Folds the endings of an English word of five letters and more, so that `founded`,
 * `founding` and `founds` meet; coarser than Porter's steps 1a to 1c, which it follows.
 */
export function stemOf(word: string): string {
  if (word.length < 4 || /[^a-z']/.test(word)) return word;
  const bare = word.replace(/'s?$/, "");
  const plural = /(?:ss|us|is)$/.test(bare) ? bare : bare.replace(/ies$/, "y").replace(/(?<=[sxz]|ch|sh)es$|s$/, "");
  const root = plural.replace(/(?<=[aeiouy].*[a-z]{1,})(?:ing|ed|ly)$/, "");
  if (root === plural) return plural.replace(/(?<=.{3})e$/, "");
  return root.replace(/([b-df-hjkmnp-rt-z])\1$/, "$1").replace(/(?<=.{3})e$/, "");
}
