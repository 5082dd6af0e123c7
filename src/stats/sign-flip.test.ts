import fc from "fast-check";
import { expect, test } from "vitest";
import { type Incomplete, mean, signFlip } from "./index.ts";
import { readVectors } from "./vectors.fixture.ts";

interface Input {
  readonly differences: Incomplete;
  readonly cluster?: readonly string[];
}

const { cases, check } = readVectors<Input, unknown>("07-sign-flip");

const undefinedTest = {
  used: 0,
  units: 0,
  nonZeroUnits: 0,
  pLess: null,
  pGreater: null,
  pTwoSided: null,
  midLess: null,
  midGreater: null,
  midTwoSided: null,
};

test.each(cases)("the oracle's $id", ({ input: { differences, cluster }, expected }) => {
  const found = signFlip(differences, cluster) ?? undefinedTest;
  const got = {
    ...found,
    nUsed: found.used,
    nUnits: found.units,
    nNonzeroUnits: found.nonZeroUnits,
    statistic: mean(differences.filter((difference) => difference !== null)),
    midPLess: found.midLess,
    midPGreater: found.midGreater,
    midPTwoSided: found.midTwoSided,
  };
  check(got, expected);
});

const fifths = fc.array(fc.integer({ min: -5, max: 5 }), { minLength: 1, maxLength: 12 });

test("gains that make up for the losses exactly: every other sum is as far from 0, even of thousands of cases", () => {
  const scores = Array.from({ length: 2000 }, (_, i) => (i % 2 === 0 ? 1 : -1) * (((i >> 1) % 5) + 1) * 0.2);
  const found = signFlip(scores);
  expect(found).toMatchObject({ isExact: true, pTwoSided: 1 });
  expect(found?.midLess).toBeCloseTo(0.5, 9);
});

test("agrees with trying all signs one after the other", () => {
  fc.assert(
    fc.property(fifths, (steps) => {
      const seen = steps.reduce((total, step) => total + step, 0);
      let notLarger = 0;
      for (let signs = 0; signs < 2 ** steps.length; signs++) {
        const flipped = steps.reduce((total, step, i) => total + (signs & (1 << i) ? -step : step), 0);
        if (flipped <= seen) notLarger++;
      }
      const found = signFlip(steps.map((step) => step / 5));
      expect(found?.pLess).toBeCloseTo(notLarger / 2 ** steps.length, 12);
      expect(found?.isExact).toBe(true);
    }),
  );
});

test("neither the order of the cases nor zeros show, and gains are mirrored losses", () => {
  fc.assert(
    fc.property(fifths, fc.nat(5), (steps, zeros) => {
      const scores = steps.map((step) => step / 5);
      const found = signFlip(scores);
      const padded = signFlip([...scores.toReversed(), ...Array<number>(zeros).fill(0)]);
      expect(padded?.midLess).toBe(found?.midLess);
      const mirrored = signFlip(scores.map((score) => -score));
      expect(mirrored?.midLess).toBeCloseTo(found?.midGreater ?? Number.NaN, 12);
      expect(mirrored?.pTwoSided).toBeCloseTo(found?.pTwoSided ?? Number.NaN, 12);
    }),
  );
});

test("the more is lost, the stronger the evidence of worse", () => {
  fc.assert(
    fc.property(fifths, fc.nat(11), (steps, place) => {
      const i = place % steps.length;
      const worse = steps.map((step, j) => (i === j ? step - 1 : step));
      fc.pre((steps[i] ?? 0) <= 0);
      const before = signFlip(steps)?.pLess ?? 0;
      expect(signFlip(worse)?.pLess).toBeLessThanOrEqual(before + 1e-12);
    }),
  );
});

/** Differences without a common unit: the decimals of ln 2, ln 3, …, two losses to each gain. */
const irrational = (n: number): readonly number[] =>
  Array.from({ length: n }, (_, i) => (Math.log(i + 2) % 1) * (i % 3 === 0 ? 1 : -1));

test("without a common unit: up to 22 differences exactly, as trying all signs says", () => {
  const differences = irrational(14);
  const seen = differences.reduce((total, one) => total + one, 0);
  let notLarger = 0;
  for (let signs = 0; signs < 2 ** 14; signs++)
    if (differences.reduce((total, one, i) => total + (signs & (1 << i) ? -one : one), 0) <= seen + 1e-9) notLarger++;
  expect(signFlip(differences)).toMatchObject({ pLess: notLarger / 2 ** 14, isExact: true });
});

test("without a common unit: the p of 23 is near that of all signs, and the same in every run", () => {
  const differences = irrational(23);
  const seen = differences.reduce((total, one) => total + one, 0);
  // Gray's order: one sign changes at a time.
  let sum = seen;
  let notLarger = 1;
  const signs = differences.map(() => 1);
  for (let i = 1; i < 2 ** 23; i++) {
    const place = 31 - Math.clz32(i & -i);
    sum -= 2 * (signs[place] ?? 0) * (differences[place] ?? 0);
    signs[place] = -(signs[place] ?? 0);
    if (sum <= seen + 1e-9) notLarger++;
  }
  const found = signFlip(differences);
  expect(found?.isExact).toBe(false);
  expect(Math.abs((found?.midLess ?? 1) - notLarger / 2 ** 23)).toBeLessThan(0.0002);
  expect(signFlip(differences)).toEqual(found);
});

test("without a common unit: 200 and more by the normal distribution, not exactly", () => {
  const found = signFlip([...irrational(150), ...irrational(150).map((one) => -one)]);
  expect(found).toMatchObject({ nonZeroUnits: 300, isExact: false });
  expect(found?.midLess).toBeCloseTo(0.5, 6);
});
