import { expect, test } from "vitest";
import { auroc } from "./index.ts";

const items = (trues: readonly number[], falses: readonly number[]) => [
  ...trues.map((score) => ({ score, isTrue: true })),
  ...falses.map((score) => ({ score, isTrue: false })),
];

test("the share of pairs in the right order, ties half", () => {
  // 3 beats 1 and 2, 2 beats 1 and ties with 2: 3.5 of 4 pairs.
  expect(auroc(items([3, 2], [1, 2]))).toBe(0.875);
  expect(auroc(items([2, 2], [2]))).toBe(0.5);
  expect(auroc(items([0], [1, 2]))).toBe(0);
});

test("nothing to tell apart: no number", () => {
  expect(auroc(items([1, 2], []))).toBeNull();
  expect(auroc([])).toBeNull();
});
