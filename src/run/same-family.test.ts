import { expect, test } from "vitest";
import type { SuiteConfig } from "../config/index.ts";
import { sameFamilyNotes } from "./same-family.ts";

type Suite = Pick<SuiteConfig, "target" | "judge">;

const suite = (judge: string, target: string, fallback: readonly string[] = []): Suite =>
  ({
    target: { kind: "prompt", model: target, fallback: fallback.map((model) => ({ model })) },
    judge: { kind: "llm", model: judge, fallback: [] },
  }) as unknown as Suite;

test.each([
  ["qwen-max", "qwen-plus", "Qwen"],
  ["Qwen/Qwen3-32B", "qwen-plus", "Qwen"],
  ["qwen-max", "deepseek-r1-distill-qwen-7b", "Qwen"],
  ["gpt-4o", "gpt-4o-mini", "OpenAI"],
  ["openai/o3-mini", "gpt-5", "OpenAI"],
  ["glm-4-plus", "chatglm3-6b", "GLM"],
  ["kimi-k2", "moonshot-v1-8k", "Kimi"],
  ["our-own-model", "Our-Own-Model", "our-own-model"],
])("%s judges %s: one family, %s", (judge, target, family) => {
  expect(sameFamilyNotes(suite(judge, target))).toEqual([
    `the judge \`${judge}\` and the model under test \`${target}\` are of one family (${family}): a judge favours answers of its own kind`,
  ]);
});

test.each([
  ["gpt-4o", "qwen-plus"],
  ["deepseek-chat", "glm-4"],
  ["our-own-model", "their-own-model"],
])("%s and %s are of two families", (judge, target) => {
  expect(sameFamilyNotes(suite(judge, target))).toEqual([]);
});

test("a model that may answer instead counts too; an unknown system and a judge without a model do not", () => {
  expect(sameFamilyNotes(suite("qwen-max", "gpt-4o", ["qwen-plus"]))).toHaveLength(1);
  const { judge, target } = suite("gpt-4o", "gpt-4o");
  expect(sameFamilyNotes({ judge, target: { kind: "builtin" } })).toEqual([]);
  expect(sameFamilyNotes({ judge: { kind: "offline" }, target })).toEqual([]);
});
