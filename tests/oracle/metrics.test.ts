import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import type { Gold, RetrievedChunk, Score } from "../../src/core/index.ts";
import {
  defineMetric,
  isMetric,
  type Metric,
  metricDefinitions,
  type Ranking,
  resolveMetric,
  scoreRetrieval,
} from "../../src/metrics/index.ts";

interface Expected {
  readonly recall: number | null;
  readonly hit: number;
  readonly all: number;
  readonly rr: number;
  readonly rr_all: number;
  readonly precision: number;
  readonly ap: number | null;
  readonly ndcg: number | null;
}

interface ExpectedOfChunks {
  readonly slots: Expected;
  readonly documents: Expected;
  readonly chunk_precision: number;
}

interface OracleCase {
  readonly id: string;
  readonly title: string;
  readonly gold?: readonly { readonly ids: readonly string[]; readonly grade: number }[];
  readonly retrieved?: readonly string[];
  readonly gold_documents?: Readonly<Record<string, number>>;
  readonly retrieved_chunks?: readonly string[];
  readonly expect: Readonly<Record<string, Expected | ExpectedOfChunks>>;
}

const lines = readFileSync(new URL("./rag-cases.jsonl", import.meta.url), "utf8")
  .trim()
  .split("\n");
const oracleCases = lines.map((line) => JSON.parse(line) as OracleCase);

describe("agrees with the oracle for gold groups and for chunks of documents", () => {
  test.each(oracleCases.map((one) => [one.id, one] as const))("%s", (_id, oracle) => {
    const input = inputOf(oracle);
    for (const [k, values] of Object.entries(oracle.expect)) {
      if (!("slots" in values)) {
        expect(scoresOf(input, k, "slots")).toEqual(expectedScores(oracle.id, k, values));
        continue;
      }
      expect(scoresOf(input, k, "slots")).toEqual(expectedScores(oracle.id, k, values.slots));
      expect(scoresOf(input, k, "documents")).toEqual(expectedScores(oracle.id, k, values.documents));
      const chunkPrecision = metricOf(`chunk_precision@${k}`);
      expect(scoreRetrieval(input.gold, input.retrieved, [chunkPrecision]).scores[chunkPrecision.id]).toEqual({
        kind: "scored",
        value: expect.closeTo(values.chunk_precision, 12),
      });
    }
  });

  test("all 18 cases are read", () => {
    expect(oracleCases).toHaveLength(18);
  });
});

/** Two measures that Touchstone does not have, as a user would add them: all is found, and from which rank on. */
const ownDefinitions = [
  defineMetric({
    name: "all",
    parameter: "cutoff",
    score: (ranking, k) => (lastRank(ranking, k) === Number.POSITIVE_INFINITY ? 0 : 1),
  }),
  defineMetric({ name: "rr_all", parameter: "cutoff", score: (ranking, k) => 1 / lastRank(ranking, k) }),
];

/** The rank at which the last relevant thing is found, Infinity when that is beyond k. */
function lastRank({ credits, total }: Ranking, k: number): number {
  const found = credits.reduce((sum, credit) => sum + credit, 0);
  const last = credits.findLastIndex((credit) => credit > 0) + 1;
  return found === total && last <= k ? last : Number.POSITIVE_INFINITY;
}

function scoresOf(
  { gold, retrieved }: { readonly gold: Gold; readonly retrieved: readonly RetrievedChunk[] },
  k: string,
  view: "slots" | "documents",
): Readonly<Record<string, Score>> {
  const names = ["recall", "hit", "all", "mrr", "rr_all", "precision", "map", "ndcg"];
  const metrics = names.map((name) => metricOf(`${name}(view=${view})@${k}`));
  const { scores } = scoreRetrieval(gold, retrieved, metrics);
  return Object.fromEntries(Object.entries(scores).map(([id, score]) => [id.replace("(view=documents)", ""), score]));
}

function metricOf(name: string): Metric {
  const metric = resolveMetric(name, undefined, { definitions: [...metricDefinitions, ...ownDefinitions] });
  if (!isMetric(metric)) throw new Error(metric.what);
  return metric;
}

/** The oracle gives hit, rr and precision 0 for a question without gold; here nothing is measured then. */
function expectedScores(
  id: string,
  k: string,
  { recall, hit, all, rr, rr_all, precision, ap, ndcg }: Expected,
): Record<string, unknown> {
  const values = { recall, hit, all, mrr: rr, rr_all, precision, map: ap, ndcg };
  const score = (value: number | null): unknown =>
    id === "empty-gold"
      ? { kind: "absent", why: "no gold" }
      : { kind: "scored", value: expect.closeTo(value ?? Number.NaN, 12) };
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [`${name}@${k}`, score(value)]));
}

function inputOf(oracle: OracleCase): { gold: Gold; retrieved: readonly RetrievedChunk[] } {
  if (oracle.gold_documents !== undefined) {
    const groups = Object.entries(oracle.gold_documents).map(([id, grade]) => ({ any: [id], grade }));
    const retrieved = (oracle.retrieved_chunks ?? []).map((id) => ({ id, docId: id.split("#")[0] ?? id }));
    return { gold: { kind: "groups", groups }, retrieved };
  }
  const groups = (oracle.gold ?? []).map(({ ids, grade }) => ({ any: ids, grade }));
  return { gold: { kind: "groups", groups }, retrieved: (oracle.retrieved ?? []).map((id) => ({ id })) };
}
