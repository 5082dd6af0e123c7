import { expect, test } from "vitest";
import { scored } from "../core/index.ts";
import { machineResult } from "./index.ts";
import { failedResult, reportManifest, reportOf, resultOf } from "./report.fixture.ts";

test("holds the verdict, counts, means and what was gated, and nothing else", () => {
  const before = [resultOf({ caseId: "a" })];
  const results = [
    resultOf({ caseId: "a", retrieval: { "recall@5": scored(0.5), "ndcg@10": scored(1) } }),
    failedResult("b"),
  ];
  const report = reportOf({
    results,
    before,
    exitCode: 1,
    manifest: reportManifest({ minCoverage: 0.5, planned: { cases: 2, of: 10, filters: ["first 2"] } }),
  });
  const machine = machineResult(report, { report: "reports/handbook/20260102-030405-ab12/report.html" });
  // change of recall: 0.5 − 1; faithfulness: 5 of 5 in both runs
  expect(machine).toEqual({
    stopped: null,
    runId: "20260102-030405-ab12",
    suite: "handbook",
    verdict: "fail",
    exitCode: 1,
    cases: { planned: 2, scored: 1, errors: 1 },
    datasetCases: 10,
    filters: ["first 2"],
    quarantined: [],
    corpusChanged: false,
    metrics: {
      "recall@5": { mean: 0.5, n: 1, planned: 2 },
      "ndcg@10": { mean: 1, n: 1, planned: 2 },
      faithfulness: { mean: 5, n: 1, planned: 2 },
      relevance: { mean: 4, n: 1, planned: 2 },
    },
    // One answerable question was answered, and the other gave no answer to look at.
    refusals: { shouldRefuse: { count: 0, of: 0, rate: null }, falseRefusal: { count: 0, of: 1, rate: 0 } },
    gate: [
      { metric: "recall@5", slice: null, baseline: 1, current: 0.5, change: -0.5, margin: 0.02, verdict: "fail" },
      { metric: "faithfulness", slice: null, baseline: 1, current: 1, change: 0, margin: 0.02, verdict: "pass" },
    ],
    report: "reports/handbook/20260102-030405-ab12/report.html",
  });
});

test("a mean over nothing is null, never 0", () => {
  const machine = machineResult(reportOf({ results: [failedResult("a")] }), { report: "r.html" });
  expect(machine.metrics["recall@5"]).toEqual({ mean: null, n: 0, planned: 1 });
  expect(machine.gate).toEqual([]);
});
