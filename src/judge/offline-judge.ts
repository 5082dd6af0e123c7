import { scored } from "../core/index.ts";
import { isRefusal } from "../text/index.ts";
import type { Judge, JudgeInput, Verdict } from "./judge.ts";
import { completeness } from "./offline-completeness.ts";
import { faithfulness } from "./offline-faithfulness.ts";
import { relevance } from "./offline-relevance.ts";

/** Raised whenever a change of the heuristic changes a score: scores of two versions are not compared. */
const version = 2;

/**
 * The judge that needs no model: words, numbers, names and differences from the nearest sentence,
 * weighed by a fitted model. It is deterministic and takes milliseconds an answer.
 *
 * It does not understand what it reads: a paraphrase scores too low, and a sentence
 * put together from the words of the contexts too high.
 */
export function createOfflineJudge(): Judge {
  return {
    kind: "offline",
    notice:
      "Scored by an offline heuristic (coverage of n-grams, numbers and names), neither by a model nor by a person.",
    dimensions: [
      {
        id: "faithfulness",
        title: "Faithfulness",
        meaning: "5 when the answer says only what the retrieved contexts support, 0 when none of it is supported.",
        source:
          "support of each sentence, new and replaced numbers and names, negations and opposites, by a fitted model; ours",
      },
      {
        id: "relevance",
        title: "Relevance",
        meaning: "5 when the answer speaks to the question, or rightly refuses; 0 when it does not.",
        source: "coverage of the question's terms by rarity, and answer type; ours",
      },
      {
        id: "completeness",
        title: "Completeness",
        meaning: "5 when the answer covers what the reference says, 0 when it covers nothing of it.",
        source: "coverage of the reference's terms by rarity, and of its sentences in order, by fitted weights; ours",
      },
    ],
    fingerprint: { version, scale: 5 },
    judge: async (input) => judge(input),
    close: async () => undefined,
  };
}

function judge({ query, answer, contexts, references, answerable, language }: JudgeInput): Verdict {
  const claimsNothing = answer.trim() !== "" && isRefusal(answer);
  const refused = language === "zh" ? "拒绝回答，没有作出任何断言" : "refuses, and so claims nothing";
  return {
    scores: {
      faithfulness: claimsNothing ? scored(5, refused) : faithfulness(answer, contexts, language),
      relevance: relevance({ query, answer, contexts, answerable }, language),
      completeness: completeness(answer, answerable ? references : [], language),
    },
    judgement: null,
  };
}
