import { type CaseError, CaseFailure, type Language, type Message } from "../core/index.ts";
import type { ChatReply, ChatRequest, Completions } from "../llm/index.ts";
import type { ParsedVerdict } from "./parse-verdict.ts";

/** How much larger the budget is when a verdict was cut off: reasoning models think before they write. */
const largerBudget = 4;

/** The model that judges, and how it is asked. */
export interface JudgeModel {
  readonly chat: Completions;
  readonly model: string;
  readonly maxTokens: number;
  /** Whatever else the provider takes. */
  readonly extra: Readonly<Record<string, unknown>> | undefined;
}

/** One thing to ask a judge. */
export interface Question {
  readonly messages: readonly Message[];
  readonly language: Language;
  /** The shape of the reply, for providers that can be held to one. */
  readonly schema: Readonly<Record<string, unknown>>;
  readonly read: (reply: string) => ParsedVerdict;
  /** Part of the cache key, so that repeats are verdicts of their own. */
  readonly repeat: number;
  readonly signal: AbortSignal;
}

/** A verdict and what was said to get it. */
export interface Answered {
  readonly verdict: ParsedVerdict;
  readonly messages: readonly Message[];
  readonly raw: string;
  readonly notes: readonly string[];
}

/**
 * Asks at temperature 0, and once more, with what was wrong, where the reply could not be
 * read: a corrected reply is as good as a first one.
 *
 * A failure of the world is a verdict of the kind `error`.
 *
 * @throws CaseFailure `interrupted` when the signal is aborted.
 */
export async function askJudge(question: Question, judge: JudgeModel): Promise<Answered> {
  const first = await askForVerdict(question, judge);
  if (first.verdict.kind !== "error" || !isReadableOnce(first.verdict.error)) return first;
  const messages: readonly Message[] = [
    ...question.messages,
    { role: "assistant", content: first.raw },
    { role: "user", content: correctionOf(first.verdict, question.language) },
  ];
  const second = await askForVerdict({ ...question, messages }, judge);
  return { ...second, notes: [...second.notes, `asked again: ${first.verdict.error.message}`] };
}

/** What a judge that is told of it can put right. */
function isReadableOnce({ kind }: CaseError): boolean {
  return kind === "judge_unparseable" || kind === "judge_ambiguous" || kind === "judge_incomplete";
}

/** What was wrong, in our own words: nothing of the reply stands in them, since it may quote what others wrote. */
const corrections = {
  en: {
    missing: (names: string) => `Your reply leaves out ${names}.`,
    ambiguous: "Your reply holds more than one verdict, and they differ.",
    unparseable:
      "Your reply could not be read: it holds no whole JSON object in that form, or a value in it is none of those allowed.",
    again: "Give the whole JSON object again, with every field that was asked for, and nothing else.",
  },
  zh: {
    missing: (names: string) => `你的回复缺少 ${names}。`,
    ambiguous: "你的回复中有不止一个结论，且互不相同。",
    unparseable: "你的回复无法解读：其中没有一个符合格式的完整 JSON 对象，或某个字段的值不在允许的范围内。",
    again: "请重新给出完整的 JSON 对象，包含所有要求的字段，不要有其他内容。",
  },
} as const;

function correctionOf(
  { error, missing }: Extract<ParsedVerdict, { readonly kind: "error" }>,
  language: Language,
): string {
  const say = corrections[language];
  const space = language === "zh" ? "" : " ";
  if (missing.length > 0) return `${say.missing(missing.map((id) => `\`${id}\``).join(", "))}${space}${say.again}`;
  return `${error.kind === "judge_ambiguous" ? say.ambiguous : say.unparseable}${space}${say.again}`;
}

async function askForVerdict(question: Question, judge: JudgeModel): Promise<Answered> {
  const { messages, schema, read } = question;
  const request: ChatRequest = {
    messages,
    model: judge.model,
    parameters: { temperature: 0, maxTokens: judge.maxTokens, extra: judge.extra },
    json: { name: "verdict", schema },
  };
  try {
    const { text, notes } = await completeWithRoom(request, question, judge);
    return { verdict: read(text), messages, raw: text, notes };
  } catch (error) {
    if (!(error instanceof CaseFailure) || error.error.kind === "interrupted") throw error;
    const raw = error.error.raw ?? "";
    return { verdict: { kind: "error", error: error.error, missing: [] }, messages, raw, notes: [] };
  }
}

/** Completes a request, and once more with a larger budget where the verdict was cut off. */
async function completeWithRoom(request: ChatRequest, question: Question, judge: JudgeModel): Promise<ChatReply> {
  const { signal, repeat, read } = question;
  const options = { signal, repeat, accept: (text: string): boolean => read(text).kind === "verdict" };
  try {
    return await judge.chat.complete(request, options);
  } catch (error) {
    if (!isTruncated(error)) throw error;
  }
  const maxTokens = judge.maxTokens * largerBudget;
  try {
    const reply = await judge.chat.complete({ ...request, parameters: { ...request.parameters, maxTokens } }, options);
    return {
      ...reply,
      notes: [...reply.notes, `max_tokens: ${maxTokens}, after ${judge.maxTokens} cut the verdict off`],
    };
  } catch (error) {
    if (!isTruncated(error)) throw error;
    const message = `the verdict was cut off, also at max_tokens=${maxTokens}; raise the judge's \`maxTokens\``;
    throw new CaseFailure({ ...error.error, kind: "judge_truncated", message });
  }
}

function isTruncated(error: unknown): error is CaseFailure {
  return error instanceof CaseFailure && error.error.kind === "truncated";
}
