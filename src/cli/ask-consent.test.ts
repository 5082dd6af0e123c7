import { expect, test } from "vitest";
import { askConsent, describeEstimate } from "./ask-consent.ts";

const estimate = { calls: 600, tokens: 1_234_567, costUsd: 3.456, unpriced: [], unpricedCalls: 0 };

test("an estimate says what is known, and that a price is not", () => {
  expect(describeEstimate(estimate)).toMatchInlineSnapshot(
    `"this run takes up to 600 model calls and about 1235 thousand tokens, which cost about $3.46; what the cache has costs nothing"`,
  );
  expect(describeEstimate({ ...estimate, unpriced: ["m"], unpricedCalls: 300 })).toMatchInlineSnapshot(
    `"this run takes up to 600 model calls and about 1235 thousand tokens, which cost about $3.46 and an unknown amount: 300 calls of \`m\`, which has no price under \`prices\`; what the cache has costs nothing"`,
  );
  expect(describeEstimate({ ...estimate, costUsd: 0, unpriced: ["m", "n"], unpricedCalls: 600 })).toContain(
    "cost about an unknown amount: 600 calls of `m`, `n`, which have no price under `prices`",
  );
});

test("what costs little is not told, and nobody is asked where nobody can answer", async () => {
  const said: string[] = [];
  const write = process.stderr.write;
  process.stderr.write = (text) => {
    said.push(String(text));
    return true;
  };
  try {
    expect(await askConsent(estimate, { askAboveUsd: 5, isAsked: true })).toBe(true);
    expect(said).toEqual([]);
    expect(await askConsent(estimate, { askAboveUsd: 1, isAsked: false })).toBe(true);
    expect(said).toHaveLength(1);
  } finally {
    process.stderr.write = write;
  }
});
