import { expect, test } from "vitest";
import { decidingLabels, type OpenCase } from "./unlabelled.ts";

// Ten cases; recall fell from 1 to 0 in two of them, so the mean by 0.2.
const drop = { change: -0.2, pairs: 10, margin: 0.02 };

test("the fewest chunks that would bring the drop within the margin, steepest first", () => {
  // a: with one chunk relevant 1/2 − 1/2 = 0, with two 2/3 − 1/3 = +0.33; b: with one 0.
  const open: OpenCase[] = [
    { caseId: "b", chunks: ["b1"], changes: [-1, 0] },
    { caseId: "a", chunks: ["a1", "a2"], changes: [-1, 0, 1 / 3] },
  ];
  // b1 and a1 raise the mean by 0.1 each: −0.2 → 0, within 0.02; a2 is not needed.
  expect(decidingLabels(open, drop)).toEqual({
    couldExplain: true,
    toLabel: [
      { caseId: "b", chunk: "b1" },
      { caseId: "a", chunk: "a1" },
    ],
    change: expect.closeTo(0, 12),
  });
});

test("a larger margin needs fewer", () => {
  const open: OpenCase[] = [
    { caseId: "a", chunks: ["a1"], changes: [-1, 0] },
    { caseId: "b", chunks: ["b1"], changes: [-1, -0.5] },
  ];
  expect(decidingLabels(open, { ...drop, margin: 0.1 })?.toLabel).toEqual([{ caseId: "a", chunk: "a1" }]);
});

test("two chunks that only together help are one step", () => {
  const open: OpenCase[] = [{ caseId: "a", chunks: ["a1", "a2"], changes: [-1, -1, 0.9] }];
  expect(decidingLabels(open, { ...drop, margin: 0.02 })).toMatchObject({
    couldExplain: true,
    toLabel: [{ chunk: "a1" }, { chunk: "a2" }],
  });
});

test("when all of them cannot explain the drop there is no list, and the best that could be is told", () => {
  const open: OpenCase[] = [{ caseId: "a", chunks: ["a1"], changes: [-1, 0] }];
  expect(decidingLabels(open, drop)).toEqual({ couldExplain: false, toLabel: [], change: expect.closeTo(-0.1, 12) });
});

test("no chunk that helps: nothing to say", () => {
  expect(decidingLabels([], drop)).toBeNull();
  expect(decidingLabels([{ caseId: "a", chunks: ["a1"], changes: [-1, -1] }], drop)).toBeNull();
});
