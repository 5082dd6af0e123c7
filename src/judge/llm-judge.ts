import { absent, failed, type Language, type Score, scored } from "../core/index.ts";
import type { Completions } from "../llm/index.ts";
import { type Dimension, loadDimension, loadPrompt, type Prompt } from "../prompts/index.ts";
import { askJudge, type JudgeModel } from "./ask-judge.ts";
import type { Judge, JudgeInput, Judgement, Verdict } from "./judge.ts";
import { judgeInputs, judgeValues, lackingFor } from "./judge-values.ts";
import { type ParsedVerdict, parseVerdict, type VerdictFormat } from "./parse-verdict.ts";

/** The scale of every dimension. */
const scale = [0, 5] as const;
const defaultMaxTokens = 2048;

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

interface Setup extends JudgeModel {
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
  const format: VerdictFormat = {
    dimensions: asked.map(({ id }) => id),
    scale,
    quotable: [input.answer, input.query, ...input.contexts, ...input.references],
  };
  const { verdict, ...said } = await askJudge(
    {
      messages,
      language: input.language,
      schema: verdictSchema(format.dimensions),
      read: (reply) => parseVerdict(reply, format),
      repeat: input.repeat,
      signal: setup.signal,
    },
    setup,
  );
  const judgement: Judgement = { messages: said.messages, contextOrder, raw: said.raw, notes: said.notes };
  for (const { id } of asked) scores[id] = scoreOf(id, verdict);
  return { scores, judgement };
}

function scoreOf(id: string, verdict: ParsedVerdict): Score {
  if (verdict.kind === "error") return failed(verdict.error);
  const value = verdict.scores[id];
  if (value === undefined) throw new Error(`a complete verdict has no score for ${id}`);
  return verdict.reason === "" ? scored(value) : scored(value, verdict.reason);
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
