import { absent, type Language, type Score, scored } from "../core/index.ts";
import { latinWordsOf, namesOf, normalizeText, numbersOf, splitSentences } from "../text/index.ts";
import { levelOf, pairsOf, shareOf, termsOf } from "./offline-coverage.ts";
import { withoutMarks } from "./offline-marks.ts";

/** From this share on a sentence counts as said by a context, so that a flipped negation can be told from other words. */
const sameStatement = 0.75;
/** A sentence with a number that no context holds is worth this share of what its words are worth. */
const wrongNumber = 0.3;
/** The same for a name, or for a negation that the context does not have. */
const wrongName = 0.6;
/** The best level of an answer with a wrong number or a flipped negation in it. */
const cap = 2;

const words = {
  en: {
    full: "every sentence is covered by the contexts",
    numbers: (list: string) => `not in the contexts: ${list}`,
    negation: (text: string) => `says the opposite of a context: "${text}"`,
    part: (percent: number, text: string) => `${percent} % covered by the contexts; least: "${text}"`,
  },
  zh: {
    full: "每一句都有上下文支持",
    numbers: (list: string) => `上下文中没有：${list}`,
    negation: (text: string) => `与上下文说法相反：“${text}”`,
    part: (percent: number, text: string) => `${percent}% 有上下文支持；最少的一句：“${text}”`,
  },
} as const;

interface Judged {
  readonly text: string;
  readonly support: number;
  readonly weight: number;
  readonly missing: readonly string[];
  readonly hasWrongNumber: boolean;
  readonly isFlipped: boolean;
}

/**
 * Whether an answer says only what its contexts support.
 *
 * A sentence is supported by the context that covers most of its content terms and of
 * its pairs of neighbouring terms (half each). A number or a name that stands in no
 * context, and a negation where the covering sentence has none, make it worth less;
 * the answer is the mean of its sentences weighted by their terms. Out: 0 to 5; at
 * most 2 with a wrong number or a flipped negation. The numbers of citations and of items
 * are no statements and do not count. Absent without contexts and for an
 * answer of function words, such as a bare yes.
 *
 * Source: n-gram precision against the source as in Grusky et al. 2018
 * (doi:10.18653/v1/N18-1065, coverage); weights and table are ours.
 */
export function faithfulness(answer: string, contexts: readonly string[], language: Language): Score {
  if (answer.trim() === "") return absent("the answer is empty");
  if (contexts.every((context) => context.trim() === "")) return absent("no contexts");
  const sources = contexts.map((context) => describeSource(context, contexts.length));
  const known = { numbers: new Set(contexts.flatMap(numbersOf)), words: new Set(contexts.flatMap(latinWordsOf)) };
  const sentences = splitSentences(withoutMarks(answer, contexts.length)).map((sentence) =>
    judgeSentence(sentence.text, sources, known),
  );
  const weight = sentences.reduce((total, sentence) => total + sentence.weight, 0);
  if (weight === 0 && sentences.length > 0 && sentences.every(({ text }) => isCopied(text, sources)))
    return scored(5, words[language].full);
  if (weight === 0) return absent("the answer has no word that a context could support");
  const share = sentences.reduce((total, sentence) => total + sentence.support * sentence.weight, 0) / weight;
  const isCapped = sentences.some((sentence) => sentence.hasWrongNumber || sentence.isFlipped);
  const level = isCapped ? Math.min(cap, levelOf(share)) : levelOf(share);
  return scored(level, reasonFor(sentences, share, words[language]));
}

interface Source {
  readonly terms: ReadonlySet<string>;
  readonly pairs: ReadonlySet<string>;
  readonly sentences: readonly { readonly text: string; readonly terms: ReadonlySet<string> }[];
}

function describeSource(text: string, citable: number): Source {
  // With its own marks and without them: an answer may have been copied either way.
  const readings = [...new Set([text, withoutMarks(text, citable)])].map(termsOf);
  return {
    terms: new Set(readings.flat()),
    pairs: new Set(readings.flatMap(pairsOf)),
    sentences: splitSentences(text).map((one) => ({ text: one.text, terms: new Set(termsOf(one.text)) })),
  };
}

function judgeSentence(
  text: string,
  sources: readonly Source[],
  known: { readonly numbers: ReadonlySet<string>; readonly words: ReadonlySet<string> },
): Judged {
  const terms = termsOf(text);
  const pairs = pairsOf(terms);
  const support = Math.max(...sources.map((source) => supportBy(source, terms, pairs)));
  const wrongNumbers = numbersOf(text).filter((number) => !known.numbers.has(number));
  const wrongNames = namesOf(text).filter((name) => !name.split("-").every((part) => known.words.has(part)));
  const isFlipped = isNegationFlipped(text, sources);
  const penalties = [wrongNumbers.length > 0 ? wrongNumber : 1, wrongNames.length > 0 || isFlipped ? wrongName : 1];
  return {
    text,
    support: penalties.reduce((share, penalty) => share * penalty, support),
    weight: terms.length,
    missing: [...wrongNumbers, ...wrongNames],
    hasWrongNumber: wrongNumbers.length > 0,
    isFlipped,
  };
}

function supportBy({ terms, pairs }: Source, said: readonly string[], saidPairs: readonly string[]): number {
  const byTerms = shareOf(said, terms);
  return saidPairs.length === 0 ? byTerms : (byTerms + shareOf(saidPairs, pairs)) / 2;
}

/** Whether it is a sentence of a context, letter for letter but for width, case and marks. */
function isCopied(text: string, sources: readonly Source[]): boolean {
  const sought = normalizeText(text);
  return sources.some(({ sentences }) => sentences.some((sentence) => normalizeText(sentence.text) === sought));
}

const negations =
  /\b(?:not|no|never|none|neither|nor|without|cannot)\b|n't\b|(?<!\p{L})un(?=able|like)|不(?!仅|但|过|断|同|久|少)|没有|未(?!来)|无(?!论)|非(?!常|洲)/iu;

/** Whether the context sentence that says the same words has a negation where this one has none, or the other way round. */
function isNegationFlipped(text: string, sources: readonly Source[]): boolean {
  const terms = termsOf(text);
  if (terms.length < 3) return false;
  const compared = sources
    .flatMap((source) => source.sentences)
    .map((sentence) => ({ share: shareOf(terms, sentence.terms), text: sentence.text }));
  const best = Math.max(...compared.map(({ share }) => share));
  const sayTheSame = compared.filter(({ share }) => share === best).map((sentence) => sentence.text);
  return (
    best >= sameStatement &&
    sayTheSame.every((said) => isNegated(text) !== isNegated(said) && isAboutAsLong(text, said))
  );
}

function isNegated(text: string): boolean {
  return text.search(negations) !== -1;
}

/** A sentence drawn out of a much longer one need not carry its negation. */
function isAboutAsLong(a: string, b: string): boolean {
  return a.length >= b.length * 0.6 && b.length >= a.length * 0.6;
}

function reasonFor(
  sentences: readonly Judged[],
  share: number,
  language: (typeof words)["en"] | (typeof words)["zh"],
): string {
  const missing = [...new Set(sentences.flatMap((sentence) => sentence.missing))];
  if (missing.length > 0) return language.numbers(missing.slice(0, 5).join(", "));
  const flipped = sentences.find((sentence) => sentence.isFlipped);
  if (flipped !== undefined) return language.negation(shorten(flipped.text));
  const [least] = sentences.filter((one) => one.weight > 0).toSorted((a, b) => a.support - b.support);
  if (least === undefined || levelOf(share) === 5) return language.full;
  return language.part(Math.round(share * 100), shorten(least.text));
}

function shorten(text: string): string {
  const characters = [...text.replace(/\s+/g, " ")];
  return characters.length > 60 ? `${characters.slice(0, 60).join("")}…` : characters.join("");
}
