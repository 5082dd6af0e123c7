import fc from "fast-check";
import { expect, test } from "vitest";
import { decideGate, type GateInput, type GateMetric, type GateTest, type Incomplete } from "./index.ts";
import { readVectors } from "./vectors.fixture.ts";

interface Input {
  readonly alpha: number;
  readonly minPairs: number;
  readonly minSlicePairs: number;
  readonly metrics: readonly {
    readonly name: string;
    readonly scale: number;
    readonly margin: number;
    readonly sliceMargin?: number;
    readonly deterministic: boolean;
    readonly baseline: readonly Incomplete[];
    readonly candidate: readonly Incomplete[];
  }[];
  readonly cluster?: readonly string[];
  readonly slice?: readonly string[];
  readonly gatingSlices?: readonly string[];
}

function toInput({ alpha, minPairs, minSlicePairs, metrics, cluster, slice, gatingSlices = [] }: Input): GateInput {
  return {
    metrics: metrics.map(({ name, deterministic, sliceMargin = 0.05, ...rest }) => ({
      metric: name,
      isDeterministic: deterministic,
      sliceMargin,
      ...rest,
    })),
    ...(cluster && { clusters: cluster }),
    slices: gatingSlices.map((name) => ({
      name,
      cases: (slice ?? []).flatMap((label, i) => (label === name ? [i] : [])),
    })),
    settings: { alpha, minPairs, minSlicePairs },
  };
}

const verdicts = { pass: "PASS", fail: "FAIL", inconclusive: "INCONCLUSIVE", watched: "WATCH", unknown: "UNKNOWN" };

function asInOracle({ outlook, range90, verdict, ...found }: GateTest): unknown {
  return {
    ...found,
    n: found.pairs,
    meanDiff: found.change,
    se: found.standardError,
    seFloor: found.floor,
    seUsed: found.errorUsed,
    ci90: range90 && [range90.low, range90.high],
    inFamily: found.pWorseHolm !== null,
    worstCaseMeanDiff: found.worstChange,
    verdict: verdicts[verdict],
    judgeVariance: outlook?.judgeVariance,
    judgeShare: outlook?.judgeShare,
    casesForPass80: outlook?.casesToPass,
    casesIfEstimateStays: outlook?.casesIfChangeStays,
    repeatsCouldDecide: outlook?.couldRepeatsDecide,
    fixedSet: outlook && { se: outlook.fixedSet.standardError, verdict: verdicts[outlook.fixedSet.verdict] },
  };
}

const { cases, check } = readVectors<Input, unknown>("23-gate-decision");

test.each(cases)("the oracle's $id", ({ input, expected }) => {
  const { verdict, familySize, tests } = decideGate(toInput(input));
  check({ verdict: verdicts[verdict], familySize, tests: tests.map(asInOracle) }, expected);
});

/** A metric of one score a case, its margin two points. */
function metricOf(pairs: readonly (readonly [number | null, number | null])[], scale = 5): GateMetric {
  return {
    metric: "faithfulness",
    scale,
    margin: 0.02,
    sliceMargin: 0.05,
    isDeterministic: true,
    baseline: pairs.map(([before]) => [before]),
    candidate: pairs.map(([, after]) => [after]),
  };
}

const score = fc.integer({ min: 0, max: 5 });
const pairs = fc.array(fc.tuple(score, score), { minLength: 1, maxLength: 80 });

test("nothing gated is no pass", () => {
  expect(decideGate({ metrics: [] })).toEqual({ verdict: "inconclusive", familySize: 0, tests: [] });
});

test("a candidate without a single score is no pass", () => {
  const { verdict, tests } = decideGate({ metrics: [metricOf(Array.from({ length: 50 }, () => [5, null] as const))] });
  expect(verdict).toBe("inconclusive");
  expect(tests[0]).toMatchObject({ reason: "no-comparable-pairs", missingCandidate: 50, change: null, pWorse: null });
});

test("all cases from one document: it can neither fail nor, when something moved, pass", () => {
  const worse = Array.from({ length: 60 }, () => [5, 0] as const);
  const { tests } = decideGate({ metrics: [metricOf(worse)], clusters: worse.map(() => "the only one") });
  expect(tests[0]).toMatchObject({ verdict: "inconclusive", reason: "too-few-clusters", clusters: 1, pWorse: 0.25 });
});

test("no difference on 100 cases passes, unless the settings say that this is not enough", () => {
  const same = metricOf(Array.from({ length: 100 }, () => [5, 5] as const));
  expect(decideGate({ metrics: [same] }).tests[0]).toMatchObject({ verdict: "pass", reason: "no-difference-seen" });
  const strict = decideGate({ metrics: [same], settings: { noDifference: "inconclusive" } });
  expect(strict.tests[0]).toMatchObject({ verdict: "inconclusive", reason: "no-difference-seen" });
});

test("a test never fails and passes: one needs a change below −margin, the other a bound above it", () => {
  fc.assert(
    fc.property(pairs, fc.integer({ min: 0, max: 3 }), (scores, drop) => {
      const metric = metricOf(scores.map(([before, after]) => [before, Math.max(0, after - drop)] as const));
      const [found] = decideGate({ metrics: [metric] }).tests;
      if (found?.verdict === "fail") expect(found.lowerBound ?? -1).toBeLessThan(-0.02);
      if (found?.verdict === "pass") expect(found.change).toBeGreaterThan(-0.02);
      expect(found?.pWorse).toBeGreaterThanOrEqual(0);
      expect(found?.pWorse).toBeLessThanOrEqual(1);
    }),
  );
});

test("the order of the cases does not show", () => {
  fc.assert(
    fc.property(pairs, (scores) => {
      const [forth] = decideGate({ metrics: [metricOf(scores)] }).tests;
      const [back] = decideGate({ metrics: [metricOf(scores.toReversed())] }).tests;
      expect(back).toMatchObject({ verdict: forth?.verdict, reason: forth?.reason, pWorse: forth?.pWorse });
    }),
  );
});

test("a metric more in the family never makes a test fail that did not", () => {
  fc.assert(
    fc.property(pairs, pairs, (scores, others) => {
      const metric = metricOf(scores);
      const [alone] = decideGate({ metrics: [metric] }).tests;
      const [together] = decideGate({ metrics: [metric, { ...metricOf(others), metric: "recall" }] }).tests;
      if (alone?.verdict !== "fail") expect(together?.verdict).not.toBe("fail");
    }),
  );
});

test("scores lost in the candidate never help", () => {
  fc.assert(
    fc.property(pairs, fc.nat(79), (scores, place) => {
      const lost = scores.map(([before, after], i) => [before, i === place % scores.length ? null : after] as const);
      const [whole] = decideGate({ metrics: [metricOf(scores)] }).tests;
      const [found] = decideGate({ metrics: [metricOf(lost)] }).tests;
      if (found !== undefined && found.worstChange !== null)
        expect(found.worstChange).toBeLessThanOrEqual((whole?.change ?? 0) + 1e-12);
    }),
  );
});
