import fc from "fast-check";
import { expect, test } from "vitest";
import { type Incomplete, wilcoxon, type ZeroMethod } from "./index.ts";
import { readVectors } from "./vectors.fixture.ts";

const { cases, check } = readVectors<{ readonly differences: Incomplete }, unknown>("04-wilcoxon");

test.each(cases)("the oracle's $id", ({ input: { differences }, expected }) => {
  const there = differences.filter((difference) => difference !== null);
  const testBy = (zeros: ZeroMethod): unknown => {
    const { plus, minus, normal, corrected, exact } = wilcoxon(differences, zeros);
    return { rPlus: plus, rMinus: minus, approx: normal, approxCorrected: corrected, exact };
  };
  const got = {
    nUsed: there.length,
    nZero: there.filter((difference) => difference === 0).length,
    wilcox: testBy("wilcox"),
    pratt: testBy("pratt"),
    zsplit: testBy("zsplit"),
  };
  check(got, expected);
});

test("gains are mirrored losses, and the order of the cases does not show", () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: -3, max: 3 }), { maxLength: 30 }), (differences) => {
      for (const zeros of ["wilcox", "pratt", "zsplit"] as const) {
        const forth = wilcoxon(differences, zeros);
        const back = wilcoxon(
          differences.toReversed().map((one) => -one),
          zeros,
        );
        expect(back.plus).toBe(forth.minus);
        if (forth.exact !== null) {
          expect(back.exact?.pLess).toBeCloseTo(forth.exact.pGreater, 10);
          expect(forth.exact.pTwoSided).toBeLessThanOrEqual(1 + 1e-12);
        }
        if (forth.normal !== null) expect(back.normal?.pLess).toBeCloseTo(forth.normal.pGreater, 10);
      }
    }),
  );
});
