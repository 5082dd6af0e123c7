import fc from "fast-check";
import { expect, test } from "vitest";
import { binomialTest, clopperPearson, type Incomplete, signsOf, signTest } from "./index.ts";
import { readVectors } from "./vectors.fixture.ts";

type Input =
  | { readonly successes: number; readonly trials: number; readonly p: number }
  | { readonly differences: Incomplete };

const { cases, check } = readVectors<Input, Readonly<Record<string, unknown>>>("05-sign-binomial");

const undefinedTest = { pLess: null, pGreater: null, pTwoSided: null, midPLess: null, midPGreater: null };

test.each(cases)("the oracle's $id", ({ input, expected }) => {
  if ("differences" in input) {
    const { better, worse, same } = signsOf(input.differences);
    const found = signTest({ better, worse, same }) ?? undefinedTest;
    return check({ ...found, nPlus: better, nMinus: worse, nZero: same }, expected);
  }
  const range = clopperPearson(input, 0.95);
  const found = binomialTest(input, input.p) ?? undefinedTest;
  check({ ...found, clopperPearson95: range && [range.low, range.high] }, expected);
});

test("a p is a probability, and the two mid-p of one count add up to 1", () => {
  fc.assert(
    fc.property(fc.nat(200), fc.nat(200), fc.double({ min: 0, max: 1, noNaN: true }), (successes, failures, p) => {
      const found = binomialTest({ successes, trials: successes + failures }, p);
      fc.pre(found !== null);
      for (const value of Object.values(found)) {
        expect(value).toBeGreaterThanOrEqual(-1e-12);
        expect(value).toBeLessThanOrEqual(1 + 1e-12);
      }
      expect(found.midPLess + found.midPGreater).toBeCloseTo(1, 9);
    }),
  );
});
