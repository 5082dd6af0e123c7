import fc from "fast-check";
import { expect, test } from "vitest";
import { gwet, type Incomplete, type LabelWeight } from "./index.ts";
import { readVectors } from "./vectors.fixture.ts";

interface Input {
  readonly ratings: readonly Incomplete[];
  readonly categories: readonly number[];
}

const { cases, check } = readVectors<Input, unknown>("11-gwet");

test.each(cases)("the oracle's $id", ({ input: { ratings, categories }, expected }) => {
  const agreement = (weight: LabelWeight): unknown => {
    const found = gwet(ratings, categories, weight);
    return found && { pa: found.observed, pe: found.expected, coefficient: found.coefficient };
  };
  const got = {
    ac1: agreement("identity"),
    ac2_ordinal: agreement("ordinal"),
    ac2_linear: agreement("linear"),
    ac2_quadratic: agreement("quadratic"),
  };
  check(got, expected);
});

test("a scale of one label leaves nothing to agree on", () => {
  expect(gwet([[5], [5]], [5], "identity")).toBeNull();
});

test("raters who always agree have the coefficient 1, whatever they say", () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 5 }), { minLength: 1 }), (labels) => {
      const found = gwet([labels, labels], [0, 1, 2, 3, 4, 5], "ordinal");
      expect(found?.coefficient).toBeCloseTo(1, 10);
    }),
  );
});
