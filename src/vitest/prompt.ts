import { exampleValues, loadPrompt, type PromptValues, type Rendered } from "../prompts/index.ts";
import type { Model } from "./recorded-model.ts";

/** How a prompt is found and filled. */
export interface RenderOptions {
  /** Folder of the prompt files; default `prompts`, in the working folder. What is shipped stands behind it. */
  readonly prompts?: string;
}

/**
 * The messages of a prompt. It must declare its inputs; those that are not given are filled
 * with their examples, so that a test says only what it is about.
 *
 * @throws InputError with every problem of the reference or the template.
 */
export function renderPrompt(
  reference: string,
  values: PromptValues = {},
  { prompts = "prompts" }: RenderOptions = {},
): Rendered {
  const prompt = loadPrompt(prompts, reference, {});
  const isFilled = Object.keys(prompt.front.inputs ?? {}).every((name) => Object.hasOwn(values, name));
  return prompt.render(isFilled ? values : { ...exampleValues(prompt.closure.root), ...values });
}

/**
 * What a model answers to a prompt.
 *
 * @throws InputError as `renderPrompt`; Error when the model gives no answer.
 */
export async function answerWith(
  model: Model,
  reference: string,
  values: PromptValues = {},
  options: RenderOptions = {},
): Promise<string> {
  return await model.answer(renderPrompt(reference, values, options).messages);
}
