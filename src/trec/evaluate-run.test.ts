import { gzipSync } from "node:zlib";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { InputError } from "../core/index.ts";
import { isMetric, rankByScore, resolveMetric, scoreJudgedList } from "../metrics/index.ts";
import { type EvaluateRunOptions, evaluateRun } from "./evaluate-run.ts";
import { readQrels } from "./qrels.ts";
import { writeFixture } from "./trec.fixture.ts";

const metrics = ["map", "mrr", "precision@1", "recall@5", "ndcg", "bpref"].flatMap((name) => {
  const metric = resolveMetric(name);
  return isMetric(metric) ? [metric] : [];
});

interface Scored {
  readonly all: Readonly<Record<string, number | null>>;
  readonly n: number;
  readonly queries: Readonly<Record<string, Readonly<Record<string, number>>>>;
  readonly order: readonly string[];
  readonly duplicates: number;
  readonly isUngrouped: boolean;
  readonly missing: number;
  readonly unjudged: number;
}

async function score(
  qrels: string | Uint8Array,
  run: string | Uint8Array,
  options: Omit<EvaluateRunOptions, "qrels" | "metrics"> = {},
): Promise<Scored> {
  const judgements = await readQrels(writeFixture("qrels.txt", qrels));
  const scores = await evaluateRun(writeFixture("a.run", run), { ...options, qrels: judgements, metrics });
  const byId = (values: readonly (number | null)[]) => Object.fromEntries(metrics.map(({ id }, i) => [id, values[i]]));
  const queries: Record<string, Record<string, number>> = {};
  const order: string[] = [];
  scores.eachQuery((id, values) => {
    order.push(id);
    queries[id] = byId(values) as Record<string, number>;
  });
  const { n, facts, missing, unjudged } = scores;
  const all = byId(scores.means) as Record<string, number | null>;
  return { all, n, queries, order, missing, unjudged, duplicates: facts.duplicates, isUngrouped: facts.isUngrouped };
}

async function problemsOf(work: Promise<unknown>): Promise<readonly (readonly [string, string])[]> {
  const error = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof InputError)) throw new Error("no InputError", { cause: error });
  return error.problems.map(({ code, at = "" }) => [code, at.replace(/^.*[/\\]/, "")]);
}

const trouble = (qrels: string | Uint8Array, run: string | Uint8Array) => problemsOf(score(qrels, run));

// The expected numbers of this block were printed by trec_eval 9.0.8 and 10.0 for the same texts.
describe("files as trec_eval reads them", () => {
  const qrels = "q 0 a 1\n";

  test("score decides, the rank column is never read", async () => {
    expect((await score(qrels, "q Q0 a 1 1.0 r\nq Q0 b 2 2.0 r\n")).all).toMatchObject({ mrr: 0.5, "precision@1": 0 });
  });
  test("equal scores: the id that sorts last comes first", async () => {
    const { all } = await score(qrels, "q Q0 a 1 1 r\nq Q0 b 2 1 r\nq Q0 c 3 1 r\n");
    expect(all).toMatchObject({ mrr: 0.3333333333333333, ndcg: 0.5 });
  });
  test("ids tie in the order of code points, not of UTF-16", async () => {
    expect((await score("q 0 Ａ 1\n", "q Q0 Ａ 1 1 r\nq Q0 😀 2 1 r\n")).all).toMatchObject({ mrr: 0.5 });
  });
  test("neighbours in single precision stay apart in both", async () => {
    const run = "q Q0 a 1 13.041099548339844 r\nq Q0 b 2 13.041098594665527 r\n";
    expect((await score(qrels, run)).all).toMatchObject({ mrr: 1 });
    expect((await score(qrels, run, { precision: "single" })).all).toMatchObject({ mrr: 1 });
  });
  test.each(["16777217 16777216", "0.123456789 0.123456788"])(
    "scores that only double precision tells apart stay apart, and are tied in single: %s",
    async (scores) => {
      const [first, second] = scores.split(" ");
      const run = `q Q0 a 1 ${first} r\nq Q0 b 2 ${second} r\n`;
      expect((await score(qrels, run)).all).toMatchObject({ mrr: 1 });
      expect((await score(qrels, run, { precision: "single" })).all).toMatchObject({ mrr: 0.5 });
      const apart = `${run}q2 Q0 a 1 1 r\nq Q0 c 3 -1 r\n`;
      expect((await score(qrels, apart, { precision: "single" })).all, "held in memory").toMatchObject({ mrr: 0.5 });
    },
  );
  test("negative and infinite scores and exponents", async () => {
    const { all } = await score(qrels, "q Q0 x 1 -inf r\nq Q0 a 2 -1.5 r\nq Q0 y 3 -2.25e0 r\n");
    expect(all).toMatchObject({ mrr: 1 });
    expect((await score(qrels, "q Q0 a 1 .5 r\nq Q0 b 2 1. r\nq Q0 c 3 +Infinity r\n")).all["mrr"]).toBe(
      0.3333333333333333,
    );
  });
  test("queries come in byte order of their ids", async () => {
    const { order } = await score("10 0 a 1\n9 0 a 1\n1e1 0 a 1\n", "9 Q0 a 1 1 r\n10 Q0 a 1 1 r\n1e1 Q0 a 1 1 r\n");
    expect(order).toEqual(["10", "1e1", "9"]);
  });
  test("lines of a query may stand apart; that is noticed", async () => {
    const both = "q1 0 a 1\nq2 0 a 1\n";
    const { queries, isUngrouped } = await score(both, "q1 Q0 b 1 3 r\nq2 Q0 a 1 3 r\nq1 Q0 a 2 2 r\n");
    expect(queries).toMatchObject({ q1: { mrr: 0.5 }, q2: { mrr: 1 } });
    expect(isUngrouped).toBe(true);
  });
  test("judgements of a query may stand apart", async () => {
    const { all } = await score("q1 0 a 1\nq2 0 a 1\nq1 0 b 1\n", "q1 Q0 b 1 1 r\nq2 Q0 a 1 1 r\n");
    expect(all).toMatchObject({ "recall@5": 0.75 });
  });
  test("tabs, several spaces, leading spaces and blank lines", async () => {
    const { all } = await score("  q\t0   a \t 1  \n", "\n  q   Q0\ta 1   2.5 \t r \n\n");
    expect(all).toMatchObject({ map: 1 });
    expect((await score("q 0 a 1\n\nq 0 b 1\n", "q Q0 a 1 100 r\n q Q0 b 2 99 r\n")).all).toMatchObject({ map: 1 });
  });
  test("Windows line ends, no final newline, five or eight columns in a run", async () => {
    const twoLines = "q Q0 a 1 100 r\r\nq Q0 b 2 99 r\r\n";
    expect((await score("q 0 a 1\r\nq 0 b 0\r\n", twoLines)).all).toMatchObject({ map: 1 });
    expect((await score("q 0 a 1", "q Q0 a 1 2 r")).all).toMatchObject({ map: 1 });
    expect((await score(qrels, "q Q0 a 1 2.5\n")).all).toMatchObject({ map: 1 });
    expect((await score(qrels, "q Q0 a 1 2.5 r extra words\n")).all).toMatchObject({ map: 1 });
  });
  test("one byte order mark at the start of each file is skipped", async () => {
    const { n, all } = await score("\uFEFFq1 0 a 1\nq2 0 a 1\n", "\uFEFFq1 Q0 a 1 1 r\nq2 Q0 a 1 1 r\n");
    expect({ n, map: all["map"] }).toEqual({ n: 2, map: 1 });
  });
  test("other white space than that of ASCII is part of an id; nothing is normalised", async () => {
    const ids = ["a\u00a0b", "c\u3000d", "e\u2028f", "\ufeffg"];
    const { all } = await score(
      ids.map((id) => `q 0 ${id} 1\n`).join(""),
      ids.map((id, i) => `q Q0 ${id} 1 ${9 - i} r\n`).join(""),
    );
    expect(all).toMatchObject({ map: 1 });
    expect((await score("q 0 caf\u00e9 1\n", "q Q0 cafe\u0301 1 2 r\nq Q0 caf\u00e9 2 1 r\n")).all["mrr"]).toBe(0.5);
    expect((await score("q 0 Doc1 1\n", "q Q0 doc1 1 2 r\nq Q0 Doc1 2 1 r\n")).all["mrr"]).toBe(0.5);
  });
  test("ids of any length, also longer than a piece of the file", async () => {
    const long = `D${"x".repeat(3_000_000)}`;
    const { all } = await score(`q 0 ${long}1 1\n`, `q Q0 ${long}2 1 2 r\nq Q0 ${long}1 2 1 r\n`);
    expect(all).toMatchObject({ mrr: 0.5 });
  });
  test("an id that starts with # is an id", async () => {
    const { queries } = await score("#1 0 a 1\nq 0 a 1\n", "#1 Q0 a 1 100 r\nq Q0 b 1 100 r\n");
    expect(queries).toMatchObject({ "#1": { map: 1 }, q: { map: 0 } });
  });
  test("negative grades: in the pool, not judged", async () => {
    const run = "q1 Q0 a 1 100 r\nq1 Q0 b 2 99 r\nq1 Q0 d 3 98 r\nq1 Q0 e 4 97 r\nq1 Q0 c 5 96 r\n";
    const { all } = await score("q1 0 a -1\nq1 0 b -2\nq1 0 c 1\nq1 0 d 0\n", run);
    expect(all).toMatchObject({ map: 0.2, mrr: 0.2 });
    expect((await score("q2 0 a -2\n", "q2 Q0 a 1 100 r\n")).all).toMatchObject({ map: 0, ndcg: 0 });
  });
});

describe("queries on one side only", () => {
  const qrels = "q1 0 a 1\nq2 0 b 1\nq2 0 c 1\n";
  const run = "q1 Q0 a 1 100 r\nq1 Q0 b 2 99 r\nq3 Q0 a 1 1 r\n";
  test("the mean is over those that both have", async () => {
    expect(await score(qrels, run)).toMatchObject({ n: 1, missing: 1, unjudged: 1, all: { map: 1 } });
  });
  test("complete: a missing one counts with 0", async () => {
    const scores = await score(qrels, run, { isComplete: true });
    expect(scores).toMatchObject({ n: 2, all: { map: 0.5 }, queries: { q2: { map: 0 } } });
  });
  test("complete: an empty run is a run of zeros", async () => {
    expect(await score(qrels, "", { isComplete: true })).toMatchObject({ n: 2, all: { map: 0, ndcg: 0 } });
  });
  test("no query in common: no mean", async () => {
    expect(await score("q1 0 a 1\n", "q2 Q0 a 1 100 r\n")).toMatchObject({ n: 0, all: { map: null } });
  });
  test("a judged query with nothing relevant counts with 0", async () => {
    expect(await score("q1 0 a 0\nq2 0 a 1\n", "q1 Q0 a 1 1 r\nq2 Q0 a 1 1 r\n")).toMatchObject({
      n: 2,
      all: { map: 0.5, ndcg: 0.5 },
    });
  });
});

describe("what cannot be read", () => {
  test("a document that a query has twice stays at its best place and is counted", async () => {
    const scores = await score("q 0 a 1\n", "q Q0 b 1 3 r\nq Q0 a 2 1 r\nq Q0 a 3 4 r\nq Q0 b 4 0 r\n");
    expect(scores).toMatchObject({ duplicates: 2, all: { mrr: 1 } });
  });
  test("a score that is not a number, and lines that are too short, each with its place", async () => {
    const run =
      "q Q0 a 1 abc r\nq Q0 b\n\nq Q0 c 3 nan r\nq Q0 d 1 1,5 r\nq Q0 e 1 . r\nq Q0 f 1 - r\nq Q0 g 1 0x1 r\n";
    expect(await trouble("q 0 a 1\n", run)).toEqual([
      ["trec-score", "a.run:1"],
      ["trec-run-line", "a.run:2"],
      ["trec-score", "a.run:4"],
      ["trec-score", "a.run:5"],
      ["trec-score", "a.run:6"],
      ["trec-score", "a.run:7"],
      ["trec-score", "a.run:8"],
    ]);
  });
  test("a fraction as a grade, a document judged twice, too many columns, a comment", async () => {
    const qrels = "q 0 a 1.9\nq 0 b 1\nq 0 b 0\nr 0 a 1\nq 0 b 1\nq 0 c 1 extra\n# made by hand\n# two\n";
    expect(await trouble(qrels, "")).toEqual([
      ["trec-grade", "qrels.txt:1"],
      ["trec-judged-twice", "qrels.txt:3"],
      ["trec-qrels-line", "qrels.txt:6"],
      ["trec-grade", "qrels.txt:7"],
      ["trec-qrels-line", "qrels.txt:8"],
      ["trec-judged-twice", "qrels.txt:5"],
    ]);
  });
  test("of one mistake that repeats the first twenty, and a count", async () => {
    const problems = await trouble("q 0 a 1\n", "q Q0 a 1 x r\n".repeat(50));
    expect(problems).toHaveLength(21);
    expect(problems.at(-1)).toEqual(["trec-score", "a.run"]);
  });
  test("empty qrels, UTF-16, torn gzip, no file", async () => {
    expect(await trouble("\n", "q Q0 a 1 1 r\n")).toEqual([["trec-empty", "qrels.txt"]]);
    expect(await trouble(Buffer.from("\uFEFFq 0 a 1\n", "utf16le"), "")).toEqual([["trec-encoding", "qrels.txt"]]);
    const torn = gzipSync("q 0 a 1\n".repeat(100)).subarray(0, 20);
    expect(await trouble(torn, "")).toEqual([["trec-gzip", "qrels.txt"]]);
    expect(await problemsOf(readQrels("/nowhere/qrels.txt"))).toEqual([["trec-file", "qrels.txt"]]);
  });
});

test("gzip is read as it stands, several members too", async () => {
  const run = Buffer.concat([gzipSync("q1 Q0 a 1 1 r\n"), gzipSync("q2 Q0 b 1 1 r\n")]);
  expect((await score(gzipSync("q1 0 a 1\nq2 0 b 1\n"), run)).all).toMatchObject({ map: 1 });
});

test("a file of many pieces, its lines in any order, scores as lists in memory do", async () => {
  const [queries, documents] = [40, 1500];
  const lines: string[] = [];
  const judgements: string[] = [];
  for (let q = 0; q < queries; q += 1) {
    for (let d = 0; d < documents; d += 1) {
      // Scores with many ties, in no order: any fixed mixing will do.
      lines.push(`q${q} Q0 doc-${d}-${"x".repeat(d % 7)} 0 ${(d * 7919 + q * 31) % 97} tag`);
      if ((d * 13 + q) % 11 === 0) judgements.push(`q${q} 0 doc-${d}-${"x".repeat(d % 7)} ${(d + q) % 4}`);
    }
  }
  const grouped = await score(`${judgements.join("\n")}\n`, `${lines.join("\n")}\n`);
  const mixed = lines.map((_, i) => lines[(i * 7919) % lines.length]);
  const ungrouped = await score(`${judgements.toReversed().join("\n")}\n`, `${mixed.join("\n")}\n`);
  expect(grouped.isUngrouped).toBe(false);
  expect(ungrouped).toEqual({ ...grouped, isUngrouped: true });
});

test("agrees with the metrics over lists in memory", async () => {
  const document = fc.constantFrom(..."abcdefghé😀Ａ");
  await fc.assert(
    fc.asyncProperty(
      fc.uniqueArray(fc.tuple(document, fc.integer({ min: -1, max: 3 })), { minLength: 1, selector: ([id]) => id }),
      fc.uniqueArray(fc.tuple(document, fc.integer({ min: -3, max: 3 })), { minLength: 1, selector: ([id]) => id }),
      fc.record({
        level: fc.integer({ min: 1, max: 4 }),
        judgedOnly: fc.boolean(),
        limit: fc.constantFrom(1, 2, 5, Number.POSITIVE_INFINITY),
      }),
      async (judged, results, options) => {
        const { queries } = await score(
          judged.map(([id, grade]) => `q 0 ${id} ${grade}\n`).join(""),
          results.map(([id, value]) => `q Q0 ${id} 0 ${value} r\n`).join(""),
          options,
        );
        const { ids } = rankByScore(
          results.map(([id]) => id),
          results.map(([, value]) => value),
        );
        const expected = scoreJudgedList(new Map(judged), ids, { ...options, metrics });
        expect(Object.values(queries["q"] ?? {})).toEqual(expected);
      },
    ),
    { numRuns: 60 },
  );
});
