import Handlebars from "handlebars";
import { canonicalJson, InputError, type Message, sha256, throwIfAny } from "../core/index.ts";
import { checkTemplate } from "./check.ts";
import { readPromptText, resolvePrompt, showPath } from "./reference.ts";
import type { Fields } from "./shape.ts";

/** What a template is filled with. */
export type PromptValues = Readonly<Record<string, unknown>>;

/** One version of one prompt file, checked and ready. */
export interface Prompt {
  /** `rag/answer@v1`. */
  readonly reference: string;
  /** SHA-256 of the template's text, without a byte order mark. */
  readonly hash: string;
  /**
   * Fills the template, once: a value is never read as a template, so that braces in a
   * document stay braces. The whole text is one message of the user.
   *
   * In: a value for every input that is not optional. `seed` goes into the names of fences.
   *
   * @throws TypeError when an input has no value: the caller declared it and must give it.
   */
  render(values: PromptValues, options?: { readonly seed?: string | number }): readonly Message[];
}

/** What a prompt will be given. */
export interface PromptInputs {
  /** Every name that a template may use, and its shape. */
  readonly inputs: Fields;
  /** Inputs that may have no value; `{{#if}}` is then false and the text empty. */
  readonly optional?: readonly string[];
  /** Where the reference was written, for messages. */
  readonly at?: string | undefined;
}

/**
 * Finds, reads and checks a prompt file: `rag/answer@v1` is `rag/answer.v1.hbs`.
 *
 * @throws InputError with every problem of the reference or the template.
 */
export function loadPrompt(promptsDir: string, reference: string, options: PromptInputs): Prompt {
  const path = resolvePrompt(promptsDir, reference, { extension: "hbs", at: options.at });
  return parsePrompt(readPromptText(path), { ...options, reference, path: showPath(path) });
}

/**
 * Checks and compiles the text of a template.
 *
 * @throws InputError with every problem found; `path` is where it points.
 */
export function parsePrompt(
  source: string,
  { reference, path, inputs, optional = [] }: PromptInputs & { readonly reference: string; readonly path: string },
): Prompt {
  const text = source.replace(/^\uFEFF/, "");
  throwIfAny(checkTemplate(text, inputs, { at: path }));
  if (text.trim() === "") {
    throw new InputError({ code: "prompt-empty", what: "the template is empty", at: path, fix: "write a prompt" });
  }
  const template = compile(text);
  return {
    reference,
    hash: sha256(text),
    render: (values, { seed = "" } = {}) => {
      const given: Record<string, unknown> = Object.create(null);
      for (const name of Object.keys(inputs)) given[name] = inputOf(name, { values, optional });
      const content = template(given, {
        data: { fence: fenceFor(given, seed) },
        allowProtoPropertiesByDefault: false,
        allowProtoMethodsByDefault: false,
      });
      return [{ role: "user", content }];
    },
  };
}

function inputOf(
  name: string,
  { values, optional }: { readonly values: PromptValues; readonly optional: readonly string[] },
): unknown {
  const value = Object.hasOwn(values, name) ? values[name] : undefined;
  if (value === undefined && !optional.includes(name)) throw new TypeError(`the input \`${name}\` has no value`);
  return value ?? "";
}

/** Compiles in a world of its own, where only the helpers that the check knows exist. */
function compile(text: string): HandlebarsTemplateDelegate {
  const world = Handlebars.create();
  for (const name of ["log", "lookup"]) world.unregisterHelper(name);
  world.registerHelper("delimit", delimit);
  return world.compile(text, {
    noEscape: true,
    strict: true,
    knownHelpersOnly: true,
    // A helper that is not known is a variable, so that `{{log}}` prints nothing on the console.
    knownHelpers: { delimit: true, log: false, lookup: false } as KnownHelpers,
  });
}

/** `{{delimit "answer" answer}}`: the value, letter for letter, between tags that stand nowhere in the values. */
function delimit(label: string, value: unknown, options: { readonly data: { readonly fence: string } }): string {
  const tag = `${label}-${options.data.fence}`;
  return `<${tag}>\n${String(value)}\n</${tag}>`;
}

/**
 * The part of a tag's name that no value can hold: a hash over all values and the
 * seed, so that whoever wrote one of them cannot know it; longer while some value
 * does hold it.
 */
function fenceFor(values: PromptValues, seed: string | number): string {
  const all = canonicalJson(values);
  const hash = sha256(`${seed}\u0000${all}`);
  let length = 8;
  while (length < hash.length && all.includes(hash.slice(0, length))) length += 4;
  return hash.slice(0, length);
}
