import { splitSentences } from "./sentences.ts";

/**
 * What was to be read. An article, or a word such as `provided`, has to stand before it, so that
 * `personal information` is none of it.
 */
const englishSources = `(?:the|these|those|this|any|all|my|your|our|provided|given|retrieved|available)(?: of the)?(?: (?:provided|given|retrieved|available|supplied|above|following|relevant|search|source|context))* (?:contexts?|texts?|passages?|documents?|documentation|sources?|articles?|excerpts?|paragraphs?|contents?|materials?|information|snippets?|results|knowledge base)`;
const isNot = String.raw`\b(?:is|are|was|were)(?: not|n't) (?:\w+ )?`;
const told =
  "(?:mentioned|specified|stated|provided|given|contained|available|answered|found|discussed|included|covered)";
const nothing = String.raw`(?:no|not enough|insufficient) (?:\w+ )?(?:information|mention|answer|details?|evidence|reference)`;
const cannot = "(?:do not|don't|did not|didn't|cannot|can't|can not|could not|couldn't)";

/** `Water does not contain carbon` and `personal information is not provided to others` are answers. */
const english: readonly RegExp[] = [
  /\b(?:i|we)(?:'m| am| are|'re)? (?:sorry|afraid)\b.*(?:\bnot?\b|n't\b|\bunable\b)/,
  String.raw`\b(?:i|we) (?:really |just |simply |also )?${cannot} (?:know\b(?! if (?:i|we)\b)|find|answer|tell|say|determine|locate|(?:see|have) (?:any|an|the|that|this|enough|sufficient|access)\b)`,
  /\b(?:i|we) have no (?:\w+ )?(?:information|data|answer|knowledge)\b/,
  /\b(?:i am|i'm|i was|we are|we're|we were) (?:not sure\b(?!,? but)|unable|not able)/,
  /^(?:sorry|unfortunately)?,? ?(?:unable to|not able to|cannot|can't) (?:answer|find|determine|provide)\b/,
  /^(?:(?:the answer|it|this|that) is )?(?:unknown|not known|n\/a|not applicable|unanswerable|no answer)\.?$/,
  /\b(?:question|this|that|it) (?:cannot|can't|can not|could not|couldn't) be (?:answered|determined|inferred)\b/,
  String.raw`(?:^|\bthere (?:is|are|was|were) )${nothing}(?: (?:is|are|was|were))?(?:\.?$| (?:available|found|provided|given|present|about|on|regarding|of|to answer|to determine|in|from|within|that)\b)`,
  String.raw`\bthere (?:is|was) nothing (?:in|within|from) ${englishSources}\b`,
  String.raw`^it is (?:unclear|not clear|impossible to \w+) from ${englishSources}\b`,
  String.raw`^the answer(?: to (?:this|the|your) question)? (?:is|was)(?: not|n't) (?:\w+ )?${told}\b`,
  /\bthere (?:is|are|was|were)(?: not|n't) any (?:\w+ )?(?:information|mention|answer|details?)\b/,
  String.raw`^not (?:\w+ )?${told}(?:\.?$| (?:in|by|from|within) )`,
  String.raw`${isNot}(?:mentioned|specified|stated)(?: anywhere)?\.?$`,
  String.raw`\b${englishSources}(?: (?:itself|themselves|also|above|you provided|provided|given))? (?:do|does|did)(?: not|n't) (?:\w+ )?(?:answer|mention|provide|contain|include|say|specify|state|give|indicate|discuss|address|cover)\b`,
  String.raw`\b${englishSources} (?:(?:says?|said) nothing|lacks? (?:the|this|that|any)|(?:has|have|had|contains?|provides?|includes?|gives?|makes?) ${nothing})\b`,
  String.raw`\bn(?:one|either) of ${englishSources}\b`,
  String.raw`(?:\b(?:is|are|was|were)(?: not|n't)|\bno|\binsufficient|\bcannot be) (?:\w+ ){0,6}(?:in|from|by|within|on|with) (?:any of )?${englishSources}(?:\.?$|,| (?:i|we|you|provided|given|above)\b)`,
  String.raw`\b(?:based on|from|according to|given|in|within) ${englishSources}\b.*${isNot}(?:${told}|clear|known|possible)\.?$`,
  String.raw`\b(?:based on|from|according to|given|in|within) ${englishSources}\b.*(?:\b(?:cannot|can't|can not|could not|couldn't|not possible to|impossible to) (?:be )?(?:found|find|answer(?:ed)?|determined?|inferred|tell|say|know)\b|\b${nothing}\b)`,
].map((pattern) => new RegExp(pattern));

/** Within a clause: the commas are half width here, since widths are folded before. */
const some = "[^,。;]";
const sorry = "(?:^|抱歉[,、]?|对不起[,、]?|不好意思[,、]?|我们?|本人)(?:我们?|也|并|还|真的|实在|确实|暂时|目前)*";
const chineseSources =
  "(?:文档|文件|文章|文本|资料|材料|上下文|原文|段落|片段|内容|信息|资讯|知识库|资料库|检索结果|文中|文里|本文)";
const ofWhatWasGiven =
  "(?:[您你]?所?(?:提供|给出|给定|检索到|给|有|附)?的?(?:已知|现有|已有|相关|上述|以上|以下|参考|这些|这份|该|本|此)?的?)";
const findOut = "(?:确定|得知|判断|提供|找到|得出|给出|推断|查到)";
const sayAnything =
  "(?:提到|提及|提供|说明|涉及|包含|包括|给出|记载|回答|写明|写到|写|说|提$|提[,。]|这方面|相关|有关|足够|答案|找到|该信息|信息)";

/** `科学家无法确定原因` and `个人信息不能提供给第三方` are answers, `根据资料无法确定原因` is none. */
const chinese: readonly RegExp[] = [
  `${sorry}(?:不知道|不清楚|不确定(?=[,。.!是这该答具]|$)|不太?了解)`,
  `(?:无法|没法|难以|(?:^|,|我们?|问题|因此|所以)(?:暂时|目前)?不能)${some}{0,8}(?:回答|作答)(?:[您你这该此上述本所问一个]*的?(?:问题|提问))?(?:[,。.!]|$)`,
  `${sorry}(?:无法|没法|难以|未能|没能)${some}{0,8}${findOut}(?!时)`,
  `${sorry}(?:没有?|未|未能|找不到|查不到)(?:找到|检索到|查到|搜索到)?${some}{0,12}(?:信息|内容|资料|答案|记录)(?:[,。.!可来用]|$)`,
  "^(?:文中|原文)?(?:暂无|尚无|没有|并无|无|未|并未|没有被)(?:相关|有关|任何|足够)?(?:提及|提到|说明|信息|内容|资料|记载|答案)[。.!]?$",
  "(?:信息|资料|内容)不足(?:[,。.!以]|$)",
  `超出了?${some}{0,10}(?:知识库|文档|资料)${some}{0,4}范围`,
  `(?:^|[,、:])${ofWhatWasGiven}${chineseSources}(?:中|里|内|里面)?(?:也|都|均|似乎)?(?:对此|对该问题)?(?:并?没有?|并?无|暂无|并?未|并不|不|找不到)(?:有|能|直接|明确|具体)*[^,。;的者]{0,12}${sayAnything}`,
  `(?:根据|依据|基于|从|在|按)${some}{0,12}${chineseSources}${some}{0,6},?${some}{0,10}(?:(?:无法|没法|难以|未能)${some}{0,8}(?:${findOut}|回答|作答)|(?:没有|并未|未|找不到)[^,。;的者]{0,12}${sayAnything}|找不到|不能${some}{0,8}(?:确定|得知|判断|推断|得出))`,
  `(?:无法|没法|难以|不能)从${some}{0,12}${chineseSources}${some}{0,4}${findOut}`,
].map((pattern) => new RegExp(pattern));

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
    (sentence) => sentence.length <= 400 && patternsFor(sentence).some((pattern) => pattern.test(sentence)),
  );
}

/** Each wording needs a letter of its own script. */
function patternsFor(sentence: string): readonly RegExp[] {
  return [...(/[a-z]/.test(sentence) ? english : []), ...(/\p{Script=Han}/u.test(sentence) ? chinese : [])];
}

function fold(sentence: string): string {
  const plain = sentence.replaceAll("’", "'").toLowerCase();
  return [...plain].map((character) => simplified.get(character) ?? character).join("");
}
