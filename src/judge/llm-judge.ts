import { absent, failed, type Language, type Score, scored } from "../core/index.ts";
import type { Completions } from "../llm/index.ts";
import { type Dimension, loadDimension, loadPrompt, type Prompt } from "../prompts/index.ts";
import { askJudge, type JudgeModel } from "./ask-judge.ts";
import { combineScores } from "./combine-scores.ts";
import { contextOrders } from "./context-orders.ts";
import type { Judge, JudgeInput, Judgement, Verdict } from "./judge.ts";
import { judgeInputs, judgeValues, lackingFor } from "./judge-values.ts";
import { type ParsedVerdict, parseVerdict, type VerdictFormat } from "./parse-verdict.ts";
import { verdictSchema } from "./verdict-schema.ts";

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
  /** Whether all dimensions are asked for in one call, or each in one of its own. Default `together`. */
  readonly mode?: "together" | "each";
  /** How often an answer is judged, each time with the contexts in another, balanced order. Default 1. */
  readonly repeat?: number;
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
 * A judge that asks a model, at temperature 0.
 *
 * @throws InputError when a prompt or a rubric is missing or wrong.
 */
export function createLlmJudge(options: LlmJudgeOptions): Judge {
  const { chat, model, promptsDir, at, maxTokens = defaultMaxTokens, fallback = [], parameters: extra } = options;
  const { mode = "together", repeat = 1, seed } = options;
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
      // What is usual is left out, so that runs of versions without these settings stay comparable.
      ...(mode === "together" ? {} : { mode }),
      ...(repeat === 1 ? {} : { repeat }),
    },
    judge: (input, { signal }) =>
      judgeAnswer(input, { chat, model, maxTokens, extra, dimensions, prompts, seed, mode, repeat, signal }),
    close: () => chat.close(),
  };
}

interface Setup extends JudgeModel, Required<Pick<LlmJudgeOptions, "seed" | "mode" | "repeat">> {
  readonly dimensions: readonly Dimension[];
  readonly prompts: Readonly<Record<Language, Prompt>>;
  readonly signal: AbortSignal;
}

async function judgeAnswer(input: JudgeInput, setup: Setup): Promise<Verdict> {
  const { dimensions, seed, mode, repeat: repeats } = setup;
  const asked = dimensions.filter((dimension) => lackingFor(dimension, input) === undefined);
  const calls = mode === "together" && asked.length > 0 ? [asked] : asked.map((dimension) => [dimension]);
  const judgements: Judgement[] = [];
  const scores = new Map<string, Score[]>();
  for (const [i, order] of contextOrders(input, { seed, repeats }).entries()) {
    for (const call of calls) {
      const { verdict, judgement } = await judgeOnce(input, { asked: call, order, repeat: i, setup });
      judgements.push(judgement);
      for (const { id } of call) scores.set(id, [...(scores.get(id) ?? []), scoreOf(id, verdict)]);
    }
  }
  const [judgement = null, ...further] = judgements;
  return {
    scores: Object.fromEntries(dimensions.map((one) => [one.id, finalScore(one, input, scores.get(one.id))])),
    judgement,
    ...(further.length === 0 ? {} : { furtherJudgements: further }),
  };
}

function finalScore(dimension: Dimension, input: JudgeInput, scores: readonly Score[] | undefined): Score {
  if (scores !== undefined) return combineScores(scores);
  return absent(lackingFor(dimension, input) === "contexts" ? "nothing was retrieved" : "the case has no reference");
}

/** One call: some dimensions, and the contexts in one order. */
interface Call {
  readonly asked: readonly Dimension[];
  readonly order: readonly number[];
  /** Which of the times that the answer is judged, from 0. */
  readonly repeat: number;
  readonly setup: Setup;
}

async function judgeOnce(
  input: JudgeInput,
  { asked, order, repeat, setup }: Call,
): Promise<{ readonly verdict: ParsedVerdict; readonly judgement: Judgement }> {
  const { seed, signal } = setup;
  const format: VerdictFormat = {
    dimensions: asked.map(({ id }) => id),
    scale,
    quotable: [input.answer, input.query, ...input.contexts, ...input.references],
  };
  const { verdict, messages, raw, notes } = await askJudge(
    {
      messages: setup.prompts[input.language].render(judgeValues(input, { asked, order }), { seed }).messages,
      language: input.language,
      schema: verdictSchema(format.dimensions),
      read: (reply) => parseVerdict(reply, format),
      repeat: input.repeat * setup.repeat + repeat,
      signal,
    },
    setup,
  );
  const scores = verdict.kind === "error" ? {} : verdict.scores;
  return { verdict, judgement: { messages, contextOrder: order, raw, notes, scores } };
}

function scoreOf(id: string, verdict: ParsedVerdict): Score {
  if (verdict.kind === "error") return failed(verdict.error);
  const value = verdict.scores[id];
  if (value === undefined) throw new Error(`a complete verdict has no score for ${id}`);
  return verdict.reason === "" ? scored(value) : scored(value, verdict.reason);
}
