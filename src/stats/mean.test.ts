import fc from "fast-check";
import { expect, test } from "vitest";
import { mean, sum } from "./mean.ts";
import { quantile } from "./quantile.ts";

test("the order of completion does not show: 0.1, 0.2, 0.3 forwards and backwards", () => {
  expect(sum([0.1, 0.2, 0.3])).toBe(sum([0.3, 0.2, 0.1]));
});

test("ten tenths are exactly one, which plain addition misses by 1e-16", () => {
  expect(sum(Array.from({ length: 10 }, () => 0.1))).toBe(1);
});

test("small terms survive a large one: 1e16 + 1 + 1 − 1e16 = 2", () => {
  expect(sum([1e16, 1, 1, -1e16])).toBe(2);
});

test("the mean of nothing is null", () => {
  expect(mean([])).toBeNull();
});

test("whole numbers are summed exactly in any order", () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: -1000, max: 1000 })), (values) => {
      const exact = values.reduce((total, value) => total + value, 0);
      expect(sum(values)).toBe(exact);
      expect(sum(values.toReversed())).toBe(exact);
    }),
  );
});

test("quantiles are values that occurred", () => {
  // Ten values: half of them do not exceed the 5th, 95 % of them (9.5, so 10) the 10th.
  const values = [10, 1, 9, 2, 8, 3, 7, 4, 6, 5];
  expect(quantile(values, 0.5)).toBe(5);
  expect(quantile(values, 0.95)).toBe(10);
  expect(quantile([42], 0.5)).toBe(42);
  expect(quantile([], 0.5)).toBeNull();
});
