import fc from "fast-check";
import { expect, test } from "vitest";
import { type Adjustment, adjustP } from "./index.ts";
import { readVectors } from "./vectors.fixture.ts";

const adjustments = ["bonferroni", "holm", "hochberg", "bh", "by"] as const satisfies readonly Adjustment[];

const { cases, check } = readVectors<{ readonly p: readonly (number | null)[] }, unknown>("13-p-adjust");

test.each(cases)("the oracle's $id", ({ input: { p }, expected }) => {
  const adjusted = adjustments.map((name) => [name, adjustP(p, name)]);
  check({ tests: p.filter((one) => one !== null).length, ...Object.fromEntries(adjusted) }, expected);
});

test("adjusting never lowers a p, never leaves [0, 1], and writes into nobody's list", () => {
  fc.assert(
    fc.property(fc.array(fc.option(fc.double({ min: 0, max: 1, noNaN: true }))), (ps) => {
      const given = [...ps];
      for (const name of adjustments)
        for (const [i, adjusted] of adjustP(ps, name).entries()) {
          const raw = given[i] ?? null;
          if (raw === null) expect(adjusted).toBeNull();
          else expect(adjusted).toBeGreaterThanOrEqual(raw - 1e-15);
          expect(adjusted ?? 0).toBeLessThanOrEqual(1);
        }
      expect(ps).toEqual(given);
    }),
  );
});
