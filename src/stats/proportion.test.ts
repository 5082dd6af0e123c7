import fc from "fast-check";
import { expect, test } from "vitest";
import {
  agrestiCoull,
  blindSpot,
  clopperPearson,
  type Interval,
  jeffreys,
  type Proportion,
  wilson,
  wilsonCorrected,
} from "./index.ts";
import { readVectors } from "./vectors.fixture.ts";

const { cases, check } = readVectors<Proportion, unknown>("15-proportion-ci");

const ends = (range: Interval | null): unknown => range && [range.low, range.high];

test.each(cases)("the oracle's $id", ({ input, expected }) => {
  const got = {
    estimate: input.trials === 0 ? null : input.successes / input.trials,
    wilson95: ends(wilson(input, 0.95)),
    wilson90: ends(wilson(input, 0.9)),
    wilsonCorrected95: ends(wilsonCorrected(input, 0.95)),
    clopperPearson95: ends(clopperPearson(input, 0.95)),
    jeffreys95: ends(jeffreys(input, 0.95)),
    agrestiCoull95: ends(agrestiCoull(input, 0.95)),
    upperIfNoneSeen95: blindSpot(input.trials, 0.05),
  };
  check(got, expected);
});

test("every range holds the share that was seen, lies in [0, 1], and mirrors that of the failures", () => {
  fc.assert(
    fc.property(fc.nat(500), fc.nat(500), (successes, failures) => {
      fc.pre(successes + failures > 0);
      const trials = successes + failures;
      for (const rangeOf of [wilson, wilsonCorrected, clopperPearson, jeffreys, agrestiCoull]) {
        const range = rangeOf({ successes, trials }, 0.95) ?? { low: Number.NaN, high: Number.NaN };
        expect(range.low).toBeGreaterThanOrEqual(0);
        expect(range.low).toBeLessThanOrEqual(successes / trials + 1e-12);
        expect(range.high).toBeGreaterThanOrEqual(successes / trials - 1e-12);
        expect(range.high).toBeLessThanOrEqual(1);
        expect(rangeOf({ successes: failures, trials }, 0.95)?.low).toBeCloseTo(1 - range.high, 8);
      }
    }),
  );
});
