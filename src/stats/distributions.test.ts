import fc from "fast-check";
import { expect, test } from "vitest";
import {
  betaCdf,
  betaQuantile,
  chiSquareQuantile,
  chiSquareUpper,
  fQuantile,
  fUpper,
  normalCdf,
  normalQuantile,
  tCdf,
  tQuantile,
} from "./index.ts";
import { readVectors } from "./vectors.fixture.ts";

interface Input {
  readonly distribution: string;
  readonly function: string;
  readonly params: Readonly<Record<"df" | "a" | "b" | "df1" | "df2", number>>;
  readonly x: readonly number[];
}

const functions: Readonly<Record<string, (x: number, params: Input["params"]) => number>> = {
  "normal quantile": normalQuantile,
  "normal cdf": normalCdf,
  "t quantile": (p, { df }) => tQuantile(p, df),
  "t cdf": (t, { df }) => tCdf(t, df),
  "chi2 quantile": (p, { df }) => chiSquareQuantile(p, df),
  "chi2 upperTail": (x, { df }) => chiSquareUpper(x, df),
  "beta quantile": (p, { a, b }) => betaQuantile(p, a, b),
  "beta cdf": (x, { a, b }) => betaCdf(x, a, b),
  "f quantile": (p, { df1, df2 }) => fQuantile(p, df1, df2),
  "f upperTail": (x, { df1, df2 }) => fUpper(x, df1, df2),
};

const { cases, check } = readVectors<Input, { readonly values: readonly number[] }>("14-distributions");

test.each(cases)("the oracle's $id", ({ input, expected }) => {
  const evaluate = functions[`${input.distribution} ${input.function}`];
  check({ values: input.x.map((x) => evaluate?.(x, input.params)) }, expected);
});

test("a quantile of t is where its distribution function says, and the two tails mirror each other", () => {
  fc.assert(
    fc.property(
      fc.double({ min: 1e-9, max: 0.5, noNaN: true }),
      fc.double({ min: 1, max: 1e6, noNaN: true }),
      (p, df) => {
        const t = tQuantile(p, df);
        expect(Math.abs(tCdf(t, df) / p - 1)).toBeLessThan(1e-8);
        expect(tCdf(-t, df)).toBeCloseTo(1 - p, 10);
      },
    ),
  );
});

test("what is too small for a double is 0, where Cephes itself throws", () => {
  expect(chiSquareUpper(1e8, 1)).toBe(0);
  expect(chiSquareUpper(1e-300, 30)).toBe(1);
  expect(normalCdf(-1e300)).toBe(0);
  expect(betaQuantile(1e-6, 0.01, 0.01)).toBe(0);
  expect(tCdf(-1e300, 30)).toBe(0);
});
