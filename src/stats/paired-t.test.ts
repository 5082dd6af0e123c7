import fc from "fast-check";
import { expect, test } from "vitest";
import { type Incomplete, pairedT, tInterval } from "./index.ts";
import { readVectors } from "./vectors.fixture.ts";

interface Input {
  readonly baseline: Incomplete;
  readonly candidate: Incomplete;
}

const { cases, check } = readVectors<Input, unknown>("03-paired-t");

test.each(cases)("the oracle's $id", ({ input: { baseline, candidate }, expected }) => {
  const found = pairedT(baseline, candidate);
  const range90 = tInterval(found, 0.9);
  const range95 = tInterval(found, 0.95);
  const got = {
    ...found,
    nPairs: found.pairs,
    nDropped: found.dropped,
    meanDiff: found.mean,
    sdDiff: found.sd,
    se: found.standardError,
    ci95: range95 && [range95.low, range95.high],
    ci90: range90 && [range90.low, range90.high],
    lower95OneSided: range90?.low ?? null,
    upper95OneSided: range90?.high ?? null,
    cohenDz: found.effectSize,
  };
  check(got, expected);
});

test("every case falls by 0.01: no spread, although 0.49 − 0.5 and 0.79 − 0.8 differ in doubles", () => {
  expect(pairedT([0.5, 0.6, 0.7, 0.8], [0.49, 0.59, 0.69, 0.79])).toMatchObject({ sd: 0, t: null, pLess: null });
});

test("the runs exchanged, a loss is a gain", () => {
  const score = fc.integer({ min: 0, max: 5 });
  fc.assert(
    fc.property(fc.array(fc.tuple(score, score)), (pairs) => {
      const before = pairs.map(([one]) => one);
      const after = pairs.map(([, one]) => one);
      const forth = pairedT(before, after);
      const back = pairedT(after, before);
      expect(back.pLess).toBe(forth.pGreater);
      expect(back.pTwoSided).toBe(forth.pTwoSided);
      if (forth.pLess !== null && forth.pGreater !== null) expect(forth.pLess + forth.pGreater).toBeCloseTo(1, 10);
    }),
  );
});
