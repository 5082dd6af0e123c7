import { expect, test } from "vitest";
import { runFileRenderer } from "./index.ts";
import { failedResult, reportManifest, reportOf, resultOf } from "./report.fixture.ts";

const listOf = (...ids: readonly string[]) => ids.map((id) => ({ id, score: 1, relevant: false }));

test("a line for each result in its order, with falling scores; white space other than ASCII's is part of an id", () => {
  const results = [
    resultOf({ caseId: "q1", retrieved: listOf("a", "b\u00a0c", "d") }),
    failedResult("q2"),
    resultOf({ caseId: "q3", retrieved: listOf("a") }),
    resultOf({ caseId: "q3", repeat: 1, retrieved: listOf("b") }),
  ];
  const manifest = reportManifest({ suite: "客服 / v2 (new)" });
  expect([...runFileRenderer.render(reportOf({ results, manifest }))].join("")).toBe(
    "q1 Q0 a 1 3 客服-v2-new-\nq1 Q0 b\u00a0c 2 2 客服-v2-new-\nq1 Q0 d 3 1 客服-v2-new-\nq3 Q0 a 1 1 客服-v2-new-\n",
  );
});

test.each([
  ["a case", resultOf({ caseId: "q 1", retrieved: listOf("a") }), "q 1"],
  ["a document", resultOf({ caseId: "q1", retrieved: listOf("a", "b\tc") }), "b\\u0009c"],
])("white space in the id of %s has no form, and the case is named", (_, result, id) => {
  expect(() => [...runFileRenderer.render(reportOf({ results: [result] }))]).toThrow(
    `error[output-run-blank]: case \`${result.caseId}\` cannot be written as lines of a run: white space in the id \`${id}\``,
  );
});
