import fc from "fast-check";
import { expect, test } from "vitest";
import {
  type LabelledScores,
  mean,
  normalInterval,
  type PredictionPowered,
  predictionPowered,
  predictionPoweredTuned,
} from "./index.ts";
import { readVectors } from "./vectors.fixture.ts";

const { cases, check } = readVectors<LabelledScores, unknown>("18-ppi");

const asInOracle = (estimate: PredictionPowered | null): unknown => {
  if (estimate === null) return null;
  const [low, high] = [normalInterval(estimate, 0.95), normalInterval(estimate, 0.9)];
  return {
    lambda: estimate.lambda,
    estimate: estimate.mean,
    se: estimate.standardError,
    ci95: low && [low.low, low.high],
    ci90: high && [high.low, high.high],
  };
};

test.each(cases)("the oracle's $id", ({ input, expected }) => {
  const { human, judgeOnLabelled, judgeOnUnlabelled } = input;
  const got = {
    judgeMean: mean(judgeOnUnlabelled),
    labelledMean: mean(human),
    rectifier: mean(judgeOnLabelled.map((score, i) => score - (human[i] ?? 0))),
    classical: asInOracle(predictionPowered(input, 0)),
    ppi: asInOracle(predictionPowered(input, 1)),
    ppiPlusPlus: asInOracle(predictionPoweredTuned(input)),
  };
  check(got, expected);
});

test("without a label, or without a score of the judge, nothing is said", () => {
  const none = { human: [], judgeOnLabelled: [], judgeOnUnlabelled: [4, 5] };
  expect(predictionPowered(none, 1)).toBeNull();
  expect(predictionPoweredTuned(none)).toBeNull();
  expect(predictionPowered({ human: [4], judgeOnLabelled: [5], judgeOnUnlabelled: [] }, 1)).toBeNull();
});

test("a constant bias of the judge does not show", () => {
  const score = fc.integer({ min: 0, max: 5 });
  fc.assert(
    fc.property(
      fc.array(fc.tuple(score, score), { minLength: 2 }),
      fc.array(score, { minLength: 2 }),
      fc.integer({ min: -3, max: 3 }),
      (labelled, judgeOnUnlabelled, bias) => {
        const human = labelled.map(([one]) => one);
        const judgeOnLabelled = labelled.map(([, one]) => one);
        const plain = predictionPowered({ human, judgeOnLabelled, judgeOnUnlabelled }, 1);
        const shifted = predictionPowered(
          {
            human,
            judgeOnLabelled: judgeOnLabelled.map((one) => one + bias),
            judgeOnUnlabelled: judgeOnUnlabelled.map((one) => one + bias),
          },
          1,
        );
        expect(shifted?.mean).toBeCloseTo(plain?.mean ?? Number.NaN, 10);
        expect(shifted?.standardError).toBeCloseTo(plain?.standardError ?? Number.NaN, 10);
      },
    ),
  );
});
