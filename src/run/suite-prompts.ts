import type { SuiteConfig } from "../config/index.ts";
import { draftsAmong } from "../prompts/index.ts";

/** What a suite does with prompts: those that its target and its judge render, and the judge's rubrics. */
export interface SuitePrompts {
  readonly answers: readonly string[];
  readonly judges: readonly string[];
  readonly rubrics: readonly string[];
}

/** The references that a suite names. */
export function promptsOf({ target, judge }: Pick<SuiteConfig, "target" | "judge">): SuitePrompts {
  return {
    answers: target.kind === "prompt" ? [target.prompt] : [],
    judges: judge?.kind === "llm" ? Object.values(judge.prompts) : [],
    rubrics: judge?.kind === "llm" ? judge.dimensions : [],
  };
}

/** Those of them that are not released. */
export function draftsOf(suite: Pick<SuiteConfig, "target" | "judge" | "prompts">): readonly string[] {
  return draftsAmong(Object.values(promptsOf(suite)).flat(), suite.prompts);
}
