import { expect, test } from "vitest";
import type { Finding } from "../../gate/index.ts";
import { findingSentence } from "./finding-sentence.ts";

const finding: Finding = {
  metric: "recall@5",
  slice: null,
  baseline: 0.9,
  current: 0.837,
  change: -0.063,
  margin: 0.02,
  pairs: 100,
  lost: 0,
  gained: 0,
  better: 0,
  worse: 13,
  verdict: "fail",
  unlabelled: null,
  sentence: "recall@5 fell by 6.3 points.",
};
const chinese = (changes: Partial<Finding>): string => findingSentence({ ...finding, ...changes }, "zh");

test("a finding is told in Chinese with the numbers of the record", () => {
  expect([
    chinese({}),
    chinese({ verdict: "pass", change: -0.01, worse: 2, better: 1 }),
    chinese({ verdict: "pass", change: 0.05, worse: 0, better: 9 }),
    chinese({ verdict: "pass", change: 0, worse: 1, better: 1 }),
    chinese({ verdict: "pass", change: 0, worse: 0, better: 0 }),
    chinese({ verdict: "inconclusive", change: null, pairs: 0, worse: 0, better: 0 }),
    chinese({ verdict: "watched", margin: null, slice: "language=zh" }),
    chinese({ change: -0.0200001 }),
    chinese({ verdict: "inconclusive", change: 0, worse: 0, better: 0, lost: 3, gained: 1 }),
    chinese({ lost: 2 }),
  ]).toMatchInlineSnapshot(`
    [
      "recall@5 下降 6.3 个百分点（100 个用例中 13 个变差，0 个变好）；最多允许下降 2 个百分点。",
      "recall@5 下降 1 个百分点（100 个用例中 2 个变差，1 个变好），没有超出允许的 2 个百分点。",
      "recall@5 上升 5 个百分点（100 个用例中 0 个变差，9 个变好）。",
      "recall@5 总体持平（100 个用例中 1 个变差，1 个变好）。",
      "recall@5：100 个用例的得分完全相同。",
      "recall@5：没有用例在两次运行中都有得分，无法判断。",
      "recall@5（language=zh）下降 6.3 个百分点（100 个用例中 13 个变差，0 个变好）。",
      "recall@5 下降 2.00001 个百分点（100 个用例中 13 个变差，0 个变好）；最多允许下降 2 个百分点。",
      "recall@5：100 个用例的得分完全相同。此外，3 个用例原来有得分，现在没有，1 个用例原来没有得分，现在有；按最坏情况计算则不能通过，因此不算通过。",
      "recall@5 下降 6.3 个百分点（100 个用例中 13 个变差，0 个变好）；最多允许下降 2 个百分点。此外，2 个用例原来有得分，现在没有。",
    ]
  `);
});

test("in English the record's own sentence stands", () => {
  expect(findingSentence(finding, "en")).toBe(finding.sentence);
});

test("what labels could change is told in Chinese too", () => {
  const toLabel = [{ caseId: "q1", chunk: "c1" }];
  expect([
    chinese({ unlabelled: { couldExplain: true, toLabel, change: -0.01 } }),
    chinese({ unlabelled: { couldExplain: false, toLabel: [], change: -0.04 } }),
  ]).toEqual([
    "recall@5 下降 6.3 个百分点（100 个用例中 13 个变差，0 个变好）；最多允许下降 2 个百分点。这一下降可能只是因为有 1 个检索结果尚无人评判：若它们相关，下降就不超出允许范围。请先标注它们。",
    "recall@5 下降 6.3 个百分点（100 个用例中 13 个变差，0 个变好）；最多允许下降 2 个百分点。仅凭尚无人评判的检索结果不足以解释：即使它们全都相关，仍下降 4 个百分点。",
  ]);
});
