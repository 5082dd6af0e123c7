import { InputError, type Problem, throwIfAny } from "../core/index.ts";
import type { TemplateFile } from "./closure.ts";
import type { DeclaredInput } from "./front-matter.ts";
import type { PromptValues } from "./render.ts";

/**
 * The values that a prompt's front matter gives as examples of its inputs. An input without
 * an example of its own gets one of those of its parts: one object, or a list with one.
 *
 * @throws InputError when a required input has none, or an example is not what is declared.
 */
export function exampleValues({ front, path }: Pick<TemplateFile, "front" | "path">): PromptValues {
  if (front.inputs === undefined)
    throw new InputError(missingProblem("the prompt declares no inputs, so there are no examples", path));
  const inputs = Object.entries(front.inputs);
  const examples = inputs.map(([name, input]) => ({ name, input, value: exampleOf(input) }));
  const missing = examples.filter(({ input, value }) => input.required && value === undefined);
  const given = examples.filter(({ value }) => value !== undefined);
  throwIfAny([
    ...(missing.length === 0 ? [] : [missingProblem(tellMissing(missing.map(({ name }) => name)), path)]),
    ...given.flatMap(({ name, input, value }) =>
      mismatches(value, input, name).map((what) => ({
        code: "prompt-example",
        what,
        at: path,
        fix: "mend the `example` in the front matter",
      })),
    ),
  ]);
  return Object.fromEntries(given.map(({ name, value }) => [name, value]));
}

function missingProblem(what: string, at: string): Problem {
  const fix = "add an `example` to each input in the front matter, or name a case with `--case`";
  return { code: "prompt-no-example", what, at, fix };
}

function tellMissing(names: readonly string[]): string {
  const list = names.map((name) => `\`${name}\``).join(", ");
  return names.length === 1 ? `the input ${list} has no example` : `the inputs ${list} have no example`;
}

function exampleOf({ example, items, fields }: DeclaredInput): unknown {
  if (example !== undefined) return example;
  const parts = Object.entries(items ?? fields ?? {}).map(([name, part]) => [name, exampleOf(part)] as const);
  if (parts.length === 0 || parts.some(([, value]) => value === undefined)) return undefined;
  const assembled = Object.fromEntries(parts);
  return items === undefined ? assembled : [assembled];
}

/** Where a value is not what is declared, one sentence each. */
function mismatches(value: unknown, { type, items, fields }: DeclaredInput, name: string): readonly string[] {
  const wrong = `the example of \`${name}\` is not ${names[type]}`;
  if (type === "list") {
    if (!Array.isArray(value)) return [wrong];
    return value.flatMap((one: unknown, i) =>
      items === undefined
        ? mismatches(one, { type: "text", required: true, untrusted: false }, `${name}[${i}]`)
        : partMismatches(one, items, `${name}[${i}]`),
    );
  }
  if (type === "object") return partMismatches(value, fields ?? {}, name);
  return typeof value === { text: "string", number: "number", flag: "boolean" }[type] ? [] : [wrong];
}

const names = {
  text: "text",
  number: "a number",
  flag: "true or false",
  list: "a list",
  object: "an object",
} as const satisfies Record<DeclaredInput["type"], string>;

function partMismatches(
  value: unknown,
  parts: Readonly<Record<string, DeclaredInput>>,
  name: string,
): readonly string[] {
  if (typeof value !== "object" || value === null || Array.isArray(value))
    return [`the example of \`${name}\` is not an object`];
  return Object.entries(parts).flatMap(([key, part]) =>
    Object.hasOwn(value, key)
      ? mismatches((value as Readonly<Record<string, unknown>>)[key], part, `${name}.${key}`)
      : [`the example of \`${name}\` has no \`${key}\``],
  );
}
