import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { gunzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import {
  benchFaithfulness,
  benchPairs,
  benchRefusals,
  type LabelledAnswer,
  type LabelledPair,
  type MeasuredAnswer,
  type ModelReplies,
} from "../../src/judge/index.ts";
import { auroc } from "../../src/stats/index.ts";

function read<T>(set: string): readonly T[] {
  const path = fileURLToPath(new URL(`../../bench/judge/data/${set}.jsonl.gz`, import.meta.url));
  const lines = gunzipSync(readFileSync(path)).toString("utf8").trim().split("\n");
  return lines.map((line) => JSON.parse(line) as T);
}

test("a recorded detector has the area that plain Python gives it", () => {
  // FaithBench, hhem-2.1, unfaithful = worst label Questionable or Unwanted, all 750: 0.588255.
  const items = read<MeasuredAnswer>("faithbench").map(({ label, beside }) => ({
    score: beside["hhem-2.1"] ?? 0,
    isTrue: label === 1,
  }));
  expect(items).toHaveLength(750);
  expect(auroc(items)).toBeCloseTo(0.588255, 6);
});

describe("the offline judge on halves that it was not fitted to", () => {
  test("tells what people call attributable better than containment does", () => {
    const [row] = benchFaithfulness("BEGIN", { answers: read<LabelledAnswer>("begin"), target: null }).filter(
      ({ half }) => half === "held out",
    );
    expect(row?.value).toBeGreaterThan(row?.beside["containment"] ?? 1);
  });
  test("finds one changed number, name, negation or opposite in a Chinese statement", () => {
    const rows = benchFaithfulness("edits", { answers: read<LabelledAnswer>("cmrc-edits"), target: 0.95 });
    const held = rows.filter(({ half }) => half === "held out");
    expect(held).toHaveLength(5);
    for (const { value } of held) expect(value).toBeGreaterThanOrEqual(0.95);
  });
  test("goes with people's preference more than ROUGE-L and token F1", () => {
    for (const { value, target } of benchPairs("pairs", read<LabelledPair>("ragchecker")))
      expect(value).toBeGreaterThan(target ?? 1);
  });
  test("tells refusals from answers in both languages", () => {
    const rows = benchRefusals("replies", { replies: read<ModelReplies>("nomiracl"), target: 0.97 });
    for (const { value } of rows) expect(value).toBeGreaterThanOrEqual(0.97);
  });
});
