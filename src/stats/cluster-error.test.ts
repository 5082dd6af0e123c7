import fc from "fast-check";
import { expect, test } from "vitest";
import { clusteredMean, describe, type Incomplete, testOfMean, tInterval } from "./index.ts";
import { readVectors } from "./vectors.fixture.ts";

interface Input {
  readonly values: Incomplete;
  readonly cluster: readonly string[];
}

const { cases, check } = readVectors<Input, unknown>("02-cluster-se");

test.each(cases)("the oracle's $id", ({ input: { values, cluster }, expected }) => {
  const found = clusteredMean(values, cluster);
  const { t, pLess, pTwoSided } = testOfMean(found);
  const ends = (confidence: number): unknown => {
    const range = tInterval(found, confidence);
    return range && [range.low, range.high];
  };
  const got = {
    ...found,
    n: found.used,
    seIid: found.plainError,
    seCR0: found.errorCr0,
    seMiller: found.errorMiller,
    seCR1: found.standardError,
    ci95: ends(0.95),
    ci90: ends(0.9),
    tZero: t,
    pLess,
    pTwoSided,
  };
  check(got, expected);
});

test("cases without a cluster are clusters of their own: the plain standard error", () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: -5, max: 5 }), { minLength: 2 }), (values) => {
      const plain = describe(values).standardError ?? Number.NaN;
      const alone = clusteredMean(
        values,
        values.map(() => null),
      );
      expect(alone.standardError).toBeCloseTo(plain, 10);
      expect(alone.clusters).toBe(values.length);
    }),
  );
});

test("the order of the cases does not show", () => {
  const clustered = fc.tuple(fc.integer({ min: -5, max: 5 }), fc.constantFrom("a", "b", "c"));
  fc.assert(
    fc.property(fc.array(clustered, { minLength: 1 }), (pairs) => {
      const of = (list: typeof pairs): number | null =>
        clusteredMean(
          list.map(([value]) => value),
          list.map(([, cluster]) => cluster),
        ).standardError;
      const error = of(pairs);
      expect(of(pairs.toReversed())).toEqual(error === null ? null : expect.closeTo(error, 12));
    }),
  );
});
