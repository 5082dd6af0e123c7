import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Gold, RetrievedChunk, Score } from "../core/index.ts";
import { isMetric, type Metric, metricDefinitions, resolveMetric, scoreRetrieval } from "./index.ts";

const metric = (name: string): Metric => {
  const resolved = resolveMetric(name);
  if (!isMetric(resolved)) throw new Error(resolved.what);
  return resolved;
};
const ids = (...names: string[]): Gold => ({ kind: "groups", groups: names.map((id) => ({ any: [id], grade: 1 })) });
const list = (...names: string[]): RetrievedChunk[] => names.map((id) => ({ id }));
const value = (name: string, gold: Gold, retrieved: readonly RetrievedChunk[]): Score | undefined =>
  scoreRetrieval(gold, retrieved, [metric(name)]).scores[metric(name).id];

describe("by hand", () => {
  const gold = ids("a", "b", "c");
  const retrieved = list("a", "x", "b", "y", "z");

  test("recall@5: 2 of 3 found", () => {
    expect(value("recall@5", gold, retrieved)).toEqual({ kind: "scored", value: 2 / 3 });
  });
  test("recall@1: 1 of 3 found", () => {
    expect(value("recall@1", gold, retrieved)).toEqual({ kind: "scored", value: 1 / 3 });
  });
  test("precision@5: 2 of 5 places, and of 10 places when only 5 came", () => {
    expect(value("precision@5", gold, retrieved)).toEqual({ kind: "scored", value: 0.4 });
    expect(value("precision@10", gold, retrieved)).toEqual({ kind: "scored", value: 0.2 });
  });
  test("map@10: (1/1 + 2/3) / 3 = 0.5556", () => {
    expect(value("map@10", gold, retrieved)).toEqual({ kind: "scored", value: (1 + 2 / 3) / 3 });
  });
  test("mrr@10 is 1/2 when the second is relevant, and 0 when the first relevant one is beyond k", () => {
    expect(value("mrr@10", ids("b"), list("a", "b"))).toEqual({ kind: "scored", value: 0.5 });
    expect(value("mrr@1", ids("b"), list("a", "b"))).toEqual({ kind: "scored", value: 0 });
  });
  test("ndcg@10 with grades 3 2 3 0 1 2 is 6.8611 / 7.1410 = 0.9608", () => {
    // dcg = 3 + 2/1.585 + 3/2 + 0 + 1/2.585 + 2/2.807; ideal order 3 3 2 2 1
    const graded: Gold = {
      kind: "groups",
      groups: Object.entries({ a: 3, b: 2, c: 3, e: 1, f: 2 }).map(([id, grade]) => ({ any: [id], grade })),
    };
    expect(value("ndcg@10", graded, list("a", "b", "c", "d", "e", "f"))).toEqual({
      kind: "scored",
      value: expect.closeTo(0.9608, 4),
    });
  });
  test("a list that repeats itself earns nothing by it: [A, A, B] against {A, C}", () => {
    // recall 1/2, mrr 1, ndcg 1 / (1 + 1/log2 3) = 0.6131
    expect(value("recall@3", ids("A", "C"), list("A", "A", "B"))).toEqual({ kind: "scored", value: 0.5 });
    expect(value("mrr@3", ids("A", "C"), list("A", "A", "B"))).toEqual({ kind: "scored", value: 1 });
    expect(value("ndcg@3", ids("A", "C"), list("A", "A", "B"))).toEqual({
      kind: "scored",
      value: expect.closeTo(0.6131, 4),
    });
  });
  test("two spans in one chunk are found together, and the order is then perfect", () => {
    const spans: Gold = {
      kind: "spans",
      spans: [
        { doc: "d", quote: "the limit is 200 yuan" },
        { doc: "d", quote: "per day and person" },
      ],
    };
    const both: RetrievedChunk[] = [{ id: "d#0", docId: "d", text: "Note: the limit is 200 yuan per day and person." }];
    expect(value("recall@1", spans, both)).toEqual({ kind: "scored", value: 1 });
    expect(value("ndcg@1", spans, both)).toEqual({ kind: "scored", value: 1 });
  });
  test("a span in another document with the same words is not found", () => {
    const spans: Gold = { kind: "spans", spans: [{ doc: "d", quote: "the limit is 200 yuan" }] };
    expect(value("recall@1", spans, [{ id: "e#0", docId: "e", text: "the limit is 200 yuan" }])).toEqual({
      kind: "scored",
      value: 0,
    });
  });
  test("offsets decide where both have them: 40 of 100 characters are too few, 50 are enough", () => {
    const spans: Gold = { kind: "spans", spans: [{ doc: "d", quote: "q".repeat(100), start: 100, end: 200 }] };
    const chunk = (start: number, end: number): RetrievedChunk => ({ id: "d#1", docId: "d", start, end });
    expect(value("hit@1", spans, [chunk(160, 400)])).toEqual({ kind: "scored", value: 0 });
    expect(value("hit@1", spans, [chunk(150, 400)])).toEqual({ kind: "scored", value: 1 });
    expect(value("hit@1", spans, [chunk(200, 400)])).toEqual({ kind: "scored", value: 0 });
  });
});

describe("without a number", () => {
  test("no gold: absent for every metric, never 0 and never 1", () => {
    const metrics = metricDefinitions.map((definition) => metric(`${definition.name}@5`));
    const { scores } = scoreRetrieval(ids(), list("a"), metrics);
    expect(new Set(Object.values(scores).map((score) => JSON.stringify(score)))).toEqual(
      new Set(['{"kind":"absent","why":"no gold"}']),
    );
    expect(Object.keys(scores)).toHaveLength(metricDefinitions.length);
  });
  test("nothing retrieved: a true 0 for every metric", () => {
    for (const { name } of metricDefinitions)
      expect(value(`${name}@5`, ids("a"), [])).toEqual({ kind: "scored", value: 0 });
  });
});

describe("names", () => {
  test("the spellings of the field are understood", () => {
    expect(["Recall@5", "R@5", "RR@10", "AP@10", "nDCG@10", "P@5", "success@5"].map((name) => metric(name).id)).toEqual(
      ["recall@5", "recall@5", "mrr@10", "map@10", "ndcg@10", "precision@5", "hit@5"],
    );
  });
  test("a misspelt name gets the nearest one", () => {
    expect(resolveMetric("recal@5", "touchstone.yaml:3")).toEqual({
      code: "metric-unknown",
      what: "there is no metric `recal@5`",
      at: "touchstone.yaml:3",
      fix: "did you mean `recall@5`?",
    });
  });
  test.each(["recall", "recall@", "recall@0", "recall@-1", "recall@5.5", "recall@5@5", "recall@1e3"])(
    "%s has no usable cut-off",
    (name) => {
      expect(resolveMetric(name)).toMatchObject({ code: "metric-cutoff", fix: "write `recall@5`" });
    },
  );
});

describe("invariants", () => {
  const id = fc.constantFrom(..."abcdefgh");
  const gold = fc.array(
    fc.record({ any: fc.uniqueArray(id, { minLength: 1, maxLength: 3 }), grade: fc.integer({ min: 1, max: 4 }) }),
    {
      minLength: 1,
      maxLength: 6,
    },
  );
  const retrieved = fc.array(id, { maxLength: 10 });
  const names = metricDefinitions.map((definition) => definition.name);

  test("every score is from 0 to 1, also when any-of groups overlap", () => {
    fc.assert(
      fc.property(
        gold,
        retrieved,
        fc.constantFrom(...names),
        fc.integer({ min: 1, max: 12 }),
        (groups, found, name, k) => {
          const score = value(`${name}@${k}`, { kind: "groups", groups }, list(...found));
          expect(score?.kind).toBe("scored");
        },
      ),
    );
  });

  test("a relevant chunk appended to the list never lowers recall, hit, mrr, map or ndcg", () => {
    fc.assert(
      fc.property(gold, retrieved, id, (groups, found, more) => {
        for (const name of ["recall", "hit", "mrr", "map", "ndcg"]) {
          const before = value(`${name}@20`, { kind: "groups", groups }, list(...found));
          const after = value(`${name}@20`, { kind: "groups", groups }, list(...found, more));
          if (before?.kind !== "scored" || after?.kind !== "scored") throw new Error("not scored");
          expect(after.value).toBeGreaterThanOrEqual(before.value);
        }
      }),
    );
  });
});
