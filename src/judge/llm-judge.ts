import {
  absent,
  type CaseError,
  CaseFailure,
  failed,
  type Language,
  type Message,
  type Score,
  scored,
} from "../core/index.ts";
import type { ChatReply, ChatRequest, Completions } from "../llm/index.ts";
import { type Dimension, loadDimension, loadPrompt, type Prompt } from "../prompts/index.ts";
import type { Judge, JudgeInput, Judgement, Verdict } from "./judge.ts";
import { judgeInputs, judgeValues, lackingFor } from "./judge-values.ts";
import { type ParsedVerdict, parseVerdict, type VerdictFormat } from "./parse-verdict.ts";

/** The scale of every dimension. */
const scale = [0, 5] as const;
const defaultMaxTokens = 2048;
/** How much larger the budget is when a verdict was cut off: reasoning models think before they write. */
const largerBudget = 4;

/** How a model judges. */
export interface LlmJudgeOptions {
  /** Closed with the judge. */
  readonly chat: Completions;
  readonly model: string;
  readonly promptsDir: string;
  /** The prompt by the language of the case, such as `judge/score-en@v1`. */
  readonly prompts: Readonly<Record<Language, string>>;
  /** Rubric files, such as `judge/faithfulness@v1`. */
  readonly dimensions: readonly string[];
  /** Of the run: the contexts are shuffled by it. */
  readonly seed: number;
  /** The longest verdict, in tokens. Default 2048. */
  readonly maxTokens?: number | undefined;
  /** Whatever else the provider takes. */
  readonly parameters?: Readonly<Record<string, unknown>> | undefined;
  /** The models that may judge instead. */
  readonly fallback?: readonly string[] | undefined;
  /** Where it is configured, for messages. */
  readonly at?: string | undefined;
}

/**
 * A judge that asks a model once for all dimensions of an answer, at temperature 0.
 *
 * @throws InputError when a prompt or a rubric is missing or wrong.
 */
export function createLlmJudge(options: LlmJudgeOptions): Judge {
  const { chat, model, promptsDir, at, maxTokens = defaultMaxTokens, fallback = [], parameters: extra } = options;
  const dimensions = options.dimensions.map((reference) => loadDimension(promptsDir, reference, { at }));
  const load = (reference: string): Prompt => loadPrompt(promptsDir, reference, { inputs: judgeInputs, at });
  const prompts: Record<Language, Prompt> = { en: load(options.prompts.en), zh: load(options.prompts.zh) };
  const { en, zh } = prompts;
  return {
    kind: "llm",
    notice: `Scored by ${model} with ${en.reference} and ${zh.reference}; the scores are a model's opinion.`,
    dimensions: dimensions.map(({ id, title, meaning, source }) => ({ id, title, meaning, source })),
    fingerprint: {
      kind: "llm",
      model,
      prompts: { en: { reference: en.reference, hash: en.hash }, zh: { reference: zh.reference, hash: zh.hash } },
      dimensions: dimensions.map(({ id, reference, hash }) => ({ id, reference, hash })),
      scale,
      parameters: { temperature: 0, maxTokens, ...extra },
      ...(fallback.length === 0 ? {} : { fallback }),
    },
    judge: (input, { signal }) =>
      judgeOnce(input, { chat, model, maxTokens, extra, dimensions, prompts, seed: options.seed, signal }),
    close: () => chat.close(),
  };
}

interface Setup {
  readonly chat: Completions;
  readonly model: string;
  readonly maxTokens: number;
  readonly extra: Readonly<Record<string, unknown>> | undefined;
  readonly dimensions: readonly Dimension[];
  readonly prompts: Readonly<Record<Language, Prompt>>;
  readonly seed: number;
  readonly signal: AbortSignal;
}

async function judgeOnce(input: JudgeInput, setup: Setup): Promise<Verdict> {
  const scores: Record<string, Score> = {};
  const asked: Dimension[] = [];
  for (const dimension of setup.dimensions) {
    const lacking = lackingFor(dimension, input);
    if (lacking === undefined) asked.push(dimension);
    else scores[dimension.id] = absent(lacking === "contexts" ? "nothing was retrieved" : "the case has no reference");
  }
  if (asked.length === 0) return { scores, judgement: null };
  const { seed } = setup;
  const { values, contextOrder } = judgeValues(input, { asked, seed });
  const { messages } = setup.prompts[input.language].render(values, { seed });
  const outcome = await ask(input, { asked, messages, setup });
  const judgement: Judgement = { messages: outcome.messages, contextOrder, raw: outcome.raw, notes: outcome.notes };
  for (const { id } of asked) scores[id] = scoreOf(id, outcome.verdict);
  return { scores, judgement };
}

function scoreOf(id: string, verdict: ParsedVerdict): Score {
  if (verdict.kind === "error") return failed(verdict.error);
  const value = verdict.scores[id];
  if (value === undefined) throw new Error(`a complete verdict has no score for ${id}`);
  return verdict.reason === "" ? scored(value) : scored(value, verdict.reason);
}

/** A verdict and what was said to get it. */
interface Outcome {
  readonly verdict: ParsedVerdict;
  readonly messages: readonly Message[];
  readonly raw: string;
  readonly notes: readonly string[];
}

interface Question {
  readonly asked: readonly Dimension[];
  readonly messages: readonly Message[];
  readonly setup: Setup;
}

/** Asks, and once more where a dimension was left out: a corrected reply is as good as a first one. */
async function ask(input: JudgeInput, question: Question): Promise<Outcome> {
  const first = await askForVerdict(input, question);
  const { verdict } = first;
  if (verdict.kind !== "error" || verdict.error.kind !== "judge_incomplete") return first;
  const names = verdict.missing.map((id) => `\`${id}\``).join(", ");
  const correction =
    input.language === "zh"
      ? `你的回复缺少 ${names}。请重新给出完整的 JSON 对象，包含所有要求的字段。`
      : `Your reply leaves out ${names}. Give the whole JSON object again, with every field that was asked for.`;
  const messages: readonly Message[] = [
    ...question.messages,
    { role: "assistant", content: first.raw },
    { role: "user", content: correction },
  ];
  const second = await askForVerdict(input, { ...question, messages });
  return { ...second, notes: [...second.notes, `asked again: the first reply left out ${verdict.missing.join(", ")}`] };
}

async function askForVerdict(input: JudgeInput, { asked, messages, setup }: Question): Promise<Outcome> {
  const format: VerdictFormat = {
    dimensions: asked.map(({ id }) => id),
    scale,
    quotable: [input.answer, input.query, ...input.contexts, ...input.references],
  };
  const accept = (text: string): boolean => parseVerdict(text, format).kind === "verdict";
  const request: ChatRequest = {
    messages,
    model: setup.model,
    parameters: { temperature: 0, maxTokens: setup.maxTokens, extra: setup.extra },
    json: { name: "verdict", schema: verdictSchema(format.dimensions) },
  };
  try {
    const { text, notes } = await completeWithRoom(request, { input, setup, accept });
    return { verdict: parseVerdict(text, format), messages, raw: text, notes };
  } catch (error) {
    if (!(error instanceof CaseFailure) || error.error.kind === "interrupted") throw error;
    const raw = error.error.raw ?? "";
    return { verdict: { kind: "error", error: error.error, missing: [] }, messages, raw, notes: [] };
  }
}

/** Completes a request, and once more with a larger budget where the verdict was cut off. */
async function completeWithRoom(
  request: ChatRequest,
  {
    input,
    setup,
    accept,
  }: { readonly input: JudgeInput; readonly setup: Setup; readonly accept: (text: string) => boolean },
): Promise<ChatReply> {
  const options = { signal: setup.signal, repeat: input.repeat, accept };
  try {
    return await setup.chat.complete(request, options);
  } catch (error) {
    if (!isTruncated(error)) throw error;
  }
  const maxTokens = setup.maxTokens * largerBudget;
  try {
    const reply = await setup.chat.complete({ ...request, parameters: { ...request.parameters, maxTokens } }, options);
    return {
      ...reply,
      notes: [...reply.notes, `max_tokens: ${maxTokens}, after ${setup.maxTokens} cut the verdict off`],
    };
  } catch (error) {
    if (!isTruncated(error)) throw error;
    const message = `the verdict was cut off, also at max_tokens=${maxTokens}; raise the judge's \`maxTokens\``;
    const truncated: CaseError = { ...error.error, kind: "judge_truncated", message };
    throw new CaseFailure(truncated);
  }
}

function isTruncated(error: unknown): error is CaseFailure {
  return error instanceof CaseFailure && error.error.kind === "truncated";
}

/** The shape of a verdict, for providers that can be held to one. */
function verdictSchema(dimensions: readonly string[]): Readonly<Record<string, unknown>> {
  const score = { type: "integer", enum: [0, 1, 2, 3, 4, 5] };
  return {
    type: "object",
    properties: { ...Object.fromEntries(dimensions.map((id) => [id, score])), reason: { type: "string" } },
    required: [...dimensions, "reason"],
    additionalProperties: false,
  };
}
