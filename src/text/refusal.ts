import { splitSentences } from "./sentences.ts";

const english = [
  /\b(?:i|we)(?:'m| am| are|'re)? (?:sorry|afraid)\b.*\b(?:not?|n't|unable)\b/,
  /\b(?:i|we) (?:really |just |simply )?(?:do not|don't|did not|didn't|cannot|can't|could not|couldn't) (?:know|find|answer|tell|say|determine|locate|see|have)\b/,
  /\b(?:i am|i'm|we are) (?:not sure|unable|not able)\b/,
  /\b(?:cannot|can't|can not|could not|couldn't) be (?:answered|determined|found|inferred)\b/,
  /\b(?:no|not enough|insufficient) (?:relevant |specific |such |further )?(?:information|mention|answer|data|details?|evidence)\b/,
  /\b(?:is|are|was|were|does|do) ?(?:not|n't) (?:\w+ )?(?:mentioned|specified|stated|provided|given|contain(?:ed)?|available|answered|answer|mention|provide|include|say|specify)\b/,
  /\bunable to (?:answer|find|determine|provide)\b/,
  /\bunanswerable\b/,
];

const chinese = [
  /(?:我|我们|本人)?(?:并)?(?:不知道|不清楚|不确定|不了解)/,
  /(?:无法|不能|没法|难以)(?:[^，。]{0,8})?(?:回答|确定|得知|判断|提供|找到|得出|给出)/,
  /(?:没有|并无|无|未|找不到|未能|没)(?:[^，。]{0,12})?(?:提到|提及|提供|说明|找到|涉及|包含|给出|相关(?:的)?(?:信息|内容|资料|答案)|足够(?:的)?(?:信息|资料))/,
  /(?:信息|资料|内容)不足/,
];

/**
 * Whether an answer declines to answer, in English or Chinese and in free wording.
 *
 * The words have to stand in the first sentence, or in the last one of a short answer:
 * a long answer that says deep inside what is not known has answered all the same.
 */
export function isRefusal(answer: string): boolean {
  const sentences = splitSentences(answer.normalize("NFKC")).map(({ text }) => text.replaceAll("’", "'").toLowerCase());
  const [first = ""] = sentences;
  const candidates = sentences.length <= 3 ? [first, sentences.at(-1) ?? ""] : [first];
  return candidates.some(
    (sentence) => sentence.length <= 400 && [...english, ...chinese].some((pattern) => pattern.test(sentence)),
  );
}
