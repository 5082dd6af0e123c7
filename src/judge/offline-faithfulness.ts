import { absent, type Language, type Score, scored } from "../core/index.ts";
import type { Gap } from "./offline-align.ts";
import { levelOf } from "./offline-coverage.ts";
import { type Evidence, evidenceOf } from "./offline-evidence.ts";
import { faithfulnessFeatures } from "./offline-features.ts";
import { withoutInterjections, withoutMarks } from "./offline-marks.ts";
import { probabilityOf } from "./offline-model.ts";
import { sourcesOf } from "./offline-sources.ts";
import { statementsOf } from "./offline-units.ts";
import { faithfulnessModel } from "./offline-weights.ts";

/** The best level of an answer that contradicts its contexts: a wrong number, a negation or an opposite. */
const cap = 2;

const words = {
  en: {
    full: "every sentence is covered by the contexts",
    missing: (list: string) => `not in the contexts: ${list}`,
    number: (said: string, source: string) => `says "${said}" where a context says "${source}"`,
    opposite: (text: string) => `says the opposite of a context: "${text}"`,
    terms: (list: string, text: string) => `no support for ${list} in "${text}"`,
    part: (percent: number, text: string) => `${percent} % covered by the contexts; least: "${text}"`,
  },
  zh: {
    full: "每一句都有上下文支持",
    missing: (list: string) => `上下文中没有：${list}`,
    number: (said: string, source: string) => `回答说“${said}”，上下文说“${source}”`,
    opposite: (text: string) => `与上下文说法相反：“${text}”`,
    terms: (list: string, text: string) => `“${text}”中没有依据：${list}`,
    part: (percent: number, text: string) => `${percent}% 有上下文支持；最少的一句：“${text}”`,
  },
} as const;

/**
 * Whether an answer says only what its contexts support.
 *
 * Each sentence is held against the sentences of the contexts: which of its words, numbers and names stand there, which
 * context sentence is nearest, and what differs between the two in the same place (another number or word, a
 * negation, an opposite). A logistic model makes of it the probability that people call the answer
 * supported; `levelOf` makes of that the level. Out: 0 to 5; at most 2 with a wrong number,
 * a flipped negation or an opposite. The numbers of citations and of items are no statements and do not count.
 * Absent without contexts and for an answer of function words, such as a bare yes.
 *
 * Source: features and model are ours, fitted by `bench/judge/fit.ts`; figures in docs/judge.md.
 */
export function faithfulness(answer: string, contexts: readonly string[], language: Language): Score {
  if (answer.trim() === "") return absent("the answer is empty");
  if (contexts.every((context) => context.trim() === "")) return absent("no contexts");
  const sentences = evidenceFor(answer, contexts);
  const isCopied = sentences.length > 0 && sentences.every((one) => one.aligned === 1);
  if (!sentences.some((one) => one.hasContent) && !isCopied)
    return absent("the answer has no word that a context could support");
  const level = levelOf(probabilityOfSupport(sentences));
  return scored(
    sentences.some(contradicts) ? Math.min(cap, level) : level,
    reasonFor(sentences, level, words[language]),
  );
}

/** The sentences of an answer, each held against all contexts. */
export function evidenceFor(answer: string, contexts: readonly string[]): readonly Evidence[] {
  const sources = sourcesOf(contexts);
  const said = withoutInterjections(withoutMarks(answer, contexts.length));
  return statementsOf(said).map((statement) => evidenceOf(statement, sources));
}

/** The probability, 0 to 1, that people would call the whole answer supported. */
export function probabilityOfSupport(sentences: readonly Evidence[]): number {
  return probabilityOf(faithfulnessModel, faithfulnessFeatures(sentences));
}

function contradicts({ newNumbers, isNegated, isOpposed }: Evidence): boolean {
  return newNumbers.length > 0 || isNegated || isOpposed;
}

function reasonFor(
  sentences: readonly Evidence[],
  level: number,
  say: (typeof words)["en"] | (typeof words)["zh"],
): string {
  const missing = [...new Set(sentences.flatMap((one) => [...one.newNumbers, ...one.newNames]))];
  if (missing.length > 0) return say.missing(missing.slice(0, 5).join(", "));
  const flipped = sentences.find((one) => one.isNegated || one.isOpposed);
  if (flipped !== undefined) return say.opposite(shorten(flipped.text));
  const [number] = sentences.flatMap((one) => one.replacedNumbers);
  if (number !== undefined) return say.number(textOf(number.said), textOf(number.source));
  if (level === 5) return say.full;
  const [least] = sentences.filter((one) => one.hasContent).toSorted((a, b) => a.local - b.local);
  if (least === undefined) return say.full;
  return least.newTerms.length > 0
    ? say.terms(least.newTerms.slice(0, 5).join(", "), shorten(least.text))
    : say.part(Math.round(least.local * 100), shorten(least.text));
}

function textOf(units: Gap["said"]): string {
  return units.join(units.every((unit) => /^[\p{Script=Han}\p{N}]/u.test(unit)) ? "" : " ");
}

function shorten(text: string): string {
  const characters = [...text.replace(/\s+/g, " ")];
  return characters.length > 60 ? `${characters.slice(0, 60).join("")}…` : characters.join("");
}
