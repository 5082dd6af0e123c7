import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import {
  isMetric,
  meanByQuery,
  rankByScore,
  rankingOf,
  resolveMetric,
  scoreJudgedList,
} from "../../src/metrics/index.ts";
import { compareRows, optionsOf } from "./retrieval/compare.ts";
import { measureOf } from "./retrieval/measures.ts";
import { type ExpectedRow, parseQrels, parseRun, ranked } from "./retrieval/read-set.ts";

interface Outcome {
  readonly exit: number;
  readonly queries?: Readonly<Record<string, Readonly<Record<string, number | "NaN">>>>;
  readonly all?: Readonly<Record<string, number | "NaN">>;
}

interface Trap {
  readonly id: string;
  readonly flags: string;
  readonly qrels: string;
  readonly run: string;
  readonly expect: Readonly<Record<"trec_eval-9.0.8" | "trec_eval-10.0", Outcome>>;
}

const lines = readFileSync(new URL("./retrieval/traps.jsonl", import.meta.url), "utf8")
  .trim()
  .split("\n");
const traps = lines.map((line) => JSON.parse(line) as Trap);

/** What trec_eval makes of odd files, and a reader should not: these are the business of the reader of files. */
const ofReaders = new Set(["non-numeric-score", "fraction-grade", "bom"]);

function rowsOf({ flags, expect: outcomes }: Trap, version: keyof Trap["expect"]): readonly ExpectedRow[] {
  const { queries = {}, all } = outcomes[version];
  const rows = Object.entries({ ...queries, ...(all === undefined ? {} : { all }) });
  return rows.map(([query, values]) => ({
    flags,
    query,
    values: new Map(Object.entries(values).map(([column, value]) => [column, Number(value)])),
  }));
}

const judgedRunOf = ({ qrels, run }: Trap) => ({ judgements: parseQrels(qrels), run: parseRun(run) });
const isValued = (version: keyof Trap["expect"]) => (trap: Trap) =>
  trap.expect[version].exit === 0 && !ofReaders.has(trap.id);

test("all 62 traps are read", () => {
  expect(traps).toHaveLength(62);
});

describe("a trap has the values of trec_eval 9.0.8", () => {
  const valued = traps.filter(isValued("trec_eval-9.0.8"));
  test("those that end in values", () => {
    expect(valued).toHaveLength(45);
  });
  test.each(valued.map((trap) => [trap.id, trap] as const))("%s", (_, trap) => {
    const rows = rowsOf(trap, "trec_eval-9.0.8");
    const { differences, compared } = compareRows(rows, judgedRunOf(trap), { precision: "single", tolerance: 0 });
    expect(differences).toEqual([]);
    expect(compared).toBeGreaterThan(0);
  });
});

describe("a trap has the values of trec_eval 10.0 with scores in double precision", () => {
  // Interpolated precision is that of 9.0.8; a query id with # is an id, not a comment.
  const valued = traps.filter((trap) => isValued("trec_eval-10.0")(trap) && !trap.id.startsWith("hash-"));
  test("those that end in values", () => {
    expect(valued).toHaveLength(44);
  });
  test.each(valued.map((trap) => [trap.id, trap] as const))("%s", (_, trap) => {
    const { differences } = compareRows(rowsOf(trap, "trec_eval-10.0"), judgedRunOf(trap), {
      precision: "double",
      tolerance: 0,
      where: (_row, column) => !/^(iprec|11pt|unj|dcg|ideal|rbp)/.test(column),
    });
    expect(differences).toEqual([]);
  });
});

describe("where trec_eval should not be followed", () => {
  const trapOf = (id: string): Trap => {
    const trap = traps.find((one) => one.id === id);
    if (trap === undefined) throw new Error(`no trap ${id}`);
    return trap;
  };
  const metric = (name: string) => {
    const resolved = resolveMetric(name);
    if (!isMetric(resolved)) throw new Error(resolved.what);
    return resolved;
  };
  /** Values of one query. */
  const values = (id: string, query: string, names: readonly string[]): readonly number[] => {
    const trap = trapOf(id);
    const { judgements, run } = judgedRunOf(trap);
    const ids = ranked(run.get(query) ?? { ids: [], scores: [] }, "double");
    const { isComplete: _, ...options } = optionsOf(trap.flags);
    return scoreJudgedList(judgements.get(query) ?? new Map(), ids, { ...options, metrics: names.map(metric) });
  };

  test("no-score-file-order: a list without scores is in order", () => {
    const { judgements, run } = judgedRunOf(trapOf("no-score-file-order"));
    const ids = run.get("q")?.ids ?? [];
    expect(scoreJudgedList(judgements.get("q") ?? new Map(), ids, { metrics: [metric("mrr")] })).toEqual([1]);
  });
  test("dup-run: the first place counts, and the id is reported", () => {
    const { judgements, run } = judgedRunOf(trapOf("dup-run"));
    const { ids, scores } = run.get("q") ?? { ids: [], scores: [] };
    const list = rankByScore(ids, scores);
    expect(list).toEqual({ ids: ["a", "b"], duplicates: ["a"] });
    expect(
      scoreJudgedList(judgements.get("q") ?? new Map(), list.ids, { metrics: [metric("recall@3"), metric("map")] }),
    ).toEqual([1, 1]);
  });
  test("missing-query and empty-run: a query that was not answered counts with 0", () => {
    expect(values("missing-query", "q2", ["map", "ndcg", "mrr", "bpref", "infap", "judged@5"])).toEqual([
      0, 0, 0, 0, 0, 0,
    ]);
    expect(
      meanByQuery(
        new Map([
          ["q1", 1],
          ["q2", 0],
        ]),
      ),
    ).toBe(0.5);
    expect(values("empty-run", "q1", ["map"])).toEqual([0]);
  });
  test("no query at all: there is no mean, never NaN", () => {
    expect(meanByQuery(new Map())).toBeNull();
  });
  test.each(["negative-only-first", "negative-only-minus2"])("%s: nothing is relevant, 0", (id) => {
    expect(values(id, "q2", ["map", "ndcg", "bpref", "infap", "rprec", "recall@5"])).toEqual([0, 0, 0, 0, 0, 0]);
    expect(values(id, "q2", ["judged@2"])).toEqual([0.5]);
  });
  test("zero-rel: 0 for every measure but how much is judged", () => {
    expect(values("zero-rel", "q1", ["map", "ndcg", "bpref", "iprec@0", "set_f1", "judged@2"])).toEqual([
      0, 0, 0, 0, 0, 1,
    ]);
  });
  test("judged-only-empty: an empty list scores 0, also in interpolated precision", () => {
    expect(values("judged-only-empty", "q1", ["iprec@0", "iprec@1", "map", "set_precision"])).toEqual([0, 0, 0, 0]);
  });
  test("level-2-c-num_rel: what is relevant follows the level", () => {
    const { judgements } = judgedRunOf(trapOf("level-2-c-num_rel"));
    const ranking = rankingOf(judgements.get("q") ?? new Map(), [], { level: 2 });
    expect(measureOf("num_rel")(ranking)).toBe(1);
  });
  test("linear-gain: the exponential gain is another metric", () => {
    const [whole, first] = values("linear-gain", "q", ["ndcg_exp", "ndcg_exp@1"]);
    expect(whole).toBeCloseTo(0.7098097413968655, 12);
    expect(first).toBeCloseTo(1 / 7, 12);
  });
});
