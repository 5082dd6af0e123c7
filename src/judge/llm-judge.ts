import { absent, failed, InputError, type Language, type Score, scored } from "../core/index.ts";
import type { Completions } from "../llm/index.ts";
import { type Dimension, loadDimension, loadPrompt, type Prompt } from "../prompts/index.ts";
import { askJudge, type JudgeModel } from "./ask-judge.ts";
import { checkClaims } from "./check-claims.ts";
import type { Countable, SaidClaim, SaidLists } from "./claims.ts";
import { combineScores } from "./combine-scores.ts";
import { contextOrders } from "./context-orders.ts";
import type { Judge, JudgeInput, Judgement, Verdict } from "./judge.ts";
import { type JudgeMethod, judgeInputs, judgeValues, lackingFor, splitAsked } from "./judge-values.ts";
import { type ClaimsFormat, parseClaims } from "./parse-claims.ts";
import { type ParsedVerdict, parseVerdict } from "./parse-verdict.ts";
import { scoreClaims } from "./score-claims.ts";
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
  /** `score`: a level for every dimension · `claims`: those that say so count claims or points. Default `score`. */
  readonly method?: JudgeMethod;
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
  const { method = "score", mode = "together", repeat = 1, seed } = options;
  const dimensions = options.dimensions.map((reference) => loadDimension(promptsDir, reference, { at }));
  checkDistinct(dimensions, at);
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
      ...(method === "score" ? {} : { method }),
      ...(mode === "together" ? {} : { mode }),
      ...(repeat === 1 ? {} : { repeat }),
    },
    judge: (input, { signal }) =>
      judgeAnswer(input, { chat, model, maxTokens, extra, dimensions, prompts, seed, method, mode, repeat, signal }),
    close: () => chat.close(),
  };
}

/** A score is found by the id of its dimension. */
function checkDistinct(dimensions: readonly Dimension[], at: string | undefined): void {
  const twice = dimensions.find((one, i) => dimensions.findIndex(({ id }) => id === one.id) < i);
  if (twice === undefined) return;
  throw new InputError({
    code: "dimension-twice",
    what: `two rubrics of the judge have the id \`${twice.id}\`, the second is \`${twice.reference}\``,
    ...(at === undefined ? {} : { at }),
    fix: "leave one of them out of `dimensions`, or give it an id of its own",
  });
}

interface Setup extends JudgeModel, Required<Pick<LlmJudgeOptions, "seed" | "method" | "mode" | "repeat">> {
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
  for (const [repeat, order] of contextOrders(input, { seed, repeats }).entries()) {
    for (const call of calls) {
      const verdict = await judgeOnce(input, { asked: call, order, repeat, setup });
      judgements.push(verdict.judgement);
      for (const [id, score] of Object.entries(verdict.scores)) scores.set(id, [...(scores.get(id) ?? []), score]);
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
  call: Call,
): Promise<{ readonly scores: Readonly<Record<string, Score>>; readonly judgement: Judgement }> {
  const { asked, order, repeat, setup } = call;
  const { seed, method, signal } = setup;
  const { lists, levels } = splitAsked(asked, method);
  const format: ClaimsFormat = {
    lists,
    dimensions: levels.map(({ id }) => id),
    scale,
    contexts: order.length,
    quotable: [input.answer, input.query, ...input.contexts, ...input.references],
  };
  const parse = lists.length === 0 ? parseVerdict : parseClaims;
  const { verdict, messages, raw, notes } = await askJudge(
    {
      messages: setup.prompts[input.language].render(judgeValues(input, { asked, order, method }), { seed }).messages,
      language: input.language,
      schema: verdictSchema(format.dimensions, lists),
      read: (reply) => parse(reply, format),
      repeat: input.repeat * setup.repeat + repeat,
      signal,
    },
    setup,
  );
  const counted = verdict.kind === "error" ? {} : checkLists(verdict.lists ?? {}, input, order);
  const scores = Object.fromEntries(asked.map((one) => [one.id, scoreOf(one, { verdict, counted, input })]));
  const values = Object.entries(scores).flatMap(([id, score]) =>
    score.kind === "scored" ? [[id, score.value] as const] : [],
  );
  return {
    scores,
    judgement: { messages, contextOrder: order, raw, notes, scores: Object.fromEntries(values), ...counted },
  };
}

type Counted = Pick<Judgement, Countable>;

/** Claims quote the context that they name, and points the answer. */
function checkLists({ claims, points }: SaidLists, input: JudgeInput, order: readonly number[]): Counted {
  const contextAt = ({ place }: SaidClaim): { readonly text: string; readonly chunk: number } | undefined => {
    const chunk = place === null ? undefined : order[place];
    return chunk === undefined ? undefined : { text: input.contexts[chunk] ?? "", chunk };
  };
  return {
    ...(claims === undefined ? {} : { claims: checkClaims(claims, contextAt) }),
    ...(points === undefined ? {} : { points: checkClaims(points, () => ({ text: input.answer, chunk: null })) }),
  };
}

function scoreOf(
  { id, counts }: Dimension,
  {
    verdict,
    counted,
    input,
  }: { readonly verdict: ParsedVerdict; readonly counted: Counted; readonly input: JudgeInput },
): Score {
  if (verdict.kind === "error") return failed(verdict.error);
  const claims = counts === undefined ? undefined : counted[counts];
  if (counts !== undefined && claims !== undefined) return scoreClaims(claims, { of: counts, ...input });
  const value = verdict.scores[id];
  if (value === undefined) throw new Error(`a complete verdict has no score for ${id}`);
  return verdict.reason === "" ? scored(value) : scored(value, verdict.reason);
}
