import { describe, expect, test } from "vitest";
import type { Gold, RetrievedChunk } from "../core/index.ts";
import { isMetric, resolveMetric, scoreRetrieval } from "./index.ts";

/** The examples of docs/metrics.md; the arithmetic stands there. */
function scoresOf(
  gold: Gold,
  retrieved: readonly RetrievedChunk[],
  { ids }: { readonly ids: readonly string[] },
): Readonly<Record<string, string>> {
  const metrics = ids.map(metricOf);
  const { scores } = scoreRetrieval(gold, retrieved, metrics);
  return Object.fromEntries(
    Object.entries(scores).map(([id, score]) => [id, score.kind === "scored" ? score.value.toFixed(3) : score.kind]),
  );
}

function metricOf(id: string) {
  const metric = resolveMetric(id);
  if (!isMetric(metric)) throw new Error(metric.what);
  return metric;
}

const list = (...ids: string[]): RetrievedChunk[] => ids.map((id) => ({ id }));
const ids = ["recall@3", "recall@5", "precision@5", "mrr@5", "ndcg@5"];

describe("what each form of gold means", () => {
  test("ids", () => {
    const gold: Gold = { kind: "groups", groups: ["a", "b"].map((id) => ({ any: [id], grade: 1 })) };
    expect(scoresOf(gold, list("x", "a", "y", "b", "z"), { ids })).toEqual({
      "recall@3": "0.500",
      "recall@5": "1.000",
      "precision@5": "0.400",
      "mrr@5": "0.500",
      "ndcg@5": "0.651",
    });
  });

  test("graded ids", () => {
    const groups = Object.entries({ a: 1, b: 3 }).map(([id, grade]) => ({ any: [id], grade }));
    const gold: Gold = { kind: "groups", groups };
    expect(scoresOf(gold, list("x", "a", "y", "b", "z"), { ids: [...ids, "ndcg_exp@5"] })).toEqual({
      "recall@3": "0.500",
      "recall@5": "1.000",
      "precision@5": "0.400",
      "mrr@5": "0.500",
      "ndcg@5": "0.530",
      "ndcg_exp@5": "0.478",
    });
  });

  test("any-of groups", () => {
    const groups = [["a", "b"], ["c"]].map((any) => ({ any, grade: 1 }));
    expect(scoresOf({ kind: "groups", groups }, list("x", "a", "b", "c", "z"), { ids })).toEqual({
      "recall@3": "0.500",
      "recall@5": "1.000",
      "precision@5": "0.400",
      "mrr@5": "0.500",
      "ndcg@5": "0.651",
    });
  });

  test("evidence spans", () => {
    const span = (start: number) => ({ doc: "doc7", quote: "", start, end: start + 100 });
    const chunk = (docId: string, start: number) => ({ id: `${docId}#${start}`, docId, start, end: start + 160 });
    const chunks = [chunk("doc7", 0), chunk("doc7", 160), chunk("doc9", 0), chunk("doc7", 320)];
    expect(scoresOf({ kind: "spans", spans: [span(100), span(300)] }, chunks, { ids })).toEqual({
      "recall@3": "0.500",
      "recall@5": "1.000",
      "precision@5": "0.400",
      "mrr@5": "1.000",
      "ndcg@5": "0.877",
    });
    const characters = ["span_recall@3", "span_precision@3", "span_iou@3"];
    expect(scoresOf({ kind: "spans", spans: [span(100), span(300)] }, chunks, { ids: characters })).toEqual({
      "span_recall@3": "0.600",
      "span_precision@3": "0.250",
      "span_iou@3": "0.214",
    });
  });
});

describe("chunks of gold documents", () => {
  const gold: Gold = { kind: "groups", groups: ["D1", "D2"].map((id) => ({ any: [id], grade: 1 })) };
  const chunks = [
    { id: "D1#0", docId: "D1" },
    { id: "D1#1", docId: "D1" },
    { id: "D3#0", docId: "D3" },
    { id: "D2#2", docId: "D2" },
  ];
  const atThree = ["recall@3", "precision@3", "chunk_precision@3", "mrr@3", "ndcg@3"];

  test("slots", () => {
    expect(scoresOf(gold, chunks, { ids: atThree })).toEqual({
      "recall@3": "0.500",
      "precision@3": "0.333",
      "chunk_precision@3": "0.667",
      "mrr@3": "1.000",
      "ndcg@3": "0.613",
    });
  });

  test("documents", () => {
    const names = atThree.map((id) => id.replace("@", "(view=documents)@"));
    expect(scoresOf(gold, chunks, { ids: names })).toEqual({
      "recall(view=documents)@3": "1.000",
      "precision(view=documents)@3": "0.667",
      "chunk_precision(view=documents)@3": "0.667",
      "mrr(view=documents)@3": "1.000",
      "ndcg(view=documents)@3": "0.920",
    });
  });
});
