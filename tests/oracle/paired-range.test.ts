import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { pairedRange } from "../../src/stats/index.ts";

interface PairedCase {
  readonly id: string;
  readonly input: { readonly baseline: readonly (number | null)[]; readonly candidate: readonly (number | null)[] };
  readonly expected: { readonly meanDiff: number | null; readonly ci90: readonly [number, number] | null };
}

const text = readFileSync(new URL("./paired-t.json", import.meta.url), "utf8");
const { cases } = JSON.parse(text) as { cases: readonly PairedCase[] };

test("all 13 cases of the oracle are read", () => {
  expect(cases).toHaveLength(13);
});

test.each(cases)("the 90 % range of $id", ({ input, expected }) => {
  const differences = input.baseline.flatMap((before, i) => {
    const now = input.candidate[i] ?? null;
    return before === null || now === null ? [] : [now - before];
  });
  const range = pairedRange(differences);
  if (expected.ci90 === null) return expect(range).toBeUndefined();
  // The oracle's own tolerance: 1e-9 of the value, or 1e-12.
  for (const [given, wanted] of [
    [range?.mean, expected.meanDiff],
    [range?.low, expected.ci90[0]],
    [range?.high, expected.ci90[1]],
  ]) {
    expect(Math.abs((given ?? Number.NaN) - (wanted ?? 0))).toBeLessThanOrEqual(
      Math.max(1e-12, 1e-9 * Math.abs(wanted ?? 0)),
    );
  }
});
