import { expect, test } from "vitest";
import { absent, failed, scored } from "../core/index.ts";
import { combineScores } from "./combine-scores.ts";

test("the mean of several verdicts, with their variance and the reason of the nearest", () => {
  // (3 + 5 + 5) / 3 = 4.3333; ((4/3)² + 2 (2/3)²) / 2 = 1.3333
  expect(combineScores([scored(3, "low"), scored(5, "high"), scored(5, "as high")])).toEqual({
    kind: "scored",
    value: expect.closeTo(4.333333, 6),
    reason: "high",
    spread: { n: 3, variance: expect.closeTo(1.333333, 6) },
  });
  expect(combineScores([scored(4), scored(4)])).toEqual({
    kind: "scored",
    value: 4,
    spread: { n: 2, variance: 0 },
  });
});

test("one verdict has no spread", () => {
  expect(combineScores([scored(4, "good")])).toEqual({ kind: "scored", value: 4, reason: "good" });
});

test("an error or a score that is absent is not covered up by the others", () => {
  const error = failed({ kind: "judge_unparseable", message: "no JSON" });
  expect(combineScores([scored(5), error, absent("nothing was retrieved")])).toBe(error);
  expect(combineScores([scored(5), absent("nothing was retrieved")])).toEqual(absent("nothing was retrieved"));
});
