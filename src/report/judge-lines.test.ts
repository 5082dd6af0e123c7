import { expect, test } from "vitest";
import { judgeLines } from "./judge-lines.ts";
import { reportOf, resultOf } from "./report.fixture.ts";

const { summary } = reportOf({ results: [resultOf({ caseId: "a" })] });
const textOf = (changes: Partial<typeof summary>): readonly string[] =>
  judgeLines({ ...summary, ...changes }).map(({ label, text }) => `${label}: ${text}`);

test("says what was measured, with its counts", () => {
  const [first, ...others] = summary.metrics.filter(({ id }) => id === "faithfulness");
  if (first === undefined) throw new Error("the fixture has no faithfulness");
  const metrics = [{ ...first, orderSensitivity: { deviation: 0.31, changed: 12, answers: 1200 } }, ...others];
  const refusals = {
    shouldRefuse: { count: 3, of: 20, rate: 0.15 },
    falseRefusal: { count: 2, of: 1180, rate: 2 / 1180 },
  };
  const fabricatedQuotations = { count: 1, of: 40, rate: 0.025 };
  expect(textOf({ metrics, refusals, fabricatedQuotations })).toEqual([
    "refusals: should_refuse 3 of 20 (15 %), false_refusal 2 of 1,180 (0.2 %)",
    "fabricated quotations of the judge: 1 of 40 (2.5 %)",
    "order sensitivity: faithfulness ±0.310 of 5 (12 of 1,200 answers changed)",
  ]);
});

test("is silent on what was not: a record of an older version, a dataset without unanswerable questions", () => {
  const { refusals: _, ...older } = summary;
  expect(judgeLines(older)).toEqual([]);
  const none = { count: 0, of: 0, rate: null };
  expect(textOf({ refusals: { shouldRefuse: none, falseRefusal: { count: 0, of: 4, rate: 0 } } })).toEqual([
    "refusals: false_refusal 0 of 4 (0 %)",
  ]);
});
