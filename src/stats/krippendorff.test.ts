import fc from "fast-check";
import { expect, test } from "vitest";
import { type Incomplete, krippendorffAlpha } from "./index.ts";
import { readVectors } from "./vectors.fixture.ts";

const { cases, check } = readVectors<{ readonly ratings: readonly Incomplete[] }, unknown>("10-krippendorff");

test.each(cases)("the oracle's $id", ({ input: { ratings }, expected }) => {
  const { alpha, units, ratings: values } = krippendorffAlpha(ratings, "nominal");
  const got = {
    nominal: alpha,
    ordinal: krippendorffAlpha(ratings, "ordinal").alpha,
    interval: krippendorffAlpha(ratings, "interval").alpha,
    pairableUnits: units,
    pairableValues: values,
  };
  check(got, expected);
});

test("the order of the units and of the raters does not show", () => {
  const rating = fc.option(fc.integer({ min: 0, max: 3 }));
  fc.assert(
    fc.property(fc.array(fc.tuple(rating, rating, rating)), (units) => {
      const alphaOf = (rows: readonly Incomplete[]): unknown =>
        krippendorffAlpha(
          [0, 1, 2].map((r) => rows.map((row) => row[r] ?? null)),
          "ordinal",
        ).alpha;
      const alpha = alphaOf(units);
      const near = typeof alpha === "number" ? expect.closeTo(alpha, 10) : null;
      expect(alphaOf(units.toReversed())).toEqual(near);
      expect(alphaOf(units.map((row) => row.toReversed()))).toEqual(near);
    }),
  );
});
