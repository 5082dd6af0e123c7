import fc from "fast-check";
import { expect, test } from "vitest";
import { describe, type Incomplete, interpolatedQuantile, sampleVariance, tInterval } from "./index.ts";
import { readVectors } from "./vectors.fixture.ts";

const { cases, check } = readVectors<{ readonly values: Incomplete }, unknown>("01-describe");

test.each(cases)("the oracle's $id", ({ input: { values }, expected }) => {
  const { used, dropped, standardError, ...rest } = describe(values);
  const there = values.filter((value) => value !== null);
  const quantiles = [0.05, 0.25, 0.75, 0.9, 0.95, 0.99].map((p) => [
    `q${String(Math.round(p * 100)).padStart(2, "0")}`,
    interpolatedQuantile(there, p),
  ]);
  const ends = (confidence: number): unknown => {
    const interval = tInterval({ ...rest, standardError }, confidence);
    return interval && [interval.low, interval.high];
  };
  const got = {
    ...rest,
    nUsed: used,
    nDropped: dropped,
    se: standardError,
    ...Object.fromEntries(quantiles),
    ci95: ends(0.95),
    ci90: ends(0.9),
  };
  check(got, expected);
});

test("NaN is a missing value, not a mean of NaN", () => {
  expect(describe([Number.NaN, 1, 3])).toMatchObject({ used: 2, dropped: 1, mean: 2, variance: 2 });
});

test("equal values have no spread at all, although ten times 0.1 do not add up to 1 in doubles", () => {
  fc.assert(
    fc.property(fc.double({ noNaN: true, min: -1e6, max: 1e6 }), fc.integer({ min: 2, max: 50 }), (value, n) => {
      expect(sampleVariance(Array.from({ length: n }, () => value))).toBe(0);
    }),
  );
});
