import { parquetReadObjects } from "hyparquet";
import { expect, test } from "vitest";
import { absent, scored } from "../core/index.ts";
import { formatParquet } from "./format-parquet.ts";
import type { CaseResult } from "./result.ts";

const result = (part: Partial<CaseResult>): CaseResult =>
  ({
    caseId: "q1",
    repeat: 0,
    language: "zh",
    answerable: true,
    labels: { tag: ["a"] },
    query: "报销上限？",
    answer: "200 元",
    error: null,
    usage: null,
    retrieval: { "recall@5": scored(0.5) },
    generation: { faithfulness: scored(4) },
    ...part,
  }) as CaseResult;

const legend = [
  { id: "recall@5", stage: "retrieval" as const },
  { id: "faithfulness", stage: "generation" as const },
];

test("another reader finds every row, the scores as numbers, and null where there is none", async () => {
  const failed = result({
    caseId: "q2",
    answer: null,
    error: { kind: "timeout", message: "late" },
    usage: { promptTokens: 7, completionTokens: null },
    retrieval: { "recall@5": absent("no gold") },
    generation: { faithfulness: { kind: "error", error: { kind: "timeout", message: "late" } } },
  });
  const bytes = await formatParquet([result({}), failed], legend);
  const rows = await parquetReadObjects({ file: bytes.buffer as ArrayBuffer });
  expect(rows).toEqual([
    {
      caseId: "q1",
      repeat: 0,
      language: "zh",
      answerable: true,
      labels: '{"tag":["a"]}',
      query: "报销上限？",
      answer: "200 元",
      error: null,
      promptTokens: null,
      completionTokens: null,
      "recall@5": 0.5,
      "recall@5:state": "scored",
      faithfulness: 4,
      "faithfulness:state": "scored",
    },
    expect.objectContaining({
      caseId: "q2",
      answer: null,
      error: "timeout",
      promptTokens: 7,
      "recall@5": null,
      "recall@5:state": "absent",
      "faithfulness:state": "error",
    }),
  ]);
});
