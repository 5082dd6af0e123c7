import { describe, expect, test } from "vitest";
import type { Gold, RetrievedChunk } from "../../src/core/index.ts";
import { meanByQuery, type Ranking, type RelevanceOptions } from "../../src/metrics/index.ts";
import { judgeRelevance } from "../../src/metrics/relevance.ts";
import { measureOf, metricIdOf } from "./retrieval/measures.ts";
import { type ExpectedRow, parseExpected, parseQrels, parseRun, ranked, readPacked } from "./retrieval/read-set.ts";

const judgements = parseQrels(readPacked("data/cast21.qrels-docs.txt"));
const run = parseRun(readPacked("data/cast21.run-chunks.txt"));

/** What a dataset of ours would hold: grades above 0 are gold, 0 is judged and not relevant. */
function goldOf(grades: ReadonlyMap<string, number>): Gold {
  const graded = [...grades];
  return {
    kind: "groups",
    groups: graded.flatMap(([id, grade]) => (grade > 0 ? [{ any: [id], grade }] : [])),
    judged: graded.flatMap(([id, grade]) => (grade === 0 ? [id] : [])),
  };
}

/** In this run the document is the chunk id without its last `-<digits>`. */
function chunksOf(query: string): readonly RetrievedChunk[] {
  const lines = run.get(query) ?? { ids: [], scores: [] };
  return ranked(lines, "single").map((id) => ({ id, docId: id.replace(/-\d+$/, "") }));
}

function compareWith(
  rows: readonly ExpectedRow[],
  { view, without }: RelevanceOptions & { readonly without?: RegExp },
): { readonly compared: number; readonly differences: readonly unknown[] } {
  const rankings = new Map<string, Ranking>(
    [...judgements]
      .filter(([query]) => run.has(query))
      .map(([query, grades]) => {
        const options = view === undefined ? {} : { view };
        return [query, judgeRelevance(goldOf(grades), chunksOf(query), options).ranking];
      }),
  );
  const differences: unknown[] = [];
  let compared = 0;
  for (const { flags, query, values } of rows.filter((row) => row.flags === "-")) {
    for (const [column, expected] of values) {
      if (without?.test(column) === true || (query === "all" && /^(num|gm)_/.test(column))) continue;
      const measure = measureOf(column);
      const own = new Map(
        [...rankings].filter(([id]) => query === "all" || id === query).map(([id, one]) => [id, measure(one)]),
      );
      const actual = meanByQuery(own);
      compared += 1;
      if (actual !== expected) differences.push({ flags, query, id: metricIdOf(column), expected, actual });
    }
  }
  return { compared, differences };
}

describe("chunks against judgements of documents, to the last bit", () => {
  test("slots: each chunk keeps its rank, and its document is credited once", () => {
    const { differences, compared } = compareWith(parseExpected(readPacked("expected/cast21-slots.tsv")), {});
    expect(differences).toEqual([]);
    expect(compared).toBe(3297);
  });

  test("documents: the list reduced to documents gives what trec_eval gives for it", () => {
    const rows = parseExpected(readPacked("expected/cast21-docs.trec_eval-9.0.8.tsv"));
    const { differences, compared } = compareWith(rows, { view: "documents" });
    expect(differences).toEqual([]);
    expect(compared).toBe(4556);
  });
});
