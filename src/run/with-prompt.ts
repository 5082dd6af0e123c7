import type { SuiteConfig } from "../config/index.ts";
import type { Prompt } from "../prompts/index.ts";
import type { PromptTarget, Target } from "../target/index.ts";
import type { Plan } from "./plan.ts";
import { draftsOf } from "./suite-prompts.ts";

/** A plan whose target other prompts can take the place of. */
export type PromptPlan = Plan & { readonly target: PromptTarget };

/** Whether the target of a plan is of the kind `prompt`. */
export function hasPrompt(plan: Plan): plan is PromptPlan {
  return isPromptTarget(plan.target);
}

function isPromptTarget(target: Target): target is PromptTarget {
  return "withPrompt" in target;
}

/** The same cases, contexts, model and judge behind another prompt. Closed with the plan that it is made from. */
export function withPrompt(plan: PromptPlan, prompt: Prompt): PromptPlan {
  const target = plan.target.withPrompt(prompt);
  const { kind, fingerprint } = target;
  const suite = withReference(plan.suite, prompt.reference);
  return {
    ...plan,
    suite,
    target,
    drafts: draftsOf(suite),
    fingerprint: { ...plan.fingerprint, target: { kind, ...fingerprint } },
  };
}

function withReference(suite: SuiteConfig, prompt: string): SuiteConfig {
  return suite.target.kind === "prompt" ? { ...suite, target: { ...suite.target, prompt } } : suite;
}
