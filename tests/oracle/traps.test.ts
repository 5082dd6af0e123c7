import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { runMetrics } from "../../src/cli/run-metrics.ts";
import { InputError } from "../../src/core/index.ts";
import { meanByQuery, rankByScore, scoreJudgedList } from "../../src/metrics/index.ts";
import { readRun } from "../../src/trec/index.ts";
import { compareRows, optionsOf } from "./retrieval/compare.ts";
import { metricNamed } from "./retrieval/measures.ts";
import { type ExpectedRow, parseQrels, parseRun } from "./retrieval/read-set.ts";
import { type CreateScorer, createFileScorer, type JudgedRunFiles, type Scores, scorers } from "./retrieval/scorers.ts";

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

const folder = mkdtempSync(join(tmpdir(), "touchstone-traps-"));

/** The files of a trap, as they stand there. */
function filesOf({ id, qrels, run }: Trap): JudgedRunFiles {
  const files = { qrels: join(folder, `${id}.qrels`), run: join(folder, `${id}.run`) };
  writeFileSync(files.qrels, qrels);
  writeFileSync(files.run, run);
  return files;
}

function trapOf(id: string): Trap {
  const trap = traps.find((one) => one.id === id);
  if (trap === undefined) throw new Error(`no trap ${id}`);
  return trap;
}

/** Lines that trec_eval reads and that are refused here, and files that both refuse, with the code of the error. */
const refused: Readonly<Record<string, string>> = {
  "non-numeric-score": "trec-score",
  "fraction-grade": "trec-grade",
  "dup-qrels": "trec-judged-twice",
  "no-overlap": "trec-no-overlap",
  "blank-run": "trec-no-overlap",
  "empty-qrels": "trec-empty",
  "extra-columns-qrels": "trec-qrels-line",
  "hash-line": "trec-grade",
  "two-hash-lines": "trec-qrels-line",
};

/** What trec_eval stops or crashes at, or reads another way, and what counts here. */
const settled = [
  "dup-run",
  "no-overlap-c",
  "empty-run",
  "negative-only-first",
  "negative-only-minus2",
  "bom",
  "blank-line-qrels",
  "no-run-id",
];

function rowsOf({ flags, expect: outcomes }: Trap, version: keyof Trap["expect"]): readonly ExpectedRow[] {
  const { queries = {}, all } = outcomes[version];
  const rows = Object.entries({ ...queries, ...(all === undefined ? {} : { all }) });
  return rows.map(([query, values]) => ({
    flags,
    query,
    values: new Map(Object.entries(values).map(([column, value]) => [column, Number(value)])),
  }));
}

type Version = keyof Trap["expect"];
const isValued = (version: Version) => (trap: Trap) =>
  trap.expect[version].exit === 0 && !(trap.id in refused) && !settled.includes(trap.id);
const followed = traps.filter(isValued("trec_eval-9.0.8"));

test("all 62 traps are read, and each is followed, settled or refused", () => {
  expect(traps).toHaveLength(62);
  const ids = [...followed.map(({ id }) => id), ...settled, ...Object.keys(refused)];
  expect(ids.toSorted()).toEqual(traps.map(({ id }) => id).toSorted());
});

describe.each(scorers)("%s", (_name, createScorer) => {
  describe("a trap has the values of trec_eval 9.0.8", () => {
    test("those that end in values", () => {
      expect(followed).toHaveLength(45);
    });
    test.each(followed.map((trap) => [trap.id, trap] as const))("%s", async (_, trap) => {
      const scorer = await createScorer(filesOf(trap), "single");
      const { differences, compared } = await compareRows(rowsOf(trap, "trec_eval-9.0.8"), scorer, { tolerance: 0 });
      expect(differences).toEqual([]);
      expect(compared).toBeGreaterThan(0);
    });
  });

  describe("a trap has the values of trec_eval 10.0 with scores in double precision", () => {
    // Interpolated precision is that of 9.0.8; a query id with # is an id, not a comment.
    const valued = traps.filter((trap) => isValued("trec_eval-10.0")(trap) && !trap.id.startsWith("hash-"));
    test("those that end in values", () => {
      expect(valued).toHaveLength(43);
    });
    test.each(valued.map((trap) => [trap.id, trap] as const))("%s", async (_, trap) => {
      const { differences } = await compareRows(
        rowsOf(trap, "trec_eval-10.0"),
        await createScorer(filesOf(trap), "double"),
        { tolerance: 0, where: (_row, column) => !/^(iprec|11pt|unj|dcg|ideal|rbp)/.test(column) },
      );
      expect(differences).toEqual([]);
    });
  });

  describe("where trec_eval should not be followed", () => {
    /** Values of one query. */
    const values = async (id: string, query: string, names: readonly string[]) =>
      (await scoresOf(createScorer, id, { names })).queries.get(query);

    test("missing-query: a query that was not answered counts with 0, when that is asked for", async () => {
      const names = ["map", "ndcg", "mrr", "bpref", "infap", "judged@5"];
      const { n, means, queries } = await scoresOf(createScorer, "missing-query", { names, flags: "-c" });
      expect({ n, map: means[0] }).toEqual({ n: 2, map: 0.5 });
      expect(queries.get("q2")).toEqual([0, 0, 0, 0, 0, 0]);
    });
    test("empty-run, no-overlap-c: a run of zeros", async () => {
      expect(await scoresOf(createScorer, "empty-run", { names: ["map"] })).toMatchObject({ n: 1, means: [0] });
      expect(await scoresOf(createScorer, "no-overlap-c", { names: ["map"] })).toMatchObject({ n: 1, means: [0] });
    });
    test.each(["negative-only-first", "negative-only-minus2"])("%s: nothing is relevant, 0", async (id) => {
      expect(await values(id, "q2", ["map", "ndcg", "bpref", "infap", "rprec", "recall@5"])).toEqual([
        0, 0, 0, 0, 0, 0,
      ]);
      expect(await values(id, "q2", ["num_rel", "judged@2"])).toEqual([0, 0.5]);
    });
    test("zero-rel: 0 for every measure but how much is judged", async () => {
      expect(await values("zero-rel", "q1", ["map", "ndcg", "bpref", "iprec@0", "set_f1", "judged@2"])).toEqual([
        0, 0, 0, 0, 0, 1,
      ]);
    });
    test("judged-only-empty: an empty list scores 0, also in interpolated precision", async () => {
      expect(await values("judged-only-empty", "q1", ["iprec@0", "iprec@1", "map", "set_precision"])).toEqual([
        0, 0, 0, 0,
      ]);
    });
    test("level-2-c-num_rel: what is relevant follows the level", async () => {
      expect(await values("level-2-c-num_rel", "q", ["num_rel"])).toEqual([1]);
    });
    test("linear-gain: the exponential gain is another metric", async () => {
      const [whole = 0, first = 0] = (await values("linear-gain", "q", ["ndcg_exp", "ndcg_exp@1"])) ?? [];
      expect(whole).toBeCloseTo(0.7098097413968655, 12);
      expect(first).toBeCloseTo(1 / 7, 12);
    });
  });
});

describe("lists of one's own", () => {
  const listOf = (id: string) => {
    const { qrels, run } = trapOf(id);
    const lines = parseRun(run).get("q") ?? { ids: [], scores: [] };
    return { grades: parseQrels(qrels).get("q") ?? new Map<string, number>(), ...lines };
  };
  test("no-score-file-order: a list without scores is in order", () => {
    const { grades, ids } = listOf("no-score-file-order");
    expect(scoreJudgedList(grades, ids, { metrics: [metricNamed("mrr")] })).toEqual([1]);
  });
  test("dup-run: the first place counts, and the id is reported", () => {
    const { grades, ids, scores } = listOf("dup-run");
    const list = rankByScore(ids, scores);
    expect(list).toEqual({ ids: ["a", "b"], duplicates: ["a"] });
    const metrics = [metricNamed("recall@3"), metricNamed("map")];
    expect(scoreJudgedList(grades, list.ids, { metrics })).toEqual([1, 1]);
  });
  test("no query at all: there is no mean, never NaN", () => {
    expect(meanByQuery(new Map())).toBeNull();
  });
});

describe("files that trec_eval stops at, and that say enough", () => {
  const scores = (id: string) => scoresOf(createFileScorer, id, { names: ["map", "recall@3"] });
  test("dup-run: the best place counts, and the line is known", async () => {
    expect(await scores("dup-run")).toMatchObject({ n: 2, means: [1, 1] });
    const facts = await readRun(filesOf(trapOf("dup-run")).run, { take: () => {}, restart: () => {} });
    expect(facts).toMatchObject({ duplicates: 1, firstDuplicates: [{ query: "q", id: "a", line: 3 }] });
  });
  test("bom: it is no part of the first id", async () => {
    expect(await scores("bom")).toMatchObject({ n: 2, means: [1, 1] });
  });
  test("blank-line-qrels, no-run-id", async () => {
    expect(await scores("blank-line-qrels")).toMatchObject({ n: 1, means: [0.5, 0.5] });
    expect(await scores("no-run-id")).toMatchObject({ n: 1, means: [1, 1] });
  });
});

describe("files that `touchstone metrics` refuses", () => {
  test.each(Object.entries(refused))("%s: %s", async (id, code) => {
    const error = await runMetrics(filesOf(trapOf(id))).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(InputError);
    expect((error as InputError).problems[0]?.code).toBe(code);
  });
});

/** The scores of a trap under its own options, or others, in double precision. */
async function scoresOf(
  createScorer: CreateScorer,
  id: string,
  { names, flags }: { readonly names: readonly string[]; readonly flags?: string },
): Promise<Scores> {
  const trap = trapOf(id);
  const score = await createScorer(filesOf(trap), "double");
  return score(names.map(metricNamed), optionsOf(flags ?? trap.flags));
}
