import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Gold, RetrievedChunk, Score, Span } from "../core/index.ts";
import { isMetric, resolveMetric, scoreRetrieval } from "./index.ts";

const spans = (...all: readonly Span[]): Gold => ({ kind: "spans", spans: all });
const span = (start: number, end: number): Span => ({ doc: "d", quote: "", start, end });
const chunk = (start: number, end: number, docId = "d"): RetrievedChunk => ({
  id: `${docId}:${start}`,
  docId,
  start,
  end,
});
const scoreOf = (name: string, gold: Gold, retrieved: readonly RetrievedChunk[]): Score | undefined => {
  const metric = resolveMetric(name);
  if (!isMetric(metric)) throw new Error(metric.what);
  return scoreRetrieval(gold, retrieved, [metric]).scores[metric.id];
};
const numberOf = (name: string, gold: Gold, retrieved: readonly RetrievedChunk[]): number => {
  const score = scoreOf(name, gold, retrieved);
  if (score?.kind !== "scored") throw new Error(`${name}: ${JSON.stringify(score)}`);
  return score.value;
};

describe("evidence in characters, each counted once", () => {
  // Evidence: 100–200 and 300–400, 200 characters. Chunks: 0–160, 120–280 and one of another document.
  const gold = spans(span(100, 200), span(300, 400));
  const list = [chunk(0, 160), chunk(120, 280), chunk(0, 100, "other")];

  test("span_recall: 60 of 200 in the first chunk; the second adds 40, not 80", () => {
    expect(numberOf("span_recall@1", gold, list)).toBe(60 / 200);
    expect(numberOf("span_recall@2", gold, list)).toBe(100 / 200);
    expect(numberOf("span_recall@9", gold, list)).toBe(100 / 200);
  });
  test("span_precision: 60 of 160; 100 of 280, since the chunks overlap; 100 of 380", () => {
    expect(numberOf("span_precision@1", gold, list)).toBe(60 / 160);
    expect(numberOf("span_precision@2", gold, list)).toBe(100 / 280);
    expect(numberOf("span_precision@3", gold, list)).toBe(100 / 380);
  });
  test("span_iou: 100 in both of 200 + 280 − 100 in either", () => {
    expect(numberOf("span_iou@2", gold, list)).toBe(100 / 380);
    expect(numberOf("span_iou@1", spans(span(0, 160)), list)).toBe(1);
  });
  test("spans that overlap share their characters: 0–100 and 50–150 are 150", () => {
    expect(numberOf("span_recall@1", spans(span(0, 100), span(50, 150)), [chunk(0, 75)])).toBe(75 / 150);
  });
  test("without offsets the text says what a chunk holds: 6 of the 10 characters of the quotation", () => {
    const quoted = spans({ doc: "d", quote: "0123456789" });
    const list = [{ id: "c", docId: "d", text: "some 012345" }];
    expect(numberOf("span_recall@1", quoted, list)).toBe(6 / 10);
    expect(numberOf("span_precision@1", quoted, list)).toBe(6 / 11);
    expect(numberOf("span_iou@1", quoted, list)).toBe(6 / 15);
  });
  test("gold of ids has no characters to count: absent, with the reason", () => {
    expect(scoreOf("span_iou@5", { kind: "groups", groups: [{ any: ["a"], grade: 1 }] }, [{ id: "a" }])).toEqual({
      kind: "absent",
      why: "the gold names ids, and this counts characters of evidence spans",
    });
  });
});

describe("how much of a span makes a chunk relevant", () => {
  // The first chunk holds 60 of 100 characters, the second the other 40.
  const gold = spans(span(100, 200));
  const list = [chunk(0, 160), chunk(160, 320)];

  test("half of it when nothing is said; more or less as the name says", () => {
    expect(numberOf("precision@2", gold, list)).toBe(1 / 2);
    expect(numberOf("recall(cover=0.6)@2", gold, list)).toBe(1);
    expect(numberOf("recall(cover=0.7)@2", gold, list)).toBe(0);
    expect(numberOf("mrr(cover=0.4)@2", gold, list.toReversed())).toBe(1);
  });
  test("graded by coverage, each character counts where it comes first: 0.6 and, from 0.4 on, 0.4 behind it", () => {
    // ideal 1; dcg 0.6 / log2 2, and + 0.4 / log2 3 = 0.6 + 0.2524
    expect(numberOf("ndcg(grade=coverage)@2", gold, list)).toBe(0.6);
    expect(numberOf("ndcg(cover=0.4,grade=coverage)@2", gold, list)).toBeCloseTo(0.8524, 4);
    expect(numberOf("ndcg@2", gold, list)).toBe(1);
  });
  test("the grade of a span is its gain: grades 1 and 3 in the wrong order", () => {
    // (1 + 3 · 0.6309) / (3 + 0.6309) = 0.7967
    const graded = spans({ ...span(0, 100), grade: 1 }, { ...span(100, 200), grade: 3 });
    expect(numberOf("ndcg@2", graded, [chunk(0, 100), chunk(100, 200)])).toBeCloseTo(0.7967, 4);
  });
  test("a passage judged not relevant makes a chunk that lies in it by half judged", () => {
    const gold: Gold = { kind: "spans", spans: [span(0, 100)], judged: [span(500, 600)] };
    // 500–600 lies in it whole, 540–640 by 60 of 100, 560–660 by 40 of 100
    const list = [chunk(500, 600), chunk(540, 640), chunk(560, 660), chunk(0, 100)];
    expect(numberOf("judged@4", gold, list)).toBe(3 / 4);
    const byText: Gold = { kind: "spans", spans: [span(0, 100)], judged: [{ doc: "d", quote: "nothing of use" }] };
    expect(numberOf("judged@1", byText, [{ id: "x", docId: "d", text: "nothing of" }])).toBe(1);
    expect(numberOf("judged@1", byText, [{ id: "x", docId: "e", text: "nothing of" }])).toBe(0);
  });
});

describe("whatever the chunks", () => {
  const piece = fc
    .tuple(fc.nat(300), fc.integer({ min: 1, max: 120 }))
    .map(([start, length]) => ({ start, end: start + length }));
  const anyGold = fc.array(piece, { minLength: 1, maxLength: 5 });
  const anyList = fc.array(piece, { maxLength: 8 });
  const listOf = (pieces: readonly { readonly start: number; readonly end: number }[]): readonly RetrievedChunk[] =>
    pieces.map(({ start, end }, i) => ({ ...chunk(start, end), id: `c${i}` }));

  test("the characters are those that a set of them has", () => {
    fc.assert(
      fc.property(anyGold, anyList, fc.integer({ min: 1, max: 8 }), (gold, list, k) => {
        const charactersOf = (pieces: typeof gold): Set<number> =>
          new Set(pieces.flatMap(({ start, end }) => Array.from({ length: end - start }, (_, i) => start + i)));
        const evidence = charactersOf(gold);
        const held = charactersOf(list.slice(0, k));
        const both = [...evidence].filter((one) => held.has(one)).length;
        const either = new Set([...evidence, ...held]).size;
        const all = spans(...gold.map(({ start, end }) => span(start, end)));
        expect(numberOf(`span_recall@${k}`, all, listOf(list))).toBe(both / evidence.size);
        expect(numberOf(`span_precision@${k}`, all, listOf(list))).toBe(held.size === 0 ? 0 : both / held.size);
        expect(numberOf(`span_iou@${k}`, all, listOf(list))).toBe(both / either);
      }),
    );
  });
  test("how a document is cut into neighbouring chunks does not change span_recall of all of them", () => {
    fc.assert(
      fc.property(anyGold, fc.uniqueArray(fc.integer({ min: 1, max: 499 }), { maxLength: 20 }), (gold, borders) => {
        const cuts = [0, ...borders.toSorted((a, b) => a - b), 500];
        const list = listOf(cuts.slice(1).map((end, i) => ({ start: cuts[i] ?? 0, end })));
        const all = spans(...gold.map(({ start, end }) => span(start, end)));
        expect(numberOf("span_recall@99", all, list)).toBe(1);
      }),
    );
  });
});
