import type { CaseErrorKind } from "../../core/index.ts";
import type { PageLanguage } from "./strings.ts";

/**
 * Chinese for the English sentences that the tool puts into a record: titles and
 * meanings of its own metrics and dimensions. Looked up by the sentence itself, so a
 * user's own dimension keeps its own words, and a sentence that changed shows in English.
 */
const chinese: Readonly<Record<string, string>> = {
  "there is no baseline": "没有可对比的基线",
  "the corpus changed": "语料已改变",
  "this run becomes the baseline": "本次运行将成为基线",
  "no metric is gated": "没有设置参与判定的指标",
  "no gold": "没有标注应当找到的内容",
  "no contexts": "没有检索到内容",
  "nothing was retrieved": "没有检索到内容",
  "no reference": "没有参考答案",
  "the case has no reference": "没有参考答案",
  "the answer is empty": "回答为空",
  "the answer claims nothing": "回答没有作出任何论断",
  Found: "找到的比例",
  "The share of what should be found that stands among the first k results.":
    "应当找到的内容中，有多少出现在前 k 个结果里。",
  Purity: "纯度",
  "The share of the first k results that bring something relevant.": "前 k 个结果中，有多少是相关的。",
  Hit: "命中",
  "1 when at least one relevant result stands among the first k, else 0.":
    "前 k 个结果中至少有一个相关时为 1，否则为 0。",
  "First hit": "首个命中的位置",
  "1 when the first result is relevant, 1/2 when it is the second, 1/3 the third, 0 beyond k.":
    "第一个结果就相关时为 1，第二个才相关为 1/2，第三个为 1/3，超出前 k 个为 0。",
  "Order of what was retrieved": "检索结果的排序",
  "1 when the most relevant results come first, lower the further down they are.":
    "最相关的结果排在最前时为 1，位置越靠后越低。",
  "Average precision": "平均精度",
  "High when everything relevant comes early: the purity at each relevant result, averaged.":
    "相关的内容都排在前面时得分高：在每个相关结果处计算纯度，再取平均。",
  "Purity and found in one": "纯度与找到比例合一",
  "High only when most of what should be found is among the first k results and little else is.":
    "应当找到的内容大多在前 k 个结果里，且其中少有其他内容时，得分才高。",
  "1 when the first result is relevant, 1/2 when it is the second, 1/3 the third, 0 when none is.":
    "第一个结果就相关时为 1，第二个才相关为 1/2，第三个为 1/3，都不相关为 0。",
  "Order of what was retrieved, high grades first": "检索结果的排序，高等级优先",
  "1 when the most relevant results come first; a high grade weighs far more than a low one.":
    "最相关的结果排在最前时为 1；高等级的权重远大于低等级。",
  "Found at the best possible place": "在最佳长度处找到的比例",
  "The share of what should be found that is found in as many results as would do.":
    "取与应找内容数量相同的结果，其中找到了应当找到的内容的多少。",
  "Early satisfaction": "尽早满足",
  "How early a reader is satisfied who reads the first k results from the top, on a scale of grades up to 4.":
    "读者自上而下阅读前 k 个结果，多早就能得到满足；相关等级最高按 4 计。",
  "Purity as a patient reader sees it": "耐心读者眼中的纯度",
  "The share of relevant results, weighed by how likely a reader is to come that far down the list.":
    "相关结果所占的比例，按读者读到该位置的可能性加权。",
  "Purity at a share found": "达到某找到比例时的纯度",
  "The best purity of a list that is long enough to hold the share given of what should be found.":
    "列表长到足以包含给定比例的应找内容时，能达到的最高纯度。",
  "Relevant above not relevant": "相关的排在不相关之前",
  "How often what is relevant stands above what was judged not relevant; what nobody judged is passed over.":
    "相关的结果有多少排在被判为不相关的结果之前；无人评判的结果略过不计。",
  "Average precision, inferred": "平均精度（推断值）",
  "Average precision as estimated from the results that someone judged.": "根据有人评判过的结果估计出的平均精度。",
  Judged: "已评判的比例",
  "The share of the first k results that the labels know, whatever they say of them.":
    "前 k 个结果中，有多少是标注里有的，不论判为相关与否。",
  "Purity, each chunk counted": "纯度（每块都计）",
  "The share of the first k results that are relevant, also those that repeat what stands above them.":
    "前 k 个结果中，有多少是相关的，与上文重复的也计入。",
  "Purity of the whole list": "整个列表的纯度",
  "The share of all results that bring something relevant, however long the list is.":
    "不论列表多长，全部结果中有多少是相关的。",
  "Found in the whole list": "整个列表中找到的比例",
  "The share of what should be found that stands anywhere in the list.":
    "应当找到的内容中，有多少出现在列表的任何位置。",
  "Purity and found of the whole list": "整个列表的纯度与找到比例合一",
  "High only when the list holds most of what should be found and little else.":
    "列表包含了大多数应当找到的内容，且少有其他内容时，得分才高。",
  "Evidence found, in characters": "找到的证据（按字符）",
  "The share of the characters of the evidence that the first k results hold.":
    "证据的全部字符中，有多少包含在前 k 个结果里。",
  "Purity, in characters": "纯度（按字符）",
  "The share of the characters of the first k results that are evidence.": "前 k 个结果的全部字符中，有多少是证据。",
  "Evidence and results alike, in characters": "证据与结果的重合度（按字符）",
  "1 when the first k results hold all of the evidence and nothing else.":
    "前 k 个结果恰好包含全部证据、别无他物时为 1。",
  "the gold names ids, and this counts characters of evidence spans": "标注的是编号，而此指标按证据片段的字符计算",
  "Part of a passage counts in part.": "只包含段落的一部分时，按比例计分。",
  "Results of one document count as one.": "同一文档的多个结果只算一个。",
  Faithfulness: "忠实度",
  "Does the answer say only what the retrieved contexts support? 5 when every statement is supported, 0 when none is.":
    "回答是否只说了检索内容所支持的话？每句都有依据为 5，全无依据为 0。",
  Relevance: "切题程度",
  "Does the answer address the question that was asked, without side matters? 5 when all of it does, 0 when none of it does.":
    "回答是否针对所提的问题，没有旁枝末节？全部切题为 5，完全不切题为 0。",
  Completeness: "完整度",
  "Does the answer hold all that the expert's reference answer holds? 5 when every point is there, 0 when none is.":
    "专家参考答案中的要点，回答是否都包含了？全部包含为 5，一个都没有为 0。",
  "How many of the answer's claims do the retrieved contexts support, each with a quotation that stands there? 5 when all are supported, 0 when fewer than one in five is.":
    "回答中的论断有多少得到检索内容的支持，且各有查得到的引文？全部有依据为 5，不到五分之一为 0。",
  "How many points of the expert's reference answer does the answer hold, each with a quotation of it? 5 when all are there, 0 when fewer than one in five is.":
    "专家参考答案的要点，回答涵盖了多少，且各有回答中的引文？全部涵盖为 5，不到五分之一为 0。",
  "5 when the answer says only what the retrieved contexts support, 0 when none of it is supported.":
    "回答只说了检索内容所支持的话时为 5，全无依据时为 0。",
  "5 when the answer speaks to the question, or rightly refuses; 0 when it does not.":
    "回答切中问题，或在应当拒答时拒答，为 5；否则为 0。",
  "5 when the answer covers what the reference says, 0 when it covers nothing of it.":
    "回答涵盖了参考答案的内容时为 5，完全没有涵盖时为 0。",
  "Scored by an offline heuristic (coverage of n-grams, numbers and names), neither by a model nor by a person.":
    "由离线启发式方法打分（比对词组、数字和名称的覆盖程度），既不是模型打分，也不是人工打分。",
};

/** The lookup for one language. A cut-off such as `first 5 results`, or `the first result` of 1, is looked up as `first k results`. */
export function createToolTranslate(language: PageLanguage): (text: string) => string {
  if (language === "en") return (text) => text;
  return function translate(text: string): string {
    const [, head = "", option] = optionAtEnd.exec(text) ?? [];
    if (option !== undefined) return translate(head) + translateOption(option);
    return translateReason(text) ?? chineseStale(text) ?? chineseOf(text) ?? text;
  };
}

function chineseOf(text: string): string | undefined {
  const counted = text.replace(/\bfirst result(?! is)/, "first 1 results");
  const cutOff = /\b(?:first|beyond) (\d+)/.exec(counted)?.[1];
  const general = cutOff === undefined ? text : counted.replace(/\b(first|beyond) \d+/g, "$1 k");
  const found = Object.hasOwn(chinese, general) ? chinese[general] : undefined;
  return found?.replace(/ k /g, ` ${cutOff ?? "k"} `);
}

/** What the options of a metric add behind its meaning. */
const optionAtEnd =
  /^(.*) (A result counts when it holds at least [\d.]+ % of a passage\.|Part of a passage counts in part\.|Results of one document count as one\.)$/s;

function translateOption(sentence: string): string {
  const least = /at least ([\d.]+) %/.exec(sentence)?.[1];
  return least === undefined ? (chinese[sentence] ?? sentence) : `结果至少包含段落的 ${least}% 才计入。`;
}

/** Why gold does not stand in the corpus; names and quotations stay as they are. */
const staleGold: readonly (readonly [RegExp, string])[] = [
  [/^gold names (`.*`), and the corpus has no document (`.*`)$/s, "标注写的是 $1，语料中没有文档 $2"],
  [/^the quotation (“.*”) does not stand in the document (`.*`)$/s, "文档 $2 中没有引文$1"],
  [
    /^the span ends at (\d+), and the document (`.*`) has (\d+) UTF-16 code units$/s,
    "标注的位置到 $1 为止，而文档 $2 只有 $3 个 UTF-16 码元",
  ],
  [/^from (\d+) to (\d+) the document (`.*`) has (".*"), and no words$/s, "文档 $3 的 $1 到 $2 处是 $4，没有文字"],
  [
    /^from (\d+) to (\d+) the document (`.*`) has (“.*”), not the quotation (“.*”)$/s,
    "文档 $3 的 $1 到 $2 处是$4，不是引文$5",
  ],
];

/** `quarantined: …`, `in the baseline: …` or the reason alone; undefined for any other text. */
function chineseStale(text: string): string | undefined {
  const [, place = "", reason = ""] = /^(quarantined: |in the baseline: )?(.*)$/s.exec(text) ?? [];
  const found = staleGold.find(([pattern]) => pattern.test(reason));
  if (found === undefined) return undefined;
  const prefix = place === "" ? "" : place.startsWith("q") ? "已隔离：" : "在基线中：";
  return `${prefix}${reason.replace(...found)}`;
}

/** Why a run stopped by itself. */
const stops: readonly (readonly [RegExp, string])[] = [
  [/^(\d+) calls were sent, and (`--max-calls`) allows (\d+)$/, "已发送 $1 次请求，$2 允许 $3 次"],
  [/^(\d+) tokens were used, and (`--max-tokens`) allows (\d+)$/, "已使用 $1 个 token，$2 允许 $3 个"],
  [/^the (\d+) seconds of (`--max-duration`) are over$/, "$2 给出的 $1 秒已用完"],
  [/^(\$[\d.]+) were spent, and (`--max-cost`) allows ([\d.]+)$/, "已花费 $1，$2 允许 $3 美元"],
  [/^shard (.*) is missing$/, "缺少分片 $1"],
  [/^a shard did not come to its end$/, "有分片未运行完"],
  [/^(\d+) cases have an error, and (`--bail`) allows fewer than (\d+)$/, "$1 个用例出错，$2 要求少于 $3 个"],
];

/** What stands in the way of a comparison, where it names something of the user's. */
function translateReason(text: string): string | undefined {
  const caseSet = /^(\d+) cases? (added|removed|edited): (.*)$/s.exec(text);
  if (caseSet !== null) return chineseCaseSet(caseSet);
  const draft = /^(`.*`) is a draft: it is not released and may change under this name$/s.exec(text)?.[1];
  if (draft !== undefined) return `${draft} 是草稿：尚未发布，同名内容可能会改变`;
  const [, count, what, model] =
    /^(\d+) answers were (given|judged) by (.*), since the first model could not$/s.exec(text) ?? [];
  if (count !== undefined)
    return `${count} 个回答由 ${model} ${what === "given" ? "给出" : "评分"}，因为首选模型无法应答`;
  const kin = sameFamily.exec(text);
  if (kin !== null)
    return `裁判 ${kin[1]} 与被测模型 ${kin[2]} 属于同一系列（${kin[3]}）：裁判会偏爱与自己风格相近的回答`;
  const stop = stops.find(([pattern]) => pattern.test(text));
  if (stop !== undefined) return text.replace(...stop);
  const metricFile = metricFileReason.exec(text);
  return metricFile === null ? undefined : chineseMetricFile(metricFile);
}

const sameFamily =
  /^the judge (`.*`) and the model under test (`.*`) are of one family \((.*)\): a judge favours answers of its own kind$/s;

const caseSetNames: Readonly<Record<string, string>> = { added: "新增", removed: "移除", edited: "修改" };

/** `2 cases removed: …`: the ids stay as they are. */
function chineseCaseSet([, count = "", kind = "", ids = ""]: readonly string[]): string {
  return `${caseSetNames[kind] ?? kind} ${count} 个用例：${ids.replace(/ and (\d+) more$/, " 等，另有 $1 个")}`;
}

/** Why a user's metric forbids the comparison. */
const metricFileReason =
  /^(.*) (changed|is new|is gone): its numbers may mean something else; accept with --update-baseline$/s;

const fileChanges: Readonly<Record<string, string>> = { changed: "已修改", "is new": "为新增", "is gone": "已移除" };

/** The path stays as it is. */
function chineseMetricFile([, path = "", change = ""]: readonly string[]): string {
  return `${path} ${fileChanges[change] ?? change}：其数值的含义可能已不同；用 --update-baseline 接受`;
}

/** What each kind of error means, for people who do not program. */
const errorMeanings: Readonly<Record<CaseErrorKind, Readonly<Record<PageLanguage, string>>>> = {
  connection: { en: "The system did not pick up.", zh: "系统没有响应连接。" },
  unavailable: {
    en: "The system failed so often that it was left alone for a while.",
    zh: "系统连续失败，已暂停调用一段时间。",
  },
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
  not_cached: {
    en: "The reply is not in the cache, and nothing may be sent.",
    zh: "缓存中没有该请求的回复，且不允许发送新请求。",
  },
  judge_incomplete: { en: "The judge left out a score.", zh: "裁判漏打了分数。" },
  judge_truncated: { en: "The judge was cut off before its verdict.", zh: "裁判的回复在给出结论前被截断。" },
  metric_out_of_range: { en: "A score fell outside its scale.", zh: "得分超出了范围。" },
  worker_lost: {
    en: "Every worker that took this case died.",
    zh: "领取该用例的工作进程均中途退出。",
  },
  metric_threw: { en: "A metric of your own broke on this case.", zh: "自定义指标在该用例上出错。" },
  interrupted: { en: "The run ended before this case was done.", zh: "运行在该用例完成前结束。" },
};

/** The meaning of a kind of error; undefined for one that this page does not know. */
export function errorMeaning(kind: string, language: PageLanguage): string | undefined {
  return Object.hasOwn(errorMeanings, kind) ? errorMeanings[kind as CaseErrorKind][language] : undefined;
}
