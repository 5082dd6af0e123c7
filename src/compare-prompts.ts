import type { Config } from "./config/index.ts";
import { canonicalJson, exitCodes } from "./core/index.ts";
import { type EvaluateOptions, evaluatePlan, loadHtmlRenderer, type SuiteOutcome } from "./evaluate.ts";
import { type Arms, baselineOf, type CaseResult, type Manifest, type Results } from "./record/index.ts";
import { closePlans, hasPrompt, loadPromptFor, planSuites, withPrompt } from "./run/index.ts";

/** Two prompts by reference: the second is held against the first. */
export type PromptPair = readonly [before: string, after: string];

/**
 * Runs one suite with two prompts, over the same cases and the same retrieved contexts, and
 * holds the second run against the first. A case for which both come to the same messages,
 * contexts and parameters is asked and judged once, so that its difference is exactly 0.
 *
 * @param config one suite, whose target is of the kind `prompt`.
 * @returns the outcome of the second prompt; that of the first where the run was stopped before.
 * @throws InputError before the first call when anything in the user's files is wrong.
 */
export async function comparePrompts(
  { root, suites: [suite] }: Config,
  [before, after]: PromptPair,
  options: EvaluateOptions = {},
): Promise<SuiteOutcome> {
  if (suite?.target.kind !== "prompt") throw new TypeError("the suite has no prompt");
  const renderer = await loadHtmlRenderer();
  const prompt = loadPromptFor(suite, after);
  const first = { ...suite, target: { ...suite.target, prompt: before } };
  const plans = await planSuites([first], root, { remembers: true });
  try {
    const [plan] = plans;
    if (plan === undefined || !hasPrompt(plan)) throw new TypeError("a target of the kind `prompt` has a prompt");
    const ungated = { ...plan, suite: { ...first, gate: { ...first.gate, metrics: [] } }, baseline: null };
    const one = await evaluatePlan(ungated, { ...options, root, renderer });
    if (one.exitCode === exitCodes.interrupted) return one;
    return await evaluatePlan(
      { ...withPrompt(plan, prompt), baseline: { path: before, content: baselineOf(one.manifest, one.results) } },
      { ...options, root, renderer, armsOf: (now) => armsOf([before, after], { one, now }) },
    );
  } finally {
    await closePlans(plans);
  }
}

/** What a run recorded. */
interface Recorded {
  readonly manifest: Manifest;
  readonly results: Results;
}

function armsOf([before, after]: PromptPair, { one, now }: { readonly one: Recorded; readonly now: Recorded }): Arms {
  const first = new Map([...one.results].map((result) => [keyOf(result), inputOf(result)]));
  const isSame = canonicalJson(parametersOf(one.manifest)) === canonicalJson(parametersOf(now.manifest));
  let unchanged = 0;
  for (const result of now.results) {
    const input = inputOf(result);
    if (isSame && input !== null && input === first.get(keyOf(result))) unchanged += 1;
  }
  const answers: Record<string, (string | null)[]> = Object.create(null);
  for (const { caseId, answer } of one.results) answers[caseId] = [...(answers[caseId] ?? []), answer];
  return { before, after, unchanged, of: now.results.scores.length, answers };
}

function keyOf({ caseId, repeat }: CaseResult): string {
  return `${repeat} ${caseId}`;
}

function parametersOf({ fingerprint }: Manifest): unknown {
  return fingerprint.target["parameters"];
}

/** What the model was sent and what it was retrieved from; null where no answer was had. */
function inputOf(result: CaseResult): string | null {
  if (result?.messages == null) return null;
  const contexts = result.retrieved.map(({ id, text = "" }) => ({ id, text }));
  return canonicalJson({ messages: result.messages, contexts });
}
