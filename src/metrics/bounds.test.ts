import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Gold } from "../core/index.ts";
import { isMetric, type Metric, resolveMetric, scoreRetrieval } from "./index.ts";
import { gradeLevels, scoreBounds } from "./score-bounds.ts";

const metricOf = (name: string): Metric => {
  const metric = resolveMetric(name);
  if (!isMetric(metric)) throw new Error(metric.what);
  return metric;
};
const graded = (grades: Readonly<Record<string, number>>): Gold => ({
  kind: "groups",
  groups: Object.entries(grades).flatMap(([id, grade]) => (grade > 0 ? [{ any: [id], grade }] : [])),
  judged: Object.entries(grades).flatMap(([id, grade]) => (grade > 0 ? [] : [id])),
});
const list = (...ids: readonly string[]): { id: string }[] => ids.map((id) => ({ id }));
const boundsOf = (name: string, gold: Gold, { ids, levels = [1] }: { ids: readonly string[]; levels?: number[] }) =>
  scoreBounds(gold, list(...ids), { metrics: [metricOf(name)], levels })[metricOf(name).id];

describe("by hand", () => {
  test("recall@3: 1 of 2 found, x unjudged within and y beyond: from 1/3 (y relevant) to 2/3 (x relevant)", () => {
    expect(boundsOf("recall@3", graded({ a: 1, b: 1, n: 0 }), { ids: ["a", "x", "n", "y"] })).toEqual({
      low: 1 / 3,
      high: 2 / 3,
    });
  });
  test("mrr: the first hit is at 3 and the first unjudged chunk at 2: from 1/3 to 1/2", () => {
    expect(boundsOf("mrr", graded({ a: 1, n: 0 }), { ids: ["n", "x", "a"] })).toEqual({ low: 1 / 3, high: 1 / 2 });
    expect(boundsOf("mrr@1", graded({ a: 1, n: 0 }), { ids: ["n", "x", "a"] })).toEqual({ low: 0, high: 0 });
  });
  test("ndcg@2 of [x, a]: 0.6309 as it stands, 1 when x is relevant, lower when y beyond is", () => {
    // y relevant: 0.6309 / (1 + 0.6309) = 0.3869
    const bounds = boundsOf("ndcg@2", graded({ a: 1 }), { ids: ["x", "a", "y"] });
    expect(bounds?.low).toBeCloseTo(0.3869, 4);
    expect(bounds?.high).toBe(1);
  });
  test("all judged: the score itself, both ways; without gold or for other metrics: none", () => {
    expect(boundsOf("ndcg@5", graded({ a: 1, n: 0 }), { ids: ["n", "a"] })).toEqual({
      low: 1 / Math.log2(3),
      high: 1 / Math.log2(3),
    });
    expect(boundsOf("recall@5", graded({}), { ids: ["x"] })).toBeUndefined();
    expect(boundsOf("map@5", graded({ a: 1 }), { ids: ["x"] })).toBeUndefined();
  });
  test("the grades that a judgement could give are those of the dataset", () => {
    expect(gradeLevels([{ gold: graded({ a: 3, b: 1 }) }, { gold: graded({ c: 2, d: 0 }) }])).toEqual([1, 2, 3]);
    expect(gradeLevels([{ gold: graded({}) }])).toEqual([1]);
  });
});

/** Every way to give each id one of the grades. */
function completions(ids: readonly string[], grades: readonly number[]): readonly Readonly<Record<string, number>>[] {
  return ids.reduce<readonly Readonly<Record<string, number>>[]>(
    (all, id) => all.flatMap((one) => grades.map((grade) => ({ ...one, [id]: grade }))),
    [{}],
  );
}

test("the bounds are the lowest and the highest score of all completions, found by trying every one", () => {
  const known = fc.dictionary(fc.constantFrom(..."abcde"), fc.constantFrom(0, 1, 2, 3), { minKeys: 1 });
  const names = ["recall@1", "recall@3", "recall@9", "mrr", "mrr@2", "ndcg", "ndcg@1", "ndcg@3"].map(metricOf);
  fc.assert(
    fc.property(
      known.filter((grades) => Object.values(grades).some((grade) => grade > 0)),
      fc.uniqueArray(fc.constantFrom(..."abcdevwxyz"), { maxLength: 8 }),
      fc.constantFrom([1], [1, 2], [1, 3], [2], [1, 2, 3]),
      (grades, ids, levels) => {
        const unjudged = ids.filter((id) => !Object.hasOwn(grades, id)).slice(0, 4);
        const shown = ids.filter((id) => Object.hasOwn(grades, id) || unjudged.includes(id));
        const bounds = scoreBounds(graded(grades), list(...shown), { metrics: names, levels });
        const all = completions(unjudged, [0, ...levels]).map(
          (more) => scoreRetrieval(graded({ ...grades, ...more }), list(...shown), names).scores,
        );
        for (const { id } of names) {
          const scores = all.map((one) => {
            const score = one[id];
            return score?.kind === "scored" ? score.value : Number.NaN;
          });
          expect(bounds[id]?.low, `${id} low`).toBeCloseTo(Math.min(...scores), 12);
          expect(bounds[id]?.high, `${id} high`).toBeCloseTo(Math.max(...scores), 12);
        }
      },
    ),
    { numRuns: 400 },
  );
});
