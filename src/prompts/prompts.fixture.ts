import { InputError } from "../core/index.ts";
import type { Library } from "./library.ts";
import { type Prompt, type PromptInputs, parsePrompt } from "./prompt.ts";

/** A library of texts: fragments by reference, scenes by name. */
export function libraryOf(files: Readonly<Record<string, string>>): Library {
  const read = (name: string, path: string): { path: string; text: string } => {
    const text = files[name];
    if (text !== undefined) return { path, text };
    throw new InputError({ code: "prompt-not-found", what: `there is no \`${name}\``, fix: "write it" });
  };
  return {
    template: (reference) => read(reference, `prompts/${reference.replace("@", ".")}.hbs`),
    scene: (name) => read(name, `prompts/few-shot/${name}.yaml`),
  };
}

/** A prompt of a text, `prompts/t.v1.hbs`, with what else the library holds. */
export function promptOf(
  text: string,
  { files = {}, ...options }: PromptInputs & { readonly files?: Readonly<Record<string, string>> } = {},
): Prompt {
  return parsePrompt({ path: "prompts/t.v1.hbs", text }, { reference: "t@v1", library: libraryOf(files), ...options });
}
