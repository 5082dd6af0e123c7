import { expect, test } from "vitest";
import { formatJsonPath, parseJsonPath, readJsonPath } from "./json-path.ts";

test.each([
  ["answer", ["answer"]],
  ["data.answer", ["data", "answer"]],
  ["choices[0].message.content", ["choices", 0, "message", "content"]],
  ['["a.b"].c["d\\"e"]', ["a.b", "c", 'd"e']],
  ["[1][2]", [1, 2]],
  ["结果.回答", ["结果", "回答"]],
])("%s leads through %j", (text, steps) => {
  const path = parseJsonPath(text);
  expect(path).toEqual(steps);
  expect(formatJsonPath(path ?? [])).toBe(text);
});

test.each(["", ".", "a.", ".a", "a..b", "a[", "a[x]", "a[-1]", "a[*]", "a b", "a]", '["a', "a[0]b"])(
  "%j is no path",
  (text) => {
    expect(parseJsonPath(text)).toBeNull();
  },
);

test("a path that ends early says where, and what is there", () => {
  const value = { data: { answers: ["x"], text: "y" } };
  const why = (text: string): unknown => readJsonPath(value, parseJsonPath(text) ?? []);
  expect(why("data.answers[0]")).toEqual({ found: true, value: "x" });
  expect(why("data.answer")).toEqual({ found: false, why: "`data` has `answers`, `text`" });
  expect(why("answer")).toEqual({ found: false, why: "the reply has `data`" });
  expect(why("data.answers[3]")).toEqual({ found: false, why: "`data.answers` is a list of 1" });
  expect(why("data.text.x")).toEqual({ found: false, why: "`data.text` is the text `y`" });
  expect(why("data.constructor")).toEqual({ found: false, why: "`data` has `answers`, `text`" });
  expect(why("data.answers.length")).toMatchObject({ found: true, value: 1 });
});
