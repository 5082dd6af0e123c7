import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import type { Gold, RetrievedChunk } from "../../src/core/index.ts";
import { isMetric, type Metric, resolveMetric, scoreRetrieval } from "../../src/metrics/index.ts";

interface Expected {
  readonly recall: number | null;
  readonly hit: number;
  readonly rr: number;
  readonly precision: number;
  readonly ap: number | null;
  readonly ndcg: number | null;
}

interface OracleCase {
  readonly id: string;
  readonly title: string;
  readonly gold?: readonly { readonly ids: readonly string[]; readonly grade: number }[];
  readonly retrieved?: readonly string[];
  readonly gold_documents?: Readonly<Record<string, number>>;
  readonly retrieved_chunks?: readonly string[];
  readonly expect: Readonly<Record<string, Expected & { readonly slots?: Expected }>>;
}

const lines = readFileSync(new URL("./rag-cases.jsonl", import.meta.url), "utf8")
  .trim()
  .split("\n");
const oracleCases = lines.map((line) => JSON.parse(line) as OracleCase);

describe("agrees with the oracle for gold groups and for chunks of documents", () => {
  test.each(oracleCases.map((one) => [one.id, one] as const))("%s", (_id, oracle) => {
    const { gold, retrieved } = inputOf(oracle);
    for (const [k, values] of Object.entries(oracle.expect)) {
      const metrics = ["recall", "hit", "mrr", "precision", "map", "ndcg"].map((name) => metricOf(`${name}@${k}`));
      expect(scoreRetrieval(gold, retrieved, metrics).scores).toEqual(
        expectedScores(oracle.id, k, values.slots ?? values),
      );
    }
  });

  test("all 18 cases are read", () => {
    expect(oracleCases).toHaveLength(18);
  });
});

function metricOf(name: string): Metric {
  const metric = resolveMetric(name);
  if (!isMetric(metric)) throw new Error(metric.what);
  return metric;
}

/** The oracle gives hit, rr and precision 0 for a question without gold; here nothing is measured then. */
function expectedScores(
  id: string,
  k: string,
  { recall, hit, rr, precision, ap, ndcg }: Expected,
): Record<string, unknown> {
  const values = { recall, hit, mrr: rr, precision, map: ap, ndcg };
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
