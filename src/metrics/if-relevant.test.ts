import fc from "fast-check";
import { expect, test } from "vitest";
import type { Gold } from "../core/index.ts";
import { isMetric, type Metric, newcomersOf, resolveMetric, scoreRetrieval } from "./index.ts";

const metricOf = (name: string): Metric => {
  const metric = resolveMetric(name);
  if (!isMetric(metric)) throw new Error(metric.what);
  return metric;
};
const goldOf = (ids: readonly string[]): Gold => ({
  kind: "groups",
  groups: ids.map((id) => ({ any: [id], grade: 1 })),
});
const list = (ids: readonly string[]) => ids.map((id) => ({ id }));
const scoreOf = (metric: Metric, gold: Gold, ids: readonly string[]): number => {
  const score = scoreRetrieval(gold, list(ids), [metric]).scores[metric.id];
  if (score?.kind !== "scored") throw new Error(metric.id);
  return score.value;
};

test("by hand: a was found and is lost, x and y came in; each that is relevant also raises what the other misses", () => {
  // recall@2 of [x, y] against {a}: 0; of [a, b]: 1. x relevant: 1/2 − 1/2; both: 2/3 − 1/3.
  const newcomers = newcomersOf(
    metricOf("recall@2"),
    { gold: goldOf(["a"]), retrieved: list(["x", "y"]) },
    { other: { ids: new Set(["a", "b"]), score: 1 }, grade: 1 },
  );
  expect(newcomers.chunks.map(({ id }) => id)).toEqual(["x", "y"]);
  expect(newcomers.leads).toEqual([-1, 0, expect.closeTo(1 / 3, 12)]);
});

test("the leads are the differences of the two scores with these chunks in the gold", () => {
  const ids = fc.uniqueArray(fc.constantFrom(..."abcdefgh"), { minLength: 1, maxLength: 6 });
  const names = ["recall@1", "recall@4", "mrr@4", "ndcg@2", "ndcg@4"].map(metricOf);
  fc.assert(
    fc.property(ids, ids, ids, fc.constantFrom(...names), (gold, now, before, metric) => {
      const top = before.slice(0, metric.argument);
      const other = { ids: new Set(top), score: scoreOf(metric, goldOf(gold), top) };
      const { chunks, leads } = newcomersOf(metric, { gold: goldOf(gold), retrieved: list(now) }, { other, grade: 1 });
      for (const [m, lead] of leads.entries()) {
        const labelled = goldOf([...gold, ...chunks.slice(0, m).map(({ id }) => id)]);
        expect(lead).toBeCloseTo(scoreOf(metric, labelled, now) - scoreOf(metric, labelled, top), 12);
      }
    }),
  );
});

test("metrics without bounds, without a cut-off or of documents have none", () => {
  const input = { gold: goldOf(["a"]), retrieved: list(["x"]) };
  for (const name of ["map@5", "mrr", "recall(view=documents)@5"]) {
    expect(newcomersOf(metricOf(name), input, { other: { ids: new Set(), score: 1 }, grade: 1 }).chunks).toEqual([]);
  }
});
