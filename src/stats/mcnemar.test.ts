import fc from "fast-check";
import { expect, test } from "vitest";
import { mcNemar, signFlip } from "./index.ts";
import { readVectors } from "./vectors.fixture.ts";

interface Input {
  readonly bothPass: number;
  readonly baselineFailCandidatePass: number;
  readonly baselinePassCandidateFail: number;
  readonly bothFail: number;
}

const { cases, check } = readVectors<Input, unknown>("06-mcnemar");

test.each(cases)("the oracle's $id", ({ input, expected }) => {
  const gained = input.baselineFailCandidatePass;
  const lost = input.baselinePassCandidateFail;
  const { bothPass, bothFail } = input;
  const { difference, chiSquare, pChiSquare, correctedChiSquare, pCorrectedChiSquare, ...exact } = mcNemar({
    bothPass,
    gained,
    lost,
    bothFail,
  });
  const got = {
    n: bothPass + gained + lost + bothFail,
    gained,
    lost,
    diff: difference,
    ...exact,
    chi2: chiSquare,
    pChi2: pChiSquare,
    chi2Corrected: correctedChiSquare,
    pChi2Corrected: pCorrectedChiSquare,
  };
  check(got, expected);
});

test("ten thousand lost and none gained: certain, not an error", () => {
  const { pChiSquare, exactWorse } = mcNemar({ bothPass: 0, gained: 0, lost: 10_000, bothFail: 0 });
  expect(pChiSquare).toBe(0);
  expect(exactWorse).toBeCloseTo(0, 12);
});

test("of scores that are 0 or 1 the sign-flip test is McNemar's", () => {
  fc.assert(
    fc.property(fc.nat(60), fc.nat(60), fc.nat(20), (gained, lost, same) => {
      fc.pre(gained + lost > 0);
      const signs = [...Array(gained).fill(1), ...Array(lost).fill(-1), ...Array(same).fill(0)];
      const { midPWorse } = mcNemar({ bothPass: same, gained, lost, bothFail: 0 });
      expect(signFlip(signs)?.midLess).toBeCloseTo(midPWorse ?? Number.NaN, 9);
    }),
  );
});
