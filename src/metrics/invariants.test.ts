import fc from "fast-check";
import { expect, test } from "vitest";
import type { Gold, RetrievedChunk } from "../core/index.ts";
import { isMetric, type Metric, metricDefinitions, resolveMetric, scoreRetrieval } from "./index.ts";

const id = fc.constantFrom(..."abcdefgh");
const groups = fc.array(
  fc.record({ any: fc.uniqueArray(id, { minLength: 1, maxLength: 3 }), grade: fc.integer({ min: 1, max: 6 }) }),
  { minLength: 1, maxLength: 6 },
);
/** Any-of groups that may overlap, and ids judged not relevant. */
const anyGold: fc.Arbitrary<Gold> = fc.record({
  kind: fc.constant("groups" as const),
  groups,
  judged: fc.uniqueArray(id, { maxLength: 4 }),
});
const anyList = fc.array(
  fc.record({ id: fc.constantFrom(..."abcdefghxyz"), docId: fc.constantFrom(..."abcxyz") }, { requiredKeys: ["id"] }),
  { maxLength: 10 },
);
const anyMetric = fc
  .record({
    definition: fc.constantFrom(...metricDefinitions.filter(({ needs }) => needs === undefined)),
    k: fc.integer({ min: 1, max: 12 }),
    share: fc.nat(9),
  })
  .map(({ definition: { name, parameter }, k, share }) => {
    const suffixes = { cutoff: `@${k}`, optionalCutoff: k > 10 ? "" : `@${k}`, none: "" };
    if (parameter === "persistence") return metricOf(`${name}(0.${share === 0 ? 5 : share})`);
    return metricOf(parameter === "recallLevel" ? `${name}@0.${share}` : `${name}${suffixes[parameter]}`);
  });

function metricOf(name: string): Metric {
  const metric = resolveMetric(name);
  if (!isMetric(metric)) throw new Error(metric.what);
  return metric;
}

function scoreOf(metric: Metric, gold: Gold, { list }: { readonly list: readonly RetrievedChunk[] }): number {
  const score = scoreRetrieval(gold, list, [metric]).scores[metric.id];
  if (score?.kind !== "scored") throw new Error(`${metric.id}: ${JSON.stringify(score)}`);
  return score.value;
}

test("every score is from 0 to 1, also when any-of groups overlap, in both views", () => {
  fc.assert(
    fc.property(anyGold, anyList, anyMetric, (gold, list, metric) => {
      expect(scoreOf(metric, gold, { list })).toBeGreaterThanOrEqual(0);
      const byDocument = metricOf(
        metric.id.includes("(")
          ? metric.id.replace(")", ",view=documents)")
          : metric.id.replace(/(?=@|$)/, "(view=documents)"),
      );
      expect(scoreOf(byDocument, gold, { list })).toBeLessThanOrEqual(1);
    }),
    { numRuns: 1000 },
  );
});

test("whatever order an irrelevant tail has, no score changes", () => {
  const strangers = fc.shuffledSubarray(["x", "y", "z", "u", "v", "w"]);
  fc.assert(
    fc.property(groups, fc.uniqueArray(id), strangers, anyMetric, (all, head, tail, metric) => {
      const gold: Gold = { kind: "groups", groups: all };
      const list = (names: readonly string[]): RetrievedChunk[] => [...head, ...names].map((name) => ({ id: name }));
      expect(scoreOf(metric, gold, { list: list(tail) })).toBe(scoreOf(metric, gold, { list: list([...tail].sort()) }));
    }),
    { numRuns: 500 },
  );
});

test("a relevant chunk appended to the list never lowers recall, hit, mrr, map, ndcg or rbp", () => {
  const names = ["recall@20", "hit@20", "mrr", "map", "ndcg", "ndcg_exp@20", "set_recall", "rbp(0.8)"].map(metricOf);
  fc.assert(
    fc.property(anyGold, anyList, id, fc.constantFrom(...names), (gold, list, more, metric) => {
      const before = scoreOf(metric, gold, { list });
      expect(scoreOf(metric, gold, { list: [...list, { id: more }] })).toBeGreaterThanOrEqual(before);
    }),
    { numRuns: 500 },
  );
});

test("a relevant chunk in place of one that is not never lowers recall, mrr or ndcg", () => {
  const names = ["recall@5", "mrr@5", "ndcg@5", "map@5", "precision@5"].map(metricOf);
  const flat = fc.uniqueArray(id, { minLength: 1 });
  fc.assert(
    fc.property(
      flat,
      fc.uniqueArray(fc.constantFrom(..."stuvwxyz"), { minLength: 5 }),
      fc.nat(4),
      fc.nat(),
      (some, list, at, pick) => {
        const gold: Gold = { kind: "groups", groups: some.map((one) => ({ any: [one], grade: 1 })) };
        const before = list.map((one) => ({ id: one }));
        const after = before.map((chunk, i) => (i === at ? { id: some[pick % some.length] ?? "" } : chunk));
        for (const metric of names) {
          expect(scoreOf(metric, gold, { list: after })).toBeGreaterThanOrEqual(
            scoreOf(metric, gold, { list: before }),
          );
        }
      },
    ),
  );
});

test("spans that are the chunks give what the ids of the chunks give", () => {
  const places = fc.uniqueArray(fc.nat(9), { minLength: 1 });
  fc.assert(
    fc.property(places, fc.uniqueArray(fc.nat(9)), anyMetric, (wanted, found, metric) => {
      const chunkOf = (i: number) => ({ id: `d#${i}`, docId: "d", start: i * 100, end: i * 100 + 100 });
      const byId: Gold = { kind: "groups", groups: wanted.map((i) => ({ any: [`d#${i}`], grade: 1 })) };
      const bySpan: Gold = {
        kind: "spans",
        spans: wanted.map((i) => ({ doc: "d", quote: "", start: i * 100, end: i * 100 + 100 })),
      };
      const list = found.map(chunkOf);
      expect(scoreOf(metric, bySpan, { list })).toBe(scoreOf(metric, byId, { list }));
    }),
    { numRuns: 500 },
  );
});
