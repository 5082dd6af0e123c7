import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { decideSimple } from "../../src/gate/simple.ts";

interface RuleCase {
  readonly id: string;
  readonly input: {
    readonly metrics: readonly {
      readonly name: string;
      readonly scale: number;
      readonly marginPp: number;
      readonly baseline: readonly (number | null)[];
      readonly candidate: readonly (number | null)[];
    }[];
  };
  readonly expected: {
    readonly metrics: readonly {
      readonly baselinePct: number | null;
      readonly candidatePct: number | null;
      readonly dropPp: number | null;
      readonly blocked: boolean | null;
    }[];
  };
}

const text = readFileSync(new URL("./statistics/22-simple-rule.json", import.meta.url), "utf8");
const { cases } = JSON.parse(text) as { cases: readonly RuleCase[] };

test("all 11 cases of the oracle are read", () => {
  expect(cases).toHaveLength(11);
});

test.each(cases.map((one) => [one.id, one] as const))("the plain rule: %s", (_id, { input, expected }) => {
  const decided = input.metrics.map(({ scale, marginPp, baseline, candidate }) => {
    const pairs = baseline.flatMap((before, i) => {
      const now = candidate[i] ?? null;
      return before === null || now === null ? [] : [{ baseline: before / scale, current: now / scale }];
    });
    const { verdict, ...numbers } = decideSimple(pairs, marginPp / 100);
    return { ...numbers, blocked: verdict === "inconclusive" ? null : verdict === "fail" };
  });
  const percent = (value: number | null): unknown => (value === null ? null : expect.closeTo(value / 100, 11));
  expect(decided).toEqual(
    expected.metrics.map(({ baselinePct, candidatePct, dropPp, blocked }) => ({
      baseline: percent(baselinePct),
      current: percent(candidatePct),
      change: percent(dropPp === null ? null : -dropPp),
      blocked,
    })),
  );
});
