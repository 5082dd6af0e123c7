import type { CaseErrorKind } from "../../core/index.ts";
import type { PageLanguage } from "./strings.ts";

/**
 * Chinese for the English sentences that the tool puts into a record: titles and
 * meanings of its own metrics and dimensions. Looked up by the sentence itself, so a
 * user's own dimension keeps its own words, and a sentence that changed shows in English.
 */
const chinese: Readonly<Record<string, string>> = {};

/** The lookup for one language. */
export function createToolTranslate(language: PageLanguage): (text: string) => string {
  return (text) => (language === "zh" && Object.hasOwn(chinese, text) ? (chinese[text] ?? text) : text);
}

/** What each kind of error means, for people who do not program. */
export const errorMeanings: Readonly<Record<CaseErrorKind, Readonly<Record<PageLanguage, string>>>> = {
  connection: { en: "The system did not pick up.", zh: "系统没有响应连接。" },
  timeout: { en: "The system took too long to answer.", zh: "系统回答超时。" },
  http: { en: "The system answered with an error of its own.", zh: "系统返回了错误。" },
  rate_limited: { en: "The provider was asked too often and kept refusing.", zh: "请求过于频繁，服务方一直拒绝。" },
  auth: { en: "The provider did not accept the key.", zh: "服务方不接受密钥。" },
  body_not_json: { en: "The reply was not in the agreed form.", zh: "返回内容的格式不符合约定。" },
  path_missing: { en: "The reply had nothing where the answer should be.", zh: "返回内容中缺少应有的字段。" },
  bad_answer: { en: "The reply had something else where the answer should be.", zh: "返回内容中字段的类型不对。" },
  empty_content: { en: "The model said nothing.", zh: "模型没有输出内容。" },
  truncated: { en: "The model was cut off before it had finished.", zh: "模型的输出被截断。" },
  refused_by_provider: { en: "The provider's content filter stepped in.", zh: "被服务方的内容过滤拦截。" },
  target_threw: { en: "The system under test broke on this question.", zh: "被测系统处理该问题时出错。" },
  not_recorded: { en: "The file of recorded answers has none for this case.", zh: "录制文件中没有该用例的回答。" },
  judge_unparseable: { en: "The judge's reply could not be read.", zh: "无法解读裁判的回复。" },
  judge_ambiguous: { en: "The judge's reply could be read in two ways.", zh: "裁判的回复有歧义。" },
  judge_incomplete: { en: "The judge left out a score.", zh: "裁判漏打了分数。" },
  judge_truncated: { en: "The judge was cut off before its verdict.", zh: "裁判的回复在给出结论前被截断。" },
  metric_out_of_range: { en: "A score fell outside its scale.", zh: "得分超出了范围。" },
  interrupted: { en: "The run ended before this case was done.", zh: "运行在该用例完成前结束。" },
};

/** The meaning of a kind of error; undefined for one that this page does not know. */
export function errorMeaning(kind: string, language: PageLanguage): string | undefined {
  return Object.hasOwn(errorMeanings, kind) ? errorMeanings[kind as CaseErrorKind][language] : undefined;
}
