import fc from "fast-check";
import { expect, test } from "vitest";
import { type Incomplete, varianceComponents } from "./index.ts";
import { readVectors } from "./vectors.fixture.ts";

const { cases, check } = readVectors<{ readonly repeats: readonly Incomplete[] }, unknown>("21-variance-components");

test.each(cases)("the oracle's $id", ({ input: { repeats }, expected }) => {
  const found = varianceComponents(repeats);
  const got = {
    queries: found.cases,
    scores: found.scores,
    repeatedQueries: found.repeatedCases,
    withinVariance: found.within,
    rerunAgreement: found.rerunAgreement,
    msBetween: found.meanSquareBetween,
    n0: found.averageRepeats,
    betweenVarianceRaw: found.betweenRaw,
    betweenVariance: found.between,
    reliabilityOneScore: found.reliability,
  };
  check(got, expected);
});

test("the order of the cases and of their repeats does not show", () => {
  const score = fc.integer({ min: 0, max: 5 });
  fc.assert(
    fc.property(fc.array(fc.array(score, { maxLength: 4 })), (repeats) => {
      const plain = varianceComponents(repeats);
      const turned = varianceComponents(repeats.toReversed().map((one) => one.toReversed()));
      for (const [name, value] of Object.entries(plain))
        expect(turned[name as keyof typeof turned], name).toEqual(value === null ? null : expect.closeTo(value, 10));
    }),
  );
});
