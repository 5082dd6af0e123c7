import { absent, failed, type Score, scored } from "../core/index.ts";
import { compareRuns } from "../gate/index.ts";
import { baselineOf, type CaseResult, deriveSummary, type Manifest, type MetricLegend } from "../record/index.ts";
import type { ReportInput } from "./renderer.ts";
import { resultsOf } from "./results-of.ts";

const legend: readonly MetricLegend[] = [
  {
    id: "recall@5",
    stage: "retrieval",
    scale: 1,
    title: "Found",
    meaning: "The share of what should be found that stands among the first k results.",
    source: "trec_eval 9.0.8, recall_k",
  },
  {
    id: "ndcg@10",
    stage: "retrieval",
    scale: 1,
    title: "Order",
    meaning: "1 when the most relevant results come first, lower the further down they are.",
    source: "doi:10.1145/582415.582418",
  },
  {
    id: "faithfulness",
    stage: "generation",
    scale: 5,
    title: "Faithfulness",
    meaning:
      "Does the answer say only what the retrieved contexts support? 5 when every statement is supported, 0 when none is.",
    source: "arXiv:2309.15217",
  },
  {
    id: "relevance",
    stage: "generation",
    scale: 5,
    title: "Relevance",
    meaning: "Does the answer address the question?",
    source: "arXiv:2309.15217",
  },
];

/** A manifest of two metrics and two dimensions, with what a test changes. */
export function reportManifest(changes: Partial<Manifest> = {}): Manifest {
  return {
    format: 1,
    runId: "20260102-030405-ab12",
    suite: "handbook",
    startedAt: "2026-01-02T03:04:05.000Z",
    tool: { version: "0.0.0", node: "v20" },
    git: null,
    fingerprint: {
      dataset: { name: "handbook", cases: "c", corpus: "d" },
      target: { kind: "builtin" },
      judge: { kind: "offline", version: 1 },
      metrics: legend.map(({ id }) => id),
      seed: 1,
      repeat: 1,
    },
    legend,
    judge: { kind: "offline", notice: "A heuristic without a model: it sees shared words, not meaning." },
    slices: ["language", "kind"],
    minCoverage: 1,
    planned: { cases: 1, of: 1, filters: [] },
    notes: [],
    ...changes,
  };
}

/** A case that came out well, with what a test changes. */
export function resultOf(changes: Partial<CaseResult> & { readonly caseId: string }): CaseResult {
  return {
    repeat: 0,
    caseHash: `hash of ${changes.caseId}`,
    query: `What does ${changes.caseId} ask?`,
    language: "en",
    answerable: true,
    references: ["The reference answer."],
    labels: { language: ["en"], kind: ["who"] },
    gold: [{ label: "doc-1", quote: "the quoted evidence", foundAt: 1 }],
    quarantined: null,
    answer: "The answer.",
    refused: false,
    refusalFault: null,
    retrieved: [
      { id: "doc-1#0", docId: "doc-1", text: "Here stands the quoted evidence.", score: 7.25, relevant: true },
      { id: "doc-2#3", docId: "doc-2", text: "Something else.", score: 3.5, relevant: false },
    ],
    droppedDuplicates: 0,
    retrieval: { "recall@5": scored(1), "ndcg@10": scored(1) },
    bounds: {},
    generation: { faithfulness: scored(5, "Every statement is supported."), relevance: scored(4, "It answers.") },
    error: null,
    usage: { promptTokens: 812, completionTokens: 64 },
    messages: null,
    judgement: null,
    notes: [],
    ...changes,
  };
}

/** A case whose target failed: nothing could be measured. */
export function failedResult(caseId: string, message = "no complete answer within 30 s"): CaseResult {
  const error = { kind: "timeout", message } as const;
  return resultOf({
    caseId,
    answer: null,
    refused: null,
    retrieved: [],
    gold: [{ label: "doc-1", quote: null, foundAt: null }],
    retrieval: { "recall@5": failed(error), "ndcg@10": failed(error) },
    generation: { faithfulness: failed(error), relevance: failed(error) },
    error,
    usage: null,
  });
}

/** What a report is made of: the results, those of the baseline, and what a test changes. */
export interface ReportSketch {
  readonly results: readonly CaseResult[];
  /** The results that the baseline was made from; left out: there is no baseline. */
  readonly before?: readonly CaseResult[];
  readonly manifest?: Manifest;
  /** The metrics that decide. */
  readonly gated?: readonly string[];
  readonly isFinished?: boolean;
  readonly exitCode?: number;
}

/** A report made the way a run makes it, so that its numbers agree with one another. */
export function reportOf(sketch: ReportSketch): ReportInput {
  const { results, before, manifest = reportManifest(), isFinished = true, exitCode = 0 } = sketch;
  const gate = { mode: "simple", margin: 0.02, metrics: sketch.gated ?? ["recall@5", "faithfulness"] } as const;
  const old = manifest.runId.replace(/^\d+/, "20251231");
  const baseline =
    before === undefined
      ? null
      : {
          path: `baselines/${manifest.suite}.json`,
          content: baselineOf({ ...manifest, runId: old }, resultsOf(before)),
        };
  const finished = { event: "finished", calls: null, at: "2026-01-02T03:05:42.000Z" } as const;
  const last = isFinished ? finished : undefined;
  const journal = { finished: last, last, latencies: [], firstTokens: [] };
  return {
    summary: deriveSummary({ manifest, journal, results }),
    comparison: compareRuns({
      manifest,
      results,
      baseline,
      openCasesOf: () => [],
      datasetIds: new Set(results.map((result) => result.caseId)),
      gate,
    }),
    exitCode,
    results: resultsOf(results),
  };
}

/** Text that broke the pages of other tools, each where a model or a dataset could put it. */
export const hostile = {
  caseId: "<b>x</b>",
  answer: "</script><img src=x onerror=\"document.title='pwned'\">",
  reason: "costs $& and $' and <!-- and \u2028",
  link: "javascript:alert(1)",
  rightToLeft: "מה גובה ההחזר? \u202ereversed",
  unbroken: "x".repeat(5_000),
  halfPair: "half \ud83d of a pair",
  emoji: "👩‍👩‍👧‍👦 🇨🇳",
} as const;

/** A case made of that text. */
export function hostileResult(): CaseResult {
  return resultOf({
    caseId: hostile.caseId,
    query: hostile.rightToLeft,
    answer: hostile.answer,
    references: [hostile.unbroken, hostile.emoji],
    gold: [{ label: hostile.link, quote: hostile.answer, foundAt: null }],
    retrieved: [{ id: hostile.link, docId: "<i>doc</i>", text: hostile.halfPair, relevant: false }],
    retrieval: { "recall@5": scored(0, hostile.reason), "ndcg@10": absent(hostile.reason) },
    generation: { faithfulness: scored(1, hostile.reason), relevance: scored(0, hostile.answer) },
    messages: [{ role: "user", content: hostile.answer }],
    judgement: {
      messages: [{ role: "system", content: hostile.reason }],
      contextOrder: [0],
      raw: hostile.answer,
      notes: [hostile.reason],
    },
    notes: [hostile.answer],
  });
}

/** Sixty or more cases in Chinese and English with every kind of outcome; the same number gives the same cases. */
export function manyResults(count: number, { isBefore = false } = {}): readonly CaseResult[] {
  return Array.from({ length: count }, (_, i) => topicResult(i, isBefore));
}

interface Topic {
  readonly language: "en" | "zh";
  readonly kind: string;
  readonly query: string;
  readonly answer: string;
  readonly reference: string;
  readonly doc: string;
  readonly quote: string;
  readonly context: string;
}

function topicResult(i: number, isBefore: boolean): CaseResult {
  const topic = topicAt(i);
  const caseId = `${topic.doc}-${String(i + 1).padStart(3, "0")}`;
  const { query, language, kind } = topic;
  const same = { caseId, query, language, labels: { language: [language], kind: [kind] } };
  if (i % 29 === 17 && !isBefore) return { ...failedResult(caseId), ...same };
  if (i % 19 === 11) return resultOf({ ...same, ...refusalOf(topic) });
  const isFound = isBefore || i % 7 !== 3;
  const level = Math.min(4, 3 + (i % 3)) + (isBefore ? 0 : changeAt(i));
  const right = { id: `${topic.doc}.md#2`, docId: `${topic.doc}.md`, text: topic.context, score: 9.41, relevant: true };
  const wrong = wrongChunks(topicAt(i + 5));
  return resultOf({
    ...same,
    references: [topic.reference],
    gold: [{ label: `${topic.doc}.md`, quote: topic.quote, foundAt: isFound ? 1 + (i % 2) : null }],
    answer: topic.answer,
    retrieved: isFound ? [...wrong.slice(0, i % 2), right, ...wrong.slice(i % 2)] : wrong,
    retrieval: { "recall@5": scored(isFound ? 1 : 0), "ndcg@10": scored(isFound ? 1 / (1 + (i % 2)) : 0) },
    generation: { faithfulness: judged(level, topic), relevance: judged(Math.min(5, level + 1), topic) },
    messages: [
      { role: "system", content: "Answer from the contexts alone." },
      { role: "user", content: `${topic.context}\n\n${query}` },
    ],
    judgement: {
      messages: [{ role: "user", content: `Score this answer from 0 to 5.\n\n${topic.answer}` }],
      contextOrder: [1, 0],
      raw: `{"faithfulness": ${level}}`,
      notes: [],
    },
  });
}

function topicAt(i: number): Topic {
  const topic = topics[i % topics.length];
  if (topic === undefined) throw new RangeError("there is no topic");
  return topic;
}

/** What the change under test did to a judged score. */
function changeAt(i: number): number {
  if (i % 7 === 3) return -1;
  return i % 11 === 5 ? 1 : 0;
}

function refusalOf(topic: Topic): Partial<CaseResult> {
  return {
    answerable: false,
    references: [],
    gold: [],
    answer: topic.language === "zh" ? "资料中没有提到这一点。" : "The documents do not say.",
    retrieved: wrongChunks(topic),
    retrieval: { "recall@5": absent("no gold"), "ndcg@10": absent("no gold") },
    generation: { faithfulness: judged(5, topic), relevance: judged(5, topic) },
  };
}

function wrongChunks({ doc, context }: Topic): CaseResult["retrieved"] {
  return [1, 2, 3, 4].map((n) => ({
    id: `${doc}.md#${n}`,
    docId: `${doc}.md`,
    text: context,
    score: 6 - n,
    relevant: false,
  }));
}

function judged(level: number, topic: Topic): Score {
  const reason = topic.language === "zh" ? `依据：“${topic.quote}”。` : `Supported by “${topic.quote}”.`;
  return scored(Math.max(0, level), reason);
}

const topics: readonly Topic[] = [
  {
    language: "zh",
    kind: "金额",
    query: "出差时每天的餐费报销上限是多少？",
    answer: "每日餐费报销上限为 200 元，凭票实报实销。",
    reference: "每日 200 元，凭发票报销。",
    doc: "travel",
    quote: "餐费报销上限为每日 200 元",
    context:
      "第四条 出差补助。员工因公出差期间，餐费报销上限为每日 200 元，须凭当日发票实报实销；超出部分由个人承担。住宿标准按城市分为三档，见附件一。",
  },
  {
    language: "en",
    kind: "who",
    query: "Who approves a purchase above 5,000 euros?",
    answer: "The head of the department and the finance team both have to approve it.",
    reference: "The head of department together with finance.",
    doc: "purchasing",
    quote: "Purchases above 5,000 euros need the head of department and finance",
    context:
      "Orders up to 500 euros may be placed by anyone with a budget. Purchases above 5,000 euros need the head of department and finance to sign the same form, in that order. The form is kept for ten years.",
  },
  {
    language: "zh",
    kind: "时间",
    query: "年假没有休完可以顺延到第二年吗？",
    answer: "可以，未休完的年假最多顺延 5 天，须在次年 3 月 31 日前休完。",
    reference: "最多顺延 5 天，次年 3 月底前用完。",
    doc: "leave",
    quote: "未休年假最多可顺延 5 天，至次年 3 月 31 日止",
    context: "年假以自然年计算。未休年假最多可顺延 5 天，至次年 3 月 31 日止，逾期作废。离职时按日工资折算。",
  },
  {
    language: "en",
    kind: "how",
    query: "How do I reset a forgotten VPN password?",
    answer: "Open the self-service page, choose “Forgot password” and confirm with the code sent to your phone.",
    reference: "On the self-service page with the code that comes by text message.",
    doc: "vpn",
    quote: "a code is sent to the phone on record",
    context:
      "If the password is lost, open the self-service page and choose Forgot password: a code is sent to the phone on record. After five wrong codes the account is locked for an hour.",
  },
  {
    language: "zh",
    kind: "人物",
    query: "错误码 E-1042 出现时应该联系谁？",
    answer: "应联系网络组值班工程师，分机 6120。",
    reference: "网络组值班，分机 6120。",
    doc: "errors",
    quote: "E-1042：网关握手失败，联系网络组值班（分机 6120）",
    context:
      "常见错误码一览。E-1040：证书过期，自助续期。E-1042：网关握手失败，联系网络组值班（分机 6120）。E-1050：配额用尽。",
  },
  {
    language: "en",
    kind: "when",
    query: "When does the cafeteria close on Fridays?",
    answer: "It closes at 14:00 on Fridays.",
    reference: "14:00",
    doc: "cafeteria",
    quote: "on Fridays until 14:00",
    context:
      "The cafeteria is open from 11:30 to 15:00, on Fridays until 14:00. Coffee is served all day on the third floor.",
  },
];
