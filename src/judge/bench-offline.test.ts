import { describe, expect, test } from "vitest";
import { containment, pairContainment, rougeL, tokenF1 } from "./bench-overlap.ts";
import { benchFaithfulness, benchRefusals } from "./index.ts";

describe("the simple measures, by hand", () => {
  test("containment: cat and sat of three terms, one of two pairs", () => {
    expect(containment("cat sat down", ["the cat sat there"])).toBeCloseTo(2 / 3, 12);
    expect(pairContainment("cat sat down", ["the cat sat there"])).toBe(0.5);
  });
  test("token F1: precision 2/3, recall 2/4", () => {
    expect(tokenF1("cat sat down", "the cat sat there")).toBeCloseTo((2 * (2 / 3) * 0.5) / (2 / 3 + 0.5), 12);
    expect(tokenF1("", "cat")).toBe(0);
  });
  test("ROUGE-L keeps the order: of `b a` and `a b` one term is common", () => {
    expect(rougeL("b a", "a b")).toBe(0.5);
  });
});

describe("the table of the offline judge", () => {
  const base = { half: "held out", contexts: ["The limit is 200 yuan a day."] } as const;
  test("what is supported stands above what is not", () => {
    const answers = [
      { ...base, answer: "The limit is 200 yuan a day.", label: 1, kind: "kept" },
      { ...base, answer: "The limit is 300 yuan a day.", label: 0, kind: "number" },
    ] as const;
    expect(benchFaithfulness("own", { answers, target: 0.9 })).toMatchObject([
      { set: "own", half: "held out", n: 2, value: 1, target: 0.9 },
      { set: "own: number", n: 2, value: 1, target: null },
    ]);
  });
  test("a reply with both sentences or neither is left out", () => {
    const answers = ["I don't know.", "Yes, answer is present.", "I don't know. Yes, answer is present.", "Wales"];
    expect(benchRefusals("own", { replies: [{ language: "en", answers }], target: 0.97 })).toMatchObject([
      { set: "own: en", n: 2, value: 1 },
      { set: "own: zh", n: 0, value: null },
    ]);
  });
});
