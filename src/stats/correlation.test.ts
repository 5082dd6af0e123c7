import fc from "fast-check";
import { expect, test } from "vitest";
import { type Incomplete, kendall, pearson, spearman } from "./index.ts";
import { readVectors } from "./vectors.fixture.ts";

const { cases, check } = readVectors<{ readonly x: Incomplete; readonly y: Incomplete }, unknown>("12-correlation");

test.each(cases)("the oracle's $id", ({ input: { x, y }, expected }) => {
  const { used, coefficient: r, p, range95 } = pearson(x, y);
  const ranked = spearman(x, y);
  const { concordant, discordant, tau, z, pNormal, pExact } = kendall(x, y);
  const got = {
    nUsed: used,
    pearson: { r, pTwoSided: p, ci95: range95 && [range95.low, range95.high] },
    spearman: { rho: ranked.coefficient, pTwoSided: ranked.p },
    kendall: { concordant, discordant, tauB: tau, z, pTwoSidedNormal: pNormal, pTwoSidedExact: pExact },
  };
  check(got, expected);
});

test("a list goes with itself, against its mirror image, and with nothing that is constant", () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 3 }), (x) => {
      fc.pre(new Set(x).size > 1);
      const against = x.map((value) => -value);
      for (const correlate of [pearson, spearman]) {
        expect(correlate(x, x).coefficient).toBeCloseTo(1, 10);
        expect(correlate(x, against).coefficient).toBeCloseTo(-1, 10);
        expect(
          correlate(
            x,
            x.map(() => 5),
          ).coefficient,
        ).toBeNull();
      }
      expect(kendall(x, x).tau).toBeCloseTo(1, 10);
      expect(kendall(x, against).tau).toBeCloseTo(-1, 10);
      expect(
        kendall(
          x,
          x.map(() => 5),
        ).tau,
      ).toBeNull();
    }),
  );
});

test("0.1 + 0.2 ties with 0.3", () => {
  expect(kendall([0.1 + 0.2, 0.3, 0.5], [1, 2, 3])).toMatchObject({ concordant: 2, discordant: 0, pExact: null });
});
