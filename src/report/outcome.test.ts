import { expect, test } from "vitest";
import { scored } from "../core/index.ts";
import { outcomeOf, verdictSentence } from "./index.ts";
import { failedResult, reportManifest, reportOf, resultOf } from "./report.fixture.ts";

const good = resultOf({ caseId: "a" });
const bad = resultOf({ caseId: "a", retrieval: { "recall@5": scored(0.5), "ndcg@10": scored(1) } });
const partly = [
  failedResult("f1"),
  failedResult("f2"),
  failedResult("f3"),
  failedResult("f4"),
  failedResult("f5"),
  good,
];

test("a failed gate is told by its findings, with the number of cases and what was allowed", () => {
  const report = reportOf({ results: [bad], before: [good] });
  expect(outcomeOf(report)).toBe("fail");
  expect(verdictSentence(report)).toMatchInlineSnapshot(
    `"recall@5 fell by 50 points (1 case got worse, 0 better, of 1); a drop of up to 2 points is allowed."`,
  );
});

test("a passed gate says so for each metric that is gated", () => {
  expect(verdictSentence(reportOf({ results: [good], before: [bad] }))).toMatchInlineSnapshot(
    `"No gated metric fell by more than is allowed. recall@5 rose by 50 points (0 cases got worse, 1 better, of 1). faithfulness: identical on the one case."`,
  );
});

test("too few scored cases decide nothing, whatever their means", () => {
  const report = reportOf({ results: partly, before: partly });
  expect(outcomeOf(report)).toBe("too-many-errors");
  // 1 of 6 is 16.67 percent
  expect(verdictSentence(report)).toMatchInlineSnapshot(
    `"1 of 6 cases scored (coverage 16.7 %), below the minimum of 100 %, so the means decide nothing."`,
  );
});

test("coverage just below the minimum is never printed as the minimum", () => {
  const many = Array.from({ length: 2_999 }, (_, i) => resultOf({ caseId: `c${i}` }));
  expect(verdictSentence(reportOf({ results: [...many, failedResult("f")] }))).toMatchInlineSnapshot(
    `"2,999 of 3,000 cases scored (coverage 99.9 %), below the minimum of 100 %, so the means decide nothing."`,
  );
});

test("without a baseline nothing was compared", () => {
  const report = reportOf({ results: [good] });
  expect(outcomeOf(report)).toBe("inconclusive");
  expect(verdictSentence(report)).toMatchInlineSnapshot(
    `"Nothing was compared: there is no baseline. Accept this run as the baseline with \`touchstone eval handbook --update-baseline\`."`,
  );
});

test("runs that cannot be compared say why", () => {
  const report = reportOf({ results: [good] });
  const reasons = ["judge model `qwen-max` -> `deepseek-chat`", "k 5 -> 10"];
  const comparison = { ...report.comparison, kind: "not-comparable" as const, reasons };
  expect(verdictSentence({ ...report, comparison })).toMatchInlineSnapshot(
    `"This run and its baseline cannot be compared: judge model \`qwen-max\` -> \`deepseek-chat\`; k 5 -> 10. To compare from here on, accept this run with \`touchstone eval handbook --update-baseline\`."`,
  );
});

test("a changed set of cases is told beside what was measured", () => {
  const report = reportOf({ results: [good, resultOf({ caseId: "d" })], before: [good] });
  expect(outcomeOf(report)).toBe("inconclusive");
  expect(verdictSentence(report)).toMatchInlineSnapshot(
    `"The comparison is not like for like: 1 case added: \`d\`. To compare from here on, accept this run with \`touchstone eval handbook --update-baseline\`."`,
  );
});

test("metrics that nobody gates are reported and never passed", () => {
  const report = reportOf({ results: [good], before: [good], gated: [] });
  expect(outcomeOf(report)).toBe("not-gated");
  expect(verdictSentence(report)).toMatchInlineSnapshot(
    `"The metrics are reported, not gated: no metric is gated. This is not a pass."`,
  );
});

test("an interrupted run has no verdict, even where its cases are fine", () => {
  const report = reportOf({ results: [good], before: [good], isFinished: false });
  expect(outcomeOf(report)).toBe("incomplete");
  expect(verdictSentence(report)).toMatchInlineSnapshot(
    `"The run was interrupted with 1 of 1 case scored, so there is no verdict."`,
  );
});

test("a run of no cases and no metrics can be put into words", () => {
  const report = reportOf({ results: [], manifest: reportManifest({ legend: [] }), gated: [] });
  expect(verdictSentence(report)).toMatchInlineSnapshot(
    `"0 of 0 cases scored (coverage 0 %), below the minimum of 100 %, so the means decide nothing."`,
  );
});

test("a run of a part of the cases says so, whatever its verdict", () => {
  const manifest = reportManifest({ planned: { cases: 1, of: 10, filters: ["kind=who", "first 1"] } });
  for (const before of [[good], [bad]]) {
    for (const results of [[good], [bad], [failedResult("a")]]) {
      expect(verdictSentence(reportOf({ results, before, manifest }))).toMatch(
        / 1 of 10 cases ran \(filter: kind=who, first 1\)\.$/,
      );
    }
  }
});

test("a pass names the watched metrics that fell by more than the gated ones may", () => {
  const fallen = resultOf({
    caseId: "a",
    retrieval: { "recall@5": scored(1), "ndcg@10": scored(0.99) },
    generation: { faithfulness: scored(5), relevance: scored(1) },
  });
  // relevance: 1 of 5 against 4 of 5; ndcg@10 fell by 1 point, which is no more than 2
  const report = reportOf({ results: [fallen], before: [good] });
  expect(outcomeOf(report)).toBe("pass");
  expect(verdictSentence(report)).toMatchInlineSnapshot(
    `"No gated metric fell by more than is allowed. recall@5: identical on the one case. faithfulness: identical on the one case. Watched, not gated, and down by more than that: relevance (−60 points)."`,
  );
  expect(verdictSentence(reportOf({ results: [fallen], before: [good], isFinished: false }))).not.toContain("Watched");
});

test("cases in quarantine are named, the first five, whatever the verdict; those of the baseline apart", () => {
  const why = "the corpus has no document `d`";
  const names = ["b", "c", "d", "e", "f", "g"];
  const now = names.map((caseId) => resultOf({ caseId, quarantined: why }));
  const report = reportOf({ results: [good, ...now], before: [{ ...good, quarantined: why }, ...now] });
  expect(verdictSentence(report)).toContain(
    " 6 cases quarantined: gold no longer stands in the corpus (`b`, `c`, `d`, `e`, `f` and 1 more); see `touchstone dataset check`. 1 case quarantined in the baseline, so out of both sides of retrieval: `a`.",
  );
  expect(verdictSentence(reportOf({ results: now.slice(0, 1) }))).toMatchInlineSnapshot(
    `"Nothing was compared: there is no baseline. 1 case quarantined: gold no longer stands in the corpus (\`b\`); see \`touchstone dataset check\`. Accept this run as the baseline with \`touchstone eval handbook --update-baseline\`."`,
  );
});
