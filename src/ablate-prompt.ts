import { join } from "node:path";
import type { Config } from "./config/index.ts";
import { exitCodes, InputError, type Problem } from "./core/index.ts";
import {
  type EvaluateOptions,
  evaluatePlan,
  loadHtmlRenderer,
  type PlanOptions,
  type PlanOutcome,
} from "./evaluate.ts";
import { createLibrary, estimateTokens, type Prompt, type PromptPart, partsOf } from "./prompts/index.ts";
import { baselineOf } from "./record/index.ts";
import { closePlans, hasPrompt, loadPromptFor, type PromptPlan, planSuites, withPrompt } from "./run/index.ts";
import { describe, type Interval, mean, tInterval } from "./stats/index.ts";

/**
 * What leaving a part out does to one judged dimension, in shares of its scale; a drop speaks for the part.
 * `low` and `high` hold the true mean in nine samples of ten, if the cases are a sample of what might be asked.
 */
export interface Effect extends Interval {
  readonly metric: string;
  readonly mean: number;
  /** Cases with a score with and without the part. */
  readonly pairs: number;
}

/**
 * What the effects say of a part. `earns`: without it a dimension falls, its whole range below 0. `harms`: one rises, and none
 * falls. `idle`: no score of any case moved. `unclear`: the ranges hold 0.
 */
export type Worth = "earns" | "harms" | "idle" | "unclear";

/** One part of a prompt, and the runs with and without it held against each other. */
export interface AblatedPart extends Pick<PromptPart, "kind" | "label" | "at"> {
  /** What a question needs less without it, the mean over the cases, as `estimateTokens` counts. */
  readonly tokensSaved: number;
  /** Answers (case × repeat) that the model was not asked again for, since it would have been sent the same. */
  readonly unchanged: number;
  readonly of: number;
  readonly effects: readonly Effect[];
  /** Null where the prompt cannot be without it. */
  readonly worth: Worth | null;
  /** Why the prompt cannot be without it. */
  readonly problems: readonly Problem[];
}

/** A prompt, part by part. */
export interface Ablation {
  readonly suite: string;
  readonly prompt: string;
  readonly cases: number;
  /** Of a question with the whole prompt, the mean over the cases. */
  readonly tokens: number;
  readonly parts: readonly AblatedPart[];
  /** Of the answers (case × repeat) to the whole prompt: those with an error. Too many, and no part was tried. */
  readonly errors: number;
  readonly of: number;
  /** Whether the whole prompt was scored and every part was tried. */
  readonly isComplete: boolean;
}

/**
 * Leaves out one part of a prompt at a time and runs a suite, over the same cases and the same
 * retrieved contexts. What a part does not change is asked and judged once.
 *
 * @param config one suite, whose target is of the kind `prompt`, with a judge.
 * @throws InputError before the first call when anything in the user's files is wrong.
 */
export async function ablatePrompt(
  { root, suites: [suite] }: Config,
  reference: string,
  options: EvaluateOptions = {},
): Promise<Ablation> {
  if (suite?.target.kind !== "prompt") throw new TypeError("the suite has no prompt");
  if (suite.judge === null) throw withoutJudge(suite.originOf("judge"));
  const renderer = await loadHtmlRenderer();
  const reports = join(suite.reports, "ablation");
  const first = {
    ...suite,
    reports,
    gate: { ...suite.gate, metrics: [] },
    target: { ...suite.target, prompt: reference },
  };
  const plans = await planSuites([first], root, { remembers: true });
  try {
    const [plan] = plans;
    if (plan === undefined || !hasPrompt(plan)) throw new TypeError("a target of the kind `prompt` has a prompt");
    return await ablate({ ...plan, baseline: null }, { ...options, root, renderer });
  } finally {
    await closePlans(plans);
  }
}

function withoutJudge(at: string): InputError {
  return new InputError({
    code: "ablate-without-judge",
    what: "the suite has no judge, so nobody can say what a part of the prompt is worth",
    at,
    fix: "choose one with `--judge`",
  });
}

async function ablate(plan: PromptPlan, options: PlanOptions): Promise<Ablation> {
  const { suite, target } = plan;
  const { prompt } = target;
  const whole = await evaluatePlan(plan, options);
  const parts: AblatedPart[] = [];
  const candidates = partsOf(prompt.closure);
  for (const part of candidates) {
    if (options.signal?.aborted || whole.exitCode === exitCodes.interrupted || !whole.summary.isCovered) break;
    const tried = await tryWithout(part, { plan, whole, options });
    if (tried !== undefined) parts.push(tried);
  }
  return {
    suite: suite.name,
    prompt: prompt.reference,
    cases: plan.cases.length,
    tokens: tokensOf(whole),
    parts,
    errors: whole.summary.cases.errors,
    of: whole.summary.cases.planned,
    isComplete: whole.summary.isCovered && parts.length === candidates.length,
  };
}

interface Trial {
  readonly plan: PromptPlan;
  readonly whole: PlanOutcome;
  readonly options: PlanOptions;
}

/** Undefined when the run was interrupted. */
async function tryWithout(part: PromptPart, { plan, whole, options }: Trial): Promise<AblatedPart | undefined> {
  const { kind, label, at } = part;
  const variant = variantOf(part, plan);
  if (variant instanceof InputError) {
    const { problems } = variant;
    return { kind, label, at, tokensSaved: 0, unchanged: 0, of: 0, effects: [], worth: null, problems };
  }
  const baseline = { path: plan.target.prompt.reference, content: baselineOf(whole.manifest, whole.results) };
  const onProgress: PlanOptions["onProgress"] = (progress) =>
    options.onProgress?.({ ...progress, suite: `${progress.suite} without ${label.slice(0, 40)}` });
  const without = await evaluatePlan({ ...withPrompt(plan, variant), baseline }, { ...options, onProgress });
  if (without.exitCode === exitCodes.interrupted) return undefined;
  const messages = new Map(
    [...whole.results].map((one) => [`${one.repeat} ${one.caseId}`, JSON.stringify(one.messages)]),
  );
  const unchanged = [...without.results].filter(
    (one) => one.messages !== null && messages.get(`${one.repeat} ${one.caseId}`) === JSON.stringify(one.messages),
  );
  const effects = effectsOf(without);
  return {
    kind,
    label,
    at,
    tokensSaved: tokensOf(whole) - tokensOf(without),
    unchanged: unchanged.length,
    of: without.results.scores.length,
    effects,
    worth: worthOf(effects),
    problems: [],
  };
}

function variantOf(part: PromptPart, { suite, target }: PromptPlan): Prompt | InputError {
  try {
    return loadPromptFor(suite, target.prompt.reference, part.without(createLibrary(suite.prompts)));
  } catch (error) {
    if (error instanceof InputError) return error;
    throw error;
  }
}

function effectsOf({ comparison, manifest }: PlanOutcome): readonly Effect[] {
  return manifest.legend.flatMap(({ id, stage }) => {
    const differences = Object.values(comparison.changes).flatMap((changes) => changes[id] ?? []);
    const described = describe(stage === "generation" ? differences : []);
    const range = tInterval(described, 0.9);
    if (described.mean === null || range === null) return [];
    return [{ metric: id, pairs: described.used, mean: described.mean, ...range }];
  });
}

function worthOf(effects: readonly Effect[]): Worth {
  if (effects.some(({ high }) => high < 0)) return "earns";
  if (effects.some(({ low }) => low > 0)) return "harms";
  const isIdle = effects.length > 0 && effects.every(({ low, high }) => low === 0 && high === 0);
  return isIdle ? "idle" : "unclear";
}

function tokensOf({ results }: PlanOutcome): number {
  const counts = [...results].flatMap(({ messages }) =>
    messages === null ? [] : [messages.reduce((sum, { content }) => sum + estimateTokens(content), 0)],
  );
  return mean(counts) ?? 0;
}
