import type { SuiteConfig } from "../config/index.ts";
import { throwIfAny } from "../core/index.ts";
import type { Library, Prompt } from "../prompts/index.ts";
import { loadAnswerPrompt } from "../target/index.ts";

/** What a suite says beside the prompt. */
export type PromptSuite = Pick<SuiteConfig, "prompts" | "originOf" | "target">;

/**
 * A prompt that can answer for a suite of the kind `prompt`.
 *
 * @throws InputError when there is no such prompt, its template is wrong, or it sets a model
 * parameter that the target sets too.
 */
export function loadPromptFor(suite: PromptSuite, reference: string, library?: Library): Prompt {
  const at = suite.originOf("target");
  const prompt = loadAnswerPrompt(suite.prompts, reference, { at, ...(library === undefined ? {} : { library }) });
  const own: Readonly<Record<string, unknown>> = { ...suite.target };
  const twice = Object.keys(prompt.front.parameters ?? {}).filter((key) => own[key] !== undefined);
  // What a prompt sets is part of its version: a suite that sets it too would run another one under its name.
  throwIfAny(
    twice.map((key) => ({
      code: "target-parameter-twice",
      what: `\`${key}\` is set by the prompt \`${reference}\` and by the target`,
      at,
      fix: "leave it out of the target, or make another version of the prompt",
    })),
  );
  return prompt;
}
