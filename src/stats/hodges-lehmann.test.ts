import fc from "fast-check";
import { expect, test } from "vitest";
import { hodgesLehmann, type Incomplete } from "./index.ts";
import { readVectors } from "./vectors.fixture.ts";

const { cases, check } = readVectors<{ readonly differences: Incomplete }, unknown>("19-hodges-lehmann");

test.each(cases)("the oracle's $id", ({ input: { differences }, expected }) => {
  const { used, shift, median, range, confidence } = hodgesLehmann(differences, 0.95);
  const got = {
    nUsed: used,
    pseudomedian: shift,
    median,
    exact95: range && [range.low, range.high],
    achievedConfidence: confidence,
  };
  check(got, expected);
});

test("moved values move the estimate and its range as far", () => {
  const value = fc.double({ min: -1, max: 1, noNaN: true });
  fc.assert(
    fc.property(fc.uniqueArray(value, { minLength: 1, maxLength: 30 }), (values) => {
      const moved = hodgesLehmann(
        values.map((one) => one + 3),
        0.95,
      );
      expect(moved.shift).toBeCloseTo((hodgesLehmann(values, 0.95).shift ?? 0) + 3, 10);
      if (moved.range !== null) {
        expect(moved.range.low).toBeLessThanOrEqual(moved.shift ?? 0);
        expect(moved.range.high).toBeGreaterThanOrEqual(moved.shift ?? 0);
      }
    }),
  );
});
