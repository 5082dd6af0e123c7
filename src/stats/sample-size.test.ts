import fc from "fast-check";
import { expect, test } from "vitest";
import {
  blindSpot,
  casesForMcNemar,
  casesToPassUnchanged,
  casesToSee,
  casesToSeeByT,
  casesToSeeFailure,
  designEffect,
  powerToPass,
  smallestFailed,
  smallestSeen,
  varianceWithRepeats,
} from "./index.ts";
import { readVectors } from "./vectors.fixture.ts";

/** Named as in the file; which there are depends on the kind. */
type Numbers = Readonly<Record<string, number>>;

const kinds: Readonly<Record<string, (input: Numbers) => unknown>> = {
  requiredCases: ({ sd = 0, difference = 0, alpha = 0, power = 0 }) => {
    const one = casesToSee(sd, difference, { alpha, power, sides: 1 });
    const two = casesToSee(sd, difference, { alpha, power, sides: 2 });
    return {
      normalOneSided: one,
      normalOneSidedCeil: Math.ceil(one),
      normalTwoSided: two,
      normalTwoSidedCeil: Math.ceil(two),
      tOneSidedCeil: casesToSeeByT(sd, difference, { alpha, power, sides: 1 }),
      tTwoSidedCeil: casesToSeeByT(sd, difference, { alpha, power, sides: 2 }),
    };
  },
  minimumDetectableDrop: ({ sd = 0, n = 0, alpha = 0, power = 0, margin = 0 }) => ({
    normalOneSided: smallestSeen(sd, n, { alpha, power, sides: 1 }),
    normalTwoSided: smallestSeen(sd, n, { alpha, power, sides: 2 }),
    gateFail: smallestFailed(sd, n, { alpha, power, margin }),
  }),
  nonInferiorityPower: ({ sd = 0, margin = 0, trueDrop = 0, n = 0, alpha = 0 }) => {
    const { normal, t } = powerToPass({ sd, margin, trueDrop, cases: n, alpha });
    return { powerNormal: normal, powerT: t };
  },
  requiredCasesWithRepeats: (input) => {
    const { betweenVariance: between = 0, difference = 0, alpha = 0, power = 0 } = input;
    const baseline = { variance: input["baselineJudgeVariance"] ?? 0, repeats: input["baselineRepeats"] ?? 0 };
    const candidate = { variance: input["candidateJudgeVariance"] ?? 0, repeats: input["candidateRepeats"] ?? 0 };
    const variance = varianceWithRepeats(between, baseline, candidate);
    const one = casesToSee(Math.sqrt(variance), difference, { alpha, power, sides: 1 });
    return {
      varianceOfDifference: variance,
      oneSided: one,
      oneSidedCeil: Math.ceil(one),
      twoSided: casesToSee(Math.sqrt(variance), difference, { alpha, power, sides: 2 }),
      limitWithInfiniteRepeatsCeil: Math.ceil(casesToSee(Math.sqrt(between), difference, { alpha, power, sides: 1 })),
    };
  },
  designEffect: ({ n = 0, averageClusterSize = 0, intraClusterCorrelation = 0 }) => {
    const effect = designEffect(averageClusterSize, intraClusterCorrelation);
    return { designEffect: effect, effectiveN: n / effect };
  },
  casesToSeeAFailure: ({ share = 0, alpha = 0 }) => {
    const exact = casesToSeeFailure(share, alpha);
    const unchanged = casesToPassUnchanged(share, alpha);
    return {
      exact,
      exactCeil: Math.ceil(exact),
      ruleOfThree: 3 / share,
      casesForPassAtZeroSpread: unchanged,
      casesForPassAtZeroSpreadCeil: Math.ceil(unchanged),
    };
  },
  mcnemarCases: ({ discordantShare = 0, difference = 0, alpha = 0, power = 0 }) => {
    const cases = casesForMcNemar(discordantShare, difference, { alpha, power });
    return { twoSided: cases, twoSidedCeil: Math.ceil(cases) };
  },
};

interface Input {
  readonly kind: string;
}

const { cases, check } = readVectors<Input, unknown>("17-sample-size");

test.each(cases)("the oracle's $id", ({ input, expected }) => {
  check(kinds[input.kind]?.(input as unknown as Numbers), expected);
});

test("the blind spot of the cases that see a failure is that failure", () => {
  fc.assert(
    fc.property(fc.double({ min: 1e-4, max: 0.5, noNaN: true }), (share) => {
      expect(blindSpot(casesToSeeFailure(share, 0.05), 0.05)).toBeCloseTo(share, 10);
    }),
  );
});

test("with as many cases as it takes, the smallest difference that is seen is the one asked for", () => {
  const share = fc.double({ min: 0.01, max: 0.5, noNaN: true });
  fc.assert(
    fc.property(share, share, (sd, difference) => {
      const certainty = { alpha: 0.05, power: 0.8, sides: 1 } as const;
      expect(smallestSeen(sd, casesToSee(sd, difference, certainty), certainty)).toBeCloseTo(difference, 10);
    }),
  );
});
