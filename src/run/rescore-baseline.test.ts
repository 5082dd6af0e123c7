import { expect, test } from "vitest";
import type { Case, Gold } from "../core/index.ts";
import { hashCase } from "../dataset/index.ts";
import { isMetric, resolveMetric } from "../metrics/index.ts";
import type { Baseline } from "../record/index.ts";
import { rescoreBaseline } from "./rescore-baseline.ts";

const metrics = ["recall@2", "mrr@2"].map((name) => resolveMetric(name)).filter(isMetric);

/** One case, whose gold `reviewed` has more than what the baseline knew. */
function caseOf(before: Gold, reviewed: Gold): Case {
  return {
    id: "q",
    query: "?",
    history: [],
    gold: reviewed,
    unreviewedGold: before,
    references: [],
    answerable: true,
    language: "en",
    tags: [],
    metadata: {},
    at: "cases.jsonl:1",
  };
}

type Entry = Baseline["cases"][string];

function rescore(evalCase: Case, entry: Partial<Entry>, corpusHash = "corpus"): Entry | undefined {
  const fingerprint = {
    dataset: { name: "d", cases: "", corpus: "corpus" },
    target: {},
    judge: null,
    metrics: metrics.map(({ id }) => id),
    seed: 1,
    repeat: 1,
  };
  const baseline: Baseline = {
    format: 1,
    suite: "d",
    runId: "r",
    toolVersion: "0",
    commit: null,
    fingerprint,
    scales: { "recall@2": 1, "mrr@2": 1, faithfulness: 5 },
    cases: { q: { hash: hashCase(evalCase), scores: {}, ...entry } },
  };
  return rescoreBaseline(baseline, { cases: [evalCase], metrics, corpusHash }).cases["q"];
}

const ids = (...all: readonly string[]): Gold => ({
  kind: "groups",
  groups: all.map((id) => ({ any: [id], grade: 1 })),
});
const span = (start: number, end: number) => ({ doc: "d", quote: "x".repeat(end - start), start, end });
const spans = (...all: readonly ReturnType<typeof span>[]): Gold => ({ kind: "spans", spans: all });

test("a recorded list is held against the gold with what reviews added; judged scores stay", () => {
  const retrieved = [{ id: "b" }, { id: "a" }];
  // a at rank 2 was the one thing to find: recall 1, mrr 1/2. With b and c added: 2 of 3 found, the first at rank 1.
  const entry = { retrieved, scores: { "recall@2": 1, "mrr@2": 0.5, faithfulness: 4 } };
  expect(rescore(caseOf(ids("a"), ids("a", "b", "c")), entry)?.scores).toEqual({
    "recall@2": 2 / 3,
    "mrr@2": 1,
    faithfulness: 4,
  });
});

test("passages are found again by the recorded offsets, in the corpus that they were counted in", () => {
  const retrieved = [
    { id: "d#0", docId: "d", start: 0, end: 10 },
    { id: "d#1", docId: "d", start: 10, end: 20 },
  ];
  const entry = { retrieved, scores: { "recall@2": 1, "mrr@2": 0.5 } };
  const evalCase = caseOf(spans(span(12, 18)), spans(span(12, 18), span(2, 8)));
  expect(rescore(evalCase, entry)?.scores).toEqual({ "recall@2": 1, "mrr@2": 1 });
  const moved = rescore(evalCase, entry, "another");
  expect(moved?.hash).not.toBe(hashCase(evalCase));
  expect(moved?.scores).toEqual(entry.scores);
});

test("without a recorded list, or without offsets for passages, the case counts as edited", () => {
  const evalCase = caseOf(spans(span(12, 18)), spans(span(12, 18), span(2, 8)));
  expect(rescore(evalCase, {})?.hash).not.toBe(hashCase(evalCase));
  expect(rescore(evalCase, { retrieved: [{ id: "d#0", docId: "d" }] })?.hash).not.toBe(hashCase(evalCase));
});

test("a quarantined case is out of both sides, and stays as it was", () => {
  const evalCase = caseOf(ids("a"), ids("a", "b"));
  const entry = { hash: hashCase(evalCase), retrieved: [{ id: "b" }], scores: { "recall@2": 0 } };
  const stale = [{ code: "dataset-gold-unknown", what: "gone", at: "cases.jsonl:1", fix: "mend it", gold: "a" }];
  expect(rescore({ ...evalCase, stale }, entry)).toEqual(entry);
  expect(rescore(evalCase, { ...entry, quarantined: "gone" })).toEqual({ ...entry, quarantined: "gone" });
});
