import type { Route } from "../config/index.ts";
import { InputError } from "../core/index.ts";
import type { Plan } from "./plan.ts";
import { hasPrompt } from "./with-prompt.ts";

/** What a run will about take, before anything is sent: at most, since what the cache has costs nothing. */
export interface Estimate {
  /** To models that want a key. */
  readonly calls: number;
  readonly tokens: number;
  /** In US dollars, of the models that have a price. */
  readonly costUsd: number;
  /** Models that want a key and have no price, and the calls to them. */
  readonly unpriced: readonly string[];
  readonly unpricedCalls: number;
}

/** The prompts of so many cases are rendered, from all over the dataset. */
const sampled = 20;
/** How long an answer or a verdict is taken to be, in tokens. */
const usualCompletion = 300;
/** How much a judge is told beside the contexts that the system under test saw, in tokens. */
const usualJudgePrompt = 700;
/** What a system of its own shows a judge, in tokens: nobody knows before it was asked. */
const usualContexts = 1500;

interface Part extends Route {
  readonly calls: number;
  readonly promptTokens: number;
}

/** What the runs of these plans will about take. */
export async function estimateRun(plans: readonly Plan[]): Promise<Estimate> {
  const estimate = { calls: 0, tokens: 0, costUsd: 0, unpricedCalls: 0 };
  const unpriced = new Set<string>();
  for (const plan of plans.filter(({ suite }) => !suite.cacheOnly)) {
    for (const { model, calls, promptTokens } of (await partsOf(plan)).filter(isPaid)) {
      const price = Object.hasOwn(plan.suite.prices, model) ? plan.suite.prices[model] : undefined;
      estimate.calls += calls;
      estimate.tokens += calls * (promptTokens + usualCompletion);
      if (price === undefined) {
        unpriced.add(model);
        estimate.unpricedCalls += calls;
      } else estimate.costUsd += (calls * (promptTokens * price.prompt + usualCompletion * price.completion)) / 1e6;
    }
  }
  return { ...estimate, unpriced: [...unpriced] };
}

/**
 * A limit in dollars holds only where every model that may be called has a price.
 *
 * @throws InputError `price-missing`.
 */
export function checkPrices(plans: readonly Plan[]): void {
  const missing = plans.flatMap(({ suite }) => {
    const { target, judge } = suite;
    const models = [target.kind === "prompt" ? target : null, judge?.kind === "llm" ? judge : null]
      .flatMap((one) => (one === null ? [] : [one, ...one.fallback]))
      .map(({ model }) => model);
    return models.filter((model) => !Object.hasOwn(suite.prices, model));
  });
  if (missing.length === 0) return;
  throw new InputError(
    [...new Set(missing)].map((model) => ({
      code: "price-missing",
      what: `the model \`${model}\` has no price, so \`--max-cost\` cannot be kept`,
      at: "flag --max-cost",
      fix: `add it to touchstone.yaml: \`prices: { ${JSON.stringify(model)}: { prompt: …, completion: … } }\`, dollars for a million tokens`,
    })),
  );
}

async function partsOf(plan: Plan): Promise<readonly Part[]> {
  const { suite, cases } = plan;
  const { target, judge } = suite;
  const calls = cases.length * suite.repeat;
  const seen = (await meanPrompt(plan)) ?? usualContexts;
  return [
    ...(target.kind === "prompt" ? [{ ...target, calls, promptTokens: seen }] : []),
    ...(judge?.kind === "llm"
      ? [{ ...judge, calls: calls * callsOf(judge), promptTokens: seen + usualJudgePrompt }]
      : []),
  ];
}

/** How often a judge is asked about one answer. */
function callsOf({ mode, repeat, dimensions }: Extract<Plan["suite"]["judge"], { readonly kind: "llm" }>): number {
  return repeat * (mode === "each" ? dimensions.length : 1);
}

/** A server without a key is one of the user's own. */
function isPaid({ provider }: Part): boolean {
  return provider.apiKey !== undefined;
}

/** The mean length of a prompt, in tokens as guessed; null where nobody knows before something is sent. */
async function meanPrompt(plan: Plan): Promise<number | null> {
  if (!hasPrompt(plan) || plan.cases.length === 0) return null;
  const step = Math.max(1, Math.floor(plan.cases.length / sampled));
  const some = plan.cases.filter((_, i) => i % step === 0).slice(0, sampled);
  const { signal } = new AbortController();
  let total = 0;
  for (const { id, ...one } of some) {
    const tokens = await plan.target.promptTokens({ ...one, caseId: id, repeat: 0 }, { signal });
    if (tokens === null) return null;
    total += tokens;
  }
  return Math.round(total / some.length);
}
