import fc from "fast-check";
import { expect, test } from "vitest";
import { equivalence, nonInferiority, pairedT, tInterval } from "./index.ts";
import { readVectors } from "./vectors.fixture.ts";

interface Input {
  readonly baseline: readonly number[];
  readonly candidate: readonly number[];
  readonly scale: number;
  readonly margin: number;
}

const { cases, check } = readVectors<Input, unknown>("16-noninferiority-tost");

test.each(cases)("the oracle's $id", ({ input: { baseline, candidate, scale, margin }, expected }) => {
  const found = pairedT(
    baseline.map((score) => score / scale),
    candidate.map((score) => score / scale),
  );
  const range90 = tInterval(found, 0.9);
  const { t, p, lowerBound, floor, errorUsed, boundWithFloor, isShown } = nonInferiority(found, margin, 0.05);
  const tost = equivalence(found, margin, 0.05);
  const got = {
    nPairs: found.pairs,
    meanDiff: found.mean,
    sd: found.sd,
    se: found.standardError,
    df: found.df,
    tNonInferiority: t,
    pNonInferiority: p,
    lowerBound95: lowerBound,
    seFloor: floor,
    seUsed: errorUsed,
    lowerBound95WithFloor: boundWithFloor,
    passWithFloor: isShown,
    tostLowerT: tost.lowerT,
    tostLowerP: tost.lowerP,
    tostUpperT: tost.upperT,
    tostUpperP: tost.upperP,
    pTost: tost.p,
    equivalent: tost.isShown,
    ci90: range90 && [range90.low, range90.high],
  };
  check(got, expected);
});

test("a wider margin never turns a yes into a no", () => {
  const score = fc.integer({ min: 0, max: 5 });
  fc.assert(
    fc.property(fc.array(fc.tuple(score, score), { minLength: 2 }), (pairs) => {
      const found = pairedT(
        pairs.map(([one]) => one / 5),
        pairs.map(([, one]) => one / 5),
      );
      const shown = [0.02, 0.05, 0.1, 0.2].map((margin) => equivalence(found, margin, 0.05).isShown === true);
      expect(shown).toEqual([...shown].sort((a, b) => Number(a) - Number(b)));
    }),
  );
});
