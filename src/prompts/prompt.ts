import { InputError, type Problem, throwIfAny } from "../core/index.ts";
import { checkClosure } from "./check.ts";
import { type Closure, readClosure } from "./closure.ts";
import { checkContract } from "./contract.ts";
import { type FrontMatter, shapesOf } from "./front-matter.ts";
import { createLibrary, type Library, type ReadFile } from "./library.ts";
import { createRenderer, type PromptValues, type Rendered } from "./render.ts";
import type { Fields } from "./shape.ts";

/** One version of one prompt file, checked and ready. */
export interface Prompt {
  /** `rag/answer@v1`. */
  readonly reference: string;
  /** Of all that goes into what it renders: see `Closure`. */
  readonly hash: string;
  readonly closure: Closure;
  readonly front: FrontMatter;
  /**
   * Fills the template, once: a value is never read as a template, so that braces in a
   * document stay braces.
   *
   * In: a value for every input that is not optional. `seed` goes into the names of fences.
   *
   * @throws TypeError when an input has no value: the caller declared it and must give it.
   */
  render(values: PromptValues, options?: { readonly seed?: string | number }): Rendered;
}

/** What a prompt will be given. */
export interface PromptInputs {
  /** Every name that a template may use, and its shape; none: what its front matter declares. */
  readonly inputs?: Fields | undefined;
  /** Inputs that may have no value; `{{#if}}` is then false and the text empty. */
  readonly optional?: readonly string[];
  /** Where the reference was written, for messages. */
  readonly at?: string | undefined;
  /** Where files come from; by default the prompts folder, and what is shipped behind it. */
  readonly library?: Library;
}

/**
 * Finds, reads and checks a prompt file with all that it brings in: `rag/answer@v1` is
 * `rag/answer.v1.hbs`.
 *
 * @throws InputError with every problem of the reference or the templates.
 */
export function loadPrompt(promptsDir: string, reference: string, options: PromptInputs): Prompt {
  const { library = createLibrary(promptsDir) } = options;
  return parsePrompt(library.template(reference, options.at), { ...options, reference, library });
}

/**
 * Checks and compiles a prompt.
 *
 * Inputs are those of the front matter, where it declares some, each of which the caller
 * has to give; else those that the caller gives.
 *
 * @throws InputError with every problem found.
 */
export function parsePrompt(
  source: ReadFile,
  { reference, library, inputs: given, optional = [] }: PromptInputs & PromptPlace,
): Prompt {
  const problems: Problem[] = [];
  const closure = readClosure(reference, source, { library, problems });
  if (closure === undefined) throw new InputError(problems);
  const { front } = closure.root;
  const declared = front.inputs === undefined ? undefined : shapesOf(front.inputs);
  const inputs = declared ?? given;
  if (inputs === undefined) {
    throw new InputError({
      code: "prompt-no-inputs",
      what: "the prompt declares no inputs, so its names cannot be checked",
      at: source.path,
      fix: "declare them as `inputs` in its front matter",
    });
  }
  throwIfAny([
    ...problems,
    ...(declared === undefined || given === undefined ? [] : checkContract(declared, given, source.path)),
    ...checkClosure(closure, inputs, { declared: Object.keys(declared ?? {}), isWhole: problems.length === 0 }),
  ]);
  const spare = Object.entries(front.inputs ?? {}).flatMap(([name, { required }]) => (required ? [] : [name]));
  const render = createRenderer(closure, { names: Object.keys(inputs), optional: [...optional, ...spare] });
  return { reference, hash: closure.hash, closure, front, render };
}

/** What a prompt is called, and where its fragments come from. */
export interface PromptPlace {
  readonly reference: string;
  readonly library: Library;
}
