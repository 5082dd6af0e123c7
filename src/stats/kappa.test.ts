import fc from "fast-check";
import { expect, test } from "vitest";
import { confusionOf, type Incomplete, type Kappa, kappaOf } from "./index.ts";
import { readVectors } from "./vectors.fixture.ts";

interface Input {
  readonly raterA: Incomplete;
  readonly raterB: Incomplete;
  readonly categories: readonly number[];
}

const { cases, check } = readVectors<Input, unknown>("09-kappa");

const asInOracle = ({ kappa, standardError, range95 }: Kappa): unknown => ({
  kappa,
  standardError,
  ci95: range95 && [range95.low, range95.high],
});

test.each(cases)("the oracle's $id", ({ input: { raterA, raterB, categories }, expected }) => {
  const confusion = confusionOf(raterA, raterB, categories);
  const { used, dropped, counts, agreement } = confusion;
  const got = {
    nUsed: used,
    nDropped: dropped,
    confusion: counts,
    agreement,
    unweighted: asInOracle(kappaOf(confusion, "identity")),
    linear: asInOracle(kappaOf(confusion, "linear")),
    quadratic: asInOracle(kappaOf(confusion, "quadratic")),
  };
  check(got, expected);
});

test("a label that the scale does not have is refused, not left out", () => {
  expect(() => confusionOf([7], [5], [0, 1, 2, 3, 4, 5])).toThrow("the label 7 is not on the scale 0, 1, 2, 3, 4, 5");
});

test("it matters neither who is the first rater nor in which order the items come", () => {
  const label = fc.integer({ min: 0, max: 3 });
  fc.assert(
    fc.property(fc.array(fc.tuple(label, label), { minLength: 1 }), (pairs) => {
      const scale = [0, 1, 2, 3];
      const first = pairs.map(([a]) => a);
      const second = pairs.map(([, b]) => b);
      const { kappa } = kappaOf(confusionOf(first, second, scale), "quadratic");
      const near = kappa === null ? null : expect.closeTo(kappa, 10);
      expect(kappaOf(confusionOf(second, first, scale), "quadratic").kappa).toEqual(near);
      const backwards = confusionOf(first.toReversed(), second.toReversed(), scale);
      expect(kappaOf(backwards, "quadratic").kappa).toEqual(near);
      if (kappa !== null) expect(kappa).toBeLessThanOrEqual(1);
    }),
  );
});
