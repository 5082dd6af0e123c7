import { expect, test } from "vitest";
import { exampleValues } from "./example-values.ts";
import type { DeclaredInput } from "./front-matter.ts";

const text = { type: "text", required: true, untrusted: false } as const satisfies DeclaredInput;
const valuesOf = (inputs: Readonly<Record<string, DeclaredInput>>): unknown =>
  exampleValues({ path: "prompts/t.v1.hbs", front: { inputs } });

test("the examples are the values; an input that may be left out may lack one", () => {
  expect(valuesOf({ query: { ...text, example: "How?" }, tone: { ...text, required: false } })).toEqual({
    query: "How?",
  });
});

test("an input without an example is made of those of its parts", () => {
  const number: DeclaredInput = { ...text, type: "number", example: 1 };
  expect(
    valuesOf({
      contexts: { ...text, type: "list", items: { number, text: { ...text, example: "Ten days." } } },
      user: { ...text, type: "object", fields: { level: number } },
    }),
  ).toEqual({ contexts: [{ number: 1, text: "Ten days." }], user: { level: 1 } });
});

test("all inputs without an example are named at once", () => {
  expect(() => valuesOf({ query: text, answer: text, tone: { ...text, example: "kind" } })).toThrow(
    "error[prompt-no-example]: the inputs `query`, `answer` have no example\n  at:  prompts/t.v1.hbs",
  );
});

test("a prompt that declares no inputs has no examples", () => {
  expect(() => exampleValues({ path: "prompts/t.v1.hbs", front: {} })).toThrow(
    "error[prompt-no-example]: the prompt declares no inputs, so there are no examples",
  );
});

test.each<[string, DeclaredInput, string]>([
  ["a number for a text", { ...text, example: 5 }, "the example of `it` is not text"],
  ["a text for a flag", { ...text, type: "flag", example: "no" }, "the example of `it` is not true or false"],
  ["an object for a list", { ...text, type: "list", example: {} }, "the example of `it` is not a list"],
  ["a number in a list of texts", { ...text, type: "list", example: ["a", 2] }, "the example of `it[1]` is not text"],
  [
    "a text for an object",
    { ...text, type: "object", fields: { a: text }, example: "a" },
    "the example of `it` is not an object",
  ],
  [
    "a part that is missing",
    { ...text, type: "list", items: { a: text, b: text }, example: [{ a: "x", b: "y" }, { a: "x" }] },
    "the example of `it[1]` has no `b`",
  ],
])("an example that is not what is declared is told, not rendered: %s", (_, it, what) => {
  expect(() => valuesOf({ it })).toThrow(`error[prompt-example]: ${what}\n`);
});
