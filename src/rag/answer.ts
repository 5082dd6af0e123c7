import type { Language, RetrievedChunk } from "../core/index.ts";
import { contentTerms, detectLanguage, splitSentences } from "../text/index.ts";
import type { TermWeights } from "./term-weights.ts";

/** How an answer is made. */
export interface AnswerOptions {
  /** Below this the answer is a refusal: see `topicScore`. 0 to 1. */
  readonly minScore: number;
  /** The most sentences in an answer. */
  readonly sentences: number;
}

const refusals: Readonly<Record<Language, string>> = {
  en: "I do not know: the documents do not contain an answer to this question.",
  zh: "我不知道：文档中没有这个问题的答案。",
};

/** How many of the retrieved chunks the answer is drawn from, best first. */
const chunksRead = 3;

/**
 * How well a text covers a question: the share of the question's terms that occur in
 * it, each term weighted by its rarity in the corpus.
 *
 * Σ_{t ∈ question ∩ text} idf(t) / Σ_{t ∈ question} idf(t). Range 0 to 1.
 */
export function topicScore(question: string, text: string, weights: TermWeights): number {
  const asked = new Set(contentTerms(question));
  const said = new Set(contentTerms(text));
  let covered = 0;
  let total = 0;
  for (const term of asked) {
    const weight = weights.weightOf(term);
    total += weight;
    if (said.has(term)) covered += weight;
  }
  return total === 0 ? 0 : covered / total;
}

/**
 * An answer made of sentences of what was retrieved, or a refusal in the language of
 * the question when no chunk that is read covers enough of it.
 */
export function composeAnswer(
  question: string,
  retrieved: readonly RetrievedChunk[],
  {
    minScore,
    sentences,
    weights,
    headingsOf,
  }: AnswerOptions & {
    readonly weights: TermWeights;
    /** The headings above a chunk, which count as part of it. */
    readonly headingsOf: (chunk: RetrievedChunk) => string;
  },
): string {
  const read = retrieved.slice(0, chunksRead).flatMap((chunk) => {
    const text = chunk.text ?? "";
    const topic = topicScore(question, `${headingsOf(chunk)}\n${text}`, weights);
    return topic >= minScore ? [{ text, topic }] : [];
  });
  const candidates = read.flatMap(({ text, topic }, rank) =>
    splitSentences(text)
      .filter((sentence) => /[\p{L}\p{N}]/u.test(sentence.text) && !/^#{1,6}\s/.test(sentence.text))
      .map((sentence, place) => ({
        text: sentence.text,
        rank,
        place,
        score: topicScore(question, sentence.text, weights) + topic,
      })),
  );
  const best = candidates
    .toSorted((a, b) => b.score - a.score || a.rank - b.rank || a.place - b.place)
    .slice(0, sentences);
  if (best.length === 0) return refusals[detectLanguage(question)];
  const inOrder = best.toSorted((a, b) => a.rank - b.rank || a.place - b.place).map((sentence) => sentence.text);
  return inOrder.join(detectLanguage(inOrder.join("")) === "zh" ? "" : " ");
}
