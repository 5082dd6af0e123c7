import fc from "fast-check";
import { expect, test } from "vitest";
import { type Interval, intraclass } from "./index.ts";
import { readVectors } from "./vectors.fixture.ts";

const { cases, check } = readVectors<{ readonly ratings: readonly (readonly number[])[] }, unknown>("20-icc");

const ends = (range: Interval | null | undefined): unknown => range && [range.low, range.high];

test.each(cases)("the oracle's $id", ({ input: { ratings }, expected }) => {
  const { cases: n, raters, meanSquares, icc1, icc2, icc3 } = intraclass(ratings);
  const got = {
    n,
    raters,
    MSR: meanSquares.rows,
    MSC: meanSquares.columns,
    MSW: meanSquares.within,
    MSE: meanSquares.error,
    icc1: icc1?.single ?? null,
    icc1k: icc1?.average ?? null,
    icc2: icc2?.single ?? null,
    icc2k: icc2?.average ?? null,
    icc3: icc3?.single ?? null,
    icc3k: icc3?.average ?? null,
    f1: icc1?.f,
    p1: icc1?.p,
    icc1ci95: ends(icc1?.range95),
    icc1kci95: ends(icc1?.average95),
    icc2ci95: ends(icc2?.range95),
    f3: icc3?.f,
    p3: icc3?.p,
    icc3ci95: ends(icc3?.range95),
  };
  check(got, expected);
});

test("cases with the same mean cannot be told apart: the mean of all raters has no reliability, rather than −Infinity", () => {
  expect(
    intraclass([
      [1, 2],
      [2, 1],
      [1, 2],
    ]),
  ).toMatchObject({ icc1: { average: null, p: null, range95: null } });
});

test("a rater who is more lenient by the same everywhere does not change the consistency", () => {
  const row = fc.tuple(fc.integer({ min: 0, max: 5 }), fc.integer({ min: 0, max: 5 }));
  fc.assert(
    fc.property(fc.array(row, { minLength: 3 }), fc.integer({ min: -3, max: 3 }), (ratings, bias) => {
      const plain = intraclass(ratings).icc3;
      const lenient = intraclass(ratings.map(([one, other]) => [one, other + bias])).icc3;
      fc.pre(plain !== null && lenient !== null);
      expect(lenient.single).toBeCloseTo(plain.single, 8);
    }),
  );
});
