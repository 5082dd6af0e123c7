import { expect, test } from "vitest";
import {
  type Bootstrap,
  basicInterval,
  bcaInterval,
  bootstrap,
  drawResamples,
  type Interval,
  interpolatedQuantile,
  mean,
  percentileInterval,
} from "./index.ts";
import { readVectors } from "./vectors.fixture.ts";

interface Input {
  readonly values: readonly number[];
  readonly cluster?: readonly string[];
  readonly clusterOrder?: readonly string[];
  readonly statistic: "mean" | "median" | "p95";
  readonly resampleIndices?: readonly (readonly number[])[];
  readonly resampleClusterIndices?: readonly (readonly number[])[];
}

const statistics = {
  mean: (values: readonly number[]) => mean(values) ?? Number.NaN,
  median: (values: readonly number[]) => interpolatedQuantile(values, 0.5) ?? Number.NaN,
  p95: (values: readonly number[]) => interpolatedQuantile(values, 0.95) ?? Number.NaN,
};

const { cases, check } = readVectors<Input, unknown>("08-bootstrap");

const ends = (range: Interval | null | undefined): unknown => range && [range.low, range.high];

function bootstrapCase({ values, cluster, clusterOrder, statistic, ...given }: Input): Bootstrap | null {
  const clusters = clusterOrder?.map((id) => values.filter((_, i) => cluster?.[i] === id));
  return bootstrap({
    units: clusters ?? values.map((value) => [value]),
    statistic: statistics[statistic],
    resamples: given.resampleIndices ?? given.resampleClusterIndices ?? [],
  });
}

test.each(cases.filter((one) => one.expected !== undefined))("the oracle's $id", ({ input, expected }) => {
  const found = bootstrapCase(input);
  if (found === null) throw new Error("nothing was bootstrapped");
  const bca95 = bcaInterval(found, 0.95);
  const bca90 = bcaInterval(found, 0.9);
  const got = {
    thetaHat: found.estimate,
    replicatesMean: found.replicatesMean,
    replicatesSd: found.replicatesSd,
    percentile95: ends(percentileInterval(found, 0.95)),
    basic95: ends(basicInterval(found, 0.95)),
    percentile90: ends(percentileInterval(found, 0.9)),
    basic90: ends(basicInterval(found, 0.9)),
    bca: {
      shareBelow: bca95?.shareBelow,
      z0: bca95?.bias,
      acceleration: found.acceleration,
      alpha95: ends(bca95?.shares),
      interval95: ends(bca95?.interval),
      alpha90: ends(bca90?.shares),
      interval90: ends(bca90?.interval),
    },
  };
  check(got, expected);
});

/** Park & Miller 1988: enough chance for a test, and the same in every run. */
function chance(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 48271) % 2147483647;
    return (state - 1) / 2147483646;
  };
}

interface Band {
  readonly centre: number;
  readonly within: number;
}

test.each(cases.filter((one) => "expectedBands" in one))("drawn resamples fall into the oracle's bands: $id", (one) => {
  const bands = (one as unknown as { readonly expectedBands: Record<string, Band | readonly Band[]> }).expectedBands;
  const { values, statistic } = one.input;
  const resamples = drawResamples(values.length, 10_000, chance(20_250_101));
  const found = bootstrapCase({ values, statistic, resampleIndices: resamples });
  if (found === null) throw new Error("nothing was bootstrapped");
  const got: Readonly<Record<string, unknown>> = {
    percentile95: ends(percentileInterval(found, 0.95)),
    percentile90: ends(percentileInterval(found, 0.9)),
    bca95: ends(bcaInterval(found, 0.95)?.interval),
    standardError: [found.replicatesSd],
  };
  for (const [name, band] of Object.entries(bands)) {
    const inside = [band].flat().map(({ centre, within }) => expect.closeTo(centre, -Math.log10(2 * within)));
    expect(got[name], name).toEqual(inside);
  }
});

test("of nothing there is nothing to draw", () => {
  expect(bootstrap({ units: [], statistic: statistics.mean, resamples: [[]] })).toBeNull();
  expect(bootstrap({ units: [[1]], statistic: statistics.mean, resamples: [] })).toBeNull();
});
