import { describe, expect, test } from "vitest";
import { absent, failed, scored } from "../../core/index.ts";
import { failedResult, reportOf, resultOf } from "../report.fixture.ts";
import { groupCases } from "./case-group.ts";
import { type CaseFilter, type CaseOrder, noFilter, selectCases } from "./select-cases.ts";

const recall = (value: number) => ({ "recall@5": scored(value), "ndcg@10": scored(1) });
const unread = failed({ kind: "judge_unparseable", message: "no JSON" });

// Recall before and after: a 1 to 0, b 0 to 1, c 1 to 1, d had none and times out, e is new, f has no gold.
const before = [
  resultOf({ caseId: "a", retrieval: recall(1) }),
  resultOf({ caseId: "b", retrieval: recall(0) }),
  resultOf({ caseId: "c" }),
  failedResult("d"),
  resultOf({ caseId: "f", retrieval: { "recall@5": absent("no gold"), "ndcg@10": absent("no gold") } }),
];
const report = reportOf({
  before,
  results: [
    resultOf({ caseId: "c", query: "报销上限是多少", labels: { language: ["zh"], kind: ["金额", "制度"] } }),
    resultOf({ caseId: "a", retrieval: recall(0), answer: "It costs 40 Euros." }),
    resultOf({ caseId: "b", retrieval: recall(1), references: ["Ask in room 12."] }),
    failedResult("d"),
    resultOf({ caseId: "e", generation: { faithfulness: unread, relevance: scored(2) } }),
    resultOf({
      caseId: "f",
      answerable: false,
      retrieval: { "recall@5": absent("no gold"), "ndcg@10": absent("no gold") },
    }),
  ],
});
const groups = groupCases(report);
const { metrics } = report.summary;
const dataset: CaseOrder = { by: "dataset", metric: "", isReversed: false };

function idsOf(filter: Partial<CaseFilter>, order: Partial<CaseOrder> = {}): string {
  const chosen = selectCases(groups, { ...noFilter, ...filter }, { order: { ...dataset, ...order }, metrics });
  return chosen.map(({ id }) => id).join("");
}

describe("filters", () => {
  test("without any, every case is there in the order of the dataset", () => {
    expect(idsOf({})).toBe("cabdef");
  });

  test("each word of the search must stand in id, question, answer or reference, in any case of letters", () => {
    expect(idsOf({ search: "euros 40" })).toBe("a");
    expect(idsOf({ search: "ROOM" })).toBe("b");
    expect(idsOf({ search: "报销" })).toBe("c");
    expect(idsOf({ search: "euros room" })).toBe("");
  });

  test("a case with several values under a key is found by each", () => {
    expect(idsOf({ labels: { kind: "制度" } })).toBe("c");
    expect(idsOf({ labels: { kind: "金额", language: "zh" } })).toBe("c");
    expect(idsOf({ labels: { kind: "金额", language: "en" } })).toBe("");
  });

  test("by what changed against the baseline", () => {
    expect(idsOf({ change: "worse" })).toBe("a");
    expect(idsOf({ change: "better" })).toBe("b");
    expect(idsOf({ change: "unchanged" })).toBe("cf");
    expect(idsOf({ change: "uncompared" })).toBe("de");
    expect(idsOf({ change: "error" })).toBe("de");
    expect(idsOf({ change: "worse", metric: "faithfulness" })).toBe("");
    expect(idsOf({ change: "uncompared", metric: "recall@5" })).toBe("def");
  });

  test("by what became of the question", () => {
    expect(idsOf({ outcome: "failed" })).toBe("d");
    expect(idsOf({ outcome: "answered" })).toBe("cabef");
    expect(idsOf({ outcome: "unscored" })).toBe("de");
    expect(idsOf({ outcome: "unanswerable" })).toBe("f");
    expect(idsOf({ errorKind: "judge_unparseable" })).toBe("e");
  });
});

describe("order", () => {
  test("the worst change first, and a case that was not compared last, also when reversed", () => {
    expect(idsOf({}, { by: "change", metric: "recall@5" })).toBe("acbdef");
    expect(idsOf({}, { by: "change", metric: "recall@5", isReversed: true })).toBe("bcadef");
  });

  test("the lowest score first, and a case without one last", () => {
    expect(idsOf({}, { by: "score", metric: "relevance" })).toBe("ecabfd");
    expect(idsOf({}, { by: "score", metric: "recall@5" })).toBe("acbedf");
  });

  test("ids sort by their numbers", () => {
    const numbered = groupCases({ ...report, results: ["q10", "q9"].map((caseId) => resultOf({ caseId })) });
    const order: CaseOrder = { by: "id", metric: "", isReversed: false };
    expect(selectCases(numbered, noFilter, { order, metrics }).map(({ id }) => id)).toEqual(["q9", "q10"]);
  });

  test("the repeats of a case are one row, and its lowest score counts", () => {
    const relevance = (value: number) => ({ faithfulness: scored(5), relevance: scored(value) });
    const repeated = groupCases({
      ...report,
      results: [
        resultOf({ caseId: "x", generation: relevance(3) }),
        resultOf({ caseId: "y", generation: relevance(5) }),
        resultOf({ caseId: "y", repeat: 1, generation: relevance(1) }),
      ],
    });
    const order: CaseOrder = { by: "score", metric: "relevance", isReversed: false };
    expect(selectCases(repeated, noFilter, { order, metrics }).map(({ id }) => id)).toEqual(["y", "x"]);
  });
});
