import { splitSentences } from "./sentences.ts";

/** Wordings of a refusal: some decline by themselves, some only where the sentence speaks of what was to be read. */
interface Wordings {
  readonly alone: readonly RegExp[];
  readonly sources: RegExp;
  readonly ofSources: readonly RegExp[];
}

/** `Water does not contain carbon` is an answer, `the text does not contain it` is none. */
const english: Wordings = {
  alone: [
    /\b(?:i|we)(?:'m| am| are|'re)? (?:sorry|afraid)\b.*(?:\bnot?\b|n't\b|\bunable\b)/,
    /\b(?:i|we) (?:really |just |simply )?(?:do not|don't|did not|didn't|cannot|can't|can not|could not|couldn't) (?:know\b(?! if (?:i|we)\b)|find|answer|tell|say|determine|locate|(?:see|have) (?:any|an|the|enough|sufficient|access)\b)/,
    /\b(?:i am|i'm|we are|we're) (?:not sure\b(?!,? but)|unable|not able)/,
    /^(?:sorry|unfortunately)?,? ?(?:unable|not able) to (?:answer|find|determine|provide)\b/,
    /\b(?:cannot|can't|can not|could not|couldn't) be (?:answered|determined|inferred)\b/,
    /(?:^|\bthere (?:is|are|was|were) )(?:no|not enough|insufficient) (?:\w+ )?(?:information|mention|answer|data|details?)\b/,
    /\b(?:is|are|was|were)(?: not|n't) (?:\w+ )?(?:mentioned|specified|stated)(?: anywhere)?\.?$/,
    /\bunanswerable\b/,
  ],
  sources:
    /\b(?:contexts?|texts?|passages?|documents?|sources?|articles?|excerpts?|paragraphs?|contents?|materials?|information|provided|given|retrieved)\b/,
  ofSources: [
    /\b(?:do|does|did)(?: not|n't) (?:\w+ )?(?:answer|mention|provide|contain|include|say|specify|state|give|indicate|discuss|address|cover)\b/,
    /\b(?:is|are|was|were)(?: not|n't) (?:\w+ )?(?:mentioned|specified|stated|provided|given|contained|available|answered|found|discussed|included|covered)\b/,
    /\b(?:cannot|can't|can not|could not|couldn't) be found\b/,
    /\b(?:no|not enough|insufficient) (?:\w+ )?(?:information|mention|answer|data|details?|evidence)\b/,
  ],
};

/** `科学家无法确定原因` is an answer, `根据资料无法确定原因` is none. */
const chinese: Wordings = {
  alone: [
    /(?:^|抱歉[，,、]?|对不起[，,、]?|我们?|本人)(?:我们?|也|并|还|真的|实在|确实|暂时|目前)*(?:不知道|不清楚|不确定|不太?了解)/,
    /(?:无法|不能|没法|难以)[^，。]{0,8}回答/,
    /(?:^|抱歉[，,、]?|对不起[，,、]?|我们?)(?:我们?|暂时|目前)*(?:无法|不能|没法|难以|未能|没能|没有|未|找不到)[^，。]{0,8}(?:确定|得知|判断|提供|找到|得出|给出|提到|提及|说明|信息|内容|资料|答案)/,
    /(?:信息|资料|内容)不足/,
  ],
  sources: /文[档件本章中]|资料|材料|上下文|原文|段落|内容|信息|资讯|知识库|检索/,
  ofSources: [
    /(?:没有?|并?无|并?未能?|找不到)[^，。]{0,12}(?:提到|提及|提供|说明|找到|涉及|包含|给出|记载|相关(?:的)?(?:信息|内容|资料|答案)|足够(?:的)?(?:信息|资料))/,
    /找不到|(?:无法|不能|没法|难以)[^，。]{0,8}(?:确定|得知|判断|提供|找到|得出|给出|推断)/,
  ],
};

/** The traditional characters of these wordings, each followed by its simplified one. */
const simplified = new Map(
  [
    "無无",
    "沒没",
    "難难",
    "資资",
    "訊讯",
    "內内",
    "檔档",
    "關关",
    "確确",
    "斷断",
    "給给",
    "說说",
    "對对",
    "檢检",
    "庫库",
  ].map(([from = "", to = ""]) => [from, to] as const),
);

/**
 * Whether an answer declines to answer, in English or Chinese and in free wording.
 *
 * The words have to stand in the first sentence, or in the last one of a short answer
 * that does not begin with yes: a long answer that says deep inside what is not known
 * has answered all the same.
 *
 * Measured on the unmixed replies of six models in NoMIRACL (github.com/project-miracl/nomiracl)
 * and on sentences of Wikipedia, none of which refuses; figures in docs/judge.md.
 */
export function isRefusal(answer: string): boolean {
  const sentences = splitSentences(answer.normalize("NFKC")).map(({ text }) => fold(text));
  const [first = ""] = sentences;
  const isShort = sentences.length <= 3 && !/^(?:yes\b|是的)/.test(first);
  const candidates = isShort ? [first, sentences.at(-1) ?? ""] : [first];
  return candidates.some(
    (sentence) => sentence.length <= 400 && [english, chinese].some((wordings) => declines(sentence, wordings)),
  );
}

function declines(sentence: string, { alone, sources, ofSources }: Wordings): boolean {
  if (alone.some((pattern) => pattern.test(sentence))) return true;
  return sources.test(sentence) && ofSources.some((pattern) => pattern.test(sentence));
}

function fold(sentence: string): string {
  const plain = sentence.replaceAll("’", "'").toLowerCase();
  return [...plain].map((character) => simplified.get(character) ?? character).join("");
}
