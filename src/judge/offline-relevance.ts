import { type Language, type Score, scored } from "../core/index.ts";
import { isRefusal, numbersOf } from "../text/index.ts";
import { levelOf } from "./offline-coverage.ts";
import { rareShareOf } from "./offline-rarity.ts";
import { foldText, stemsOf } from "./offline-units.ts";

/** An answer taken from a context speaks to the question as far as that context does, but says less of it. */
const throughContext = 0.9;
/** How much of an answer's terms a context must hold for the answer to be taken from it. */
const takenFrom = 0.8;
/** What an answer without the number that was asked for is worth. */
const wrongType = 0.6;
/** Half of a question's terms repeated is as much as a good answer does: longer questions say more than they ask. */
const enough = 0.5;

const words = {
  en: {
    refusedRightly: "refuses, and the documents hold no answer",
    shouldRefuse: "answers although the documents hold no answer",
    refusedWrongly: "refuses although the question can be answered",
    empty: "the answer is empty",
    noNumber: "the question asks for a number or a time, and the answer has none",
    covered: (percent: number) => `takes up ${percent} % of what the question names`,
  },
  zh: {
    refusedRightly: "文档中没有答案，回答如实拒绝",
    shouldRefuse: "文档中没有答案，却作了回答",
    refusedWrongly: "问题可以回答，却拒绝了",
    empty: "回答为空",
    noNumber: "问题问数量或时间，回答中没有数字",
    covered: (percent: number) => `涉及问题所提内容的 ${percent}%`,
  },
} as const;

const asksForNumber =
  /\bhow (?:many|much|old|long|far|tall|high|often)\b|\bwhen\b|\bwhat (?:year|date|time|number|percentage|age)\b|多少|几(?:年|个|次|岁|天|月|人|种|名|位|场|本|部|家)|哪一?年|何时|什么时候|多(?:久|长|高|大|远)/iu;
const hasNumber =
  /\p{N}|[一二三四五六七八九十百千万亿两零]|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|twelve|hundred|thousand|million|billion|once|twice|january|february|march|april|june|july|august|september|october|november|december|spring|summer|autumn|winter|century)\b/iu;

/**
 * Whether an answer speaks to the question.
 *
 * The share of the question's content terms, by rarity, that the answer takes up, or that the
 * context takes up which a short answer was drawn from; half of them is enough for the
 * best level. An answer without a number where one is asked for is worth less. A
 * refusal is worth 5 where the documents hold no answer and 0 where they do; an answer
 * where they hold none is worth 0. Out: 0 to 5.
 */
export function relevance(
  {
    query,
    answer,
    contexts,
    answerable,
  }: {
    readonly query: string;
    readonly answer: string;
    readonly contexts: readonly string[];
    readonly answerable: boolean;
  },
  language: Language,
): Score {
  const say = words[language];
  if (answer.trim() === "") return scored(0, say.empty);
  const isRefused = isRefusal(answer);
  if (!answerable) return isRefused ? scored(5, say.refusedRightly) : scored(0, say.shouldRefuse);
  if (isRefused) return scored(0, say.refusedWrongly);
  const asked = [...new Set(stemsOf(foldText(query)))];
  const said = new Set(stemsOf(foldText(answer)));
  const direct = rareShareOf(asked, said);
  const around = contexts.map((context) => {
    const terms = new Set(stemsOf(foldText(context)));
    return rareShareOf([...said], terms) >= takenFrom ? throughContext * rareShareOf(asked, terms) : 0;
  });
  const share = Math.max(direct, ...around);
  const lacksNumber = asksForNumber.test(query) && numbersOf(answer).length === 0 && !hasNumber.test(answer);
  const level = levelOf(Math.min(1, share / enough) * (lacksNumber ? wrongType : 1));
  return scored(level, lacksNumber ? say.noNumber : say.covered(Math.round(share * 100)));
}
