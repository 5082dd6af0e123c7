import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { compareRows } from "./retrieval/compare.ts";
import {
  type ExpectedRow,
  type Judgements,
  parseExpected,
  parseQrels,
  parseRun,
  type RunLines,
  ranked,
  readPacked,
} from "./retrieval/read-set.ts";
import { createFileScorer, createListScorer, type JudgedRunFiles, scorers } from "./retrieval/scorers.ts";

interface OracleSet {
  readonly qrels: string;
  readonly run: string;
  /** How many values there are of trec_eval 9.0.8, and of the script for what it does not have. */
  readonly values: number;
  readonly others: number;
}

const sets: Readonly<Record<string, OracleSet>> = {
  "trec-sample": { qrels: "trec-sample.qrels", run: "trec-sample.run", values: 701, others: 450 },
  "trec-sample-trunc": { qrels: "trec-sample.qrels", run: "trec-sample.run-trunc", values: 625, others: 357 },
  "trec-sample-graded": { qrels: "trec-sample.qrels-graded", run: "trec-sample.run", values: 929, others: 450 },
  "cacm-bm25": { qrels: "cacm.qrels", run: "cacm.run-bm25", values: 4425, others: 4860 },
  "dl19-bm25": { qrels: "dl19.qrels", run: "dl19.run-bm25", values: 7009, others: 4050 },
  "dl19-splade": { qrels: "dl19.qrels", run: "dl19.run-splade", values: 3741, others: 4050 },
  "news-splade": { qrels: "news.qrels", run: "news.run-splade", values: 4805, others: 5310 },
  "cast21-docs": { qrels: "cast21.qrels-docs", run: "cast21.run-docs", values: 4879, others: 5490 },
  fuzz: { qrels: "fuzz.qrels", run: "fuzz.run", values: 35219, others: 10_349 },
};
const named = Object.entries(sets);
const rowsOf = (file: string): readonly ExpectedRow[] => parseExpected(readPacked(`expected/${file}.tsv`));

function filesOf({ qrels, run }: OracleSet): JudgedRunFiles {
  const pathOf = (name: string): string => fileURLToPath(new URL(`retrieval/data/${name}.txt.gz`, import.meta.url));
  return { qrels: pathOf(qrels), run: pathOf(run) };
}

const judgementsOf = ({ qrels }: OracleSet): Judgements => parseQrels(readPacked(`data/${qrels}.txt`));
const runOf = ({ run }: OracleSet): ReadonlyMap<string, RunLines> => parseRun(readPacked(`data/${run}.txt`));

describe.each(scorers)("%s", (_, createScorer) => {
  describe("agree with trec_eval 9.0.8 to the last bit, where scores are rounded to single precision as there", () => {
    test.each(named)("%s", async (name, set) => {
      const scorer = await createScorer(filesOf(set), "single");
      const { differences, compared } = await compareRows(rowsOf(`${name}.trec_eval-9.0.8`), scorer, { tolerance: 0 });
      expect(differences).toEqual([]);
      expect(compared).toBe(set.values);
    });
  });

  describe("agree with trec_eval to the last bit, with scores in double precision", () => {
    // Rounding ties scores that differ, so 9.0.8 has another order there: such queries are
    // left out, and with them the summaries. The values of 10.0 below have them.
    test.each(named)("%s: 9.0.8, where its order is the same", async (name, set) => {
      const tied = new Set(
        [...runOf(set)]
          .filter(([, lines]) => ranked(lines, "single").join("\n") !== ranked(lines, "double").join("\n"))
          .map(([query]) => query),
      );
      const scorer = await createScorer(filesOf(set), "double");
      const { differences } = await compareRows(rowsOf(`${name}.trec_eval-9.0.8`), scorer, {
        tolerance: 0,
        where: ({ query }) => !tied.has(query) && (query !== "all" || tied.size === 0),
      });
      expect(differences).toEqual([]);
      expect(tied.size, "queries whose order differs").toBe(name === "fuzz" ? 38 : 0);
    });

    test("fuzz: 10.0, all but what is new there and the interpolated precision, which it rounds otherwise", async () => {
      const isOther = /^(iprec|11pt|dcg|ideal_dcg|rbp_resid|unj)/;
      const scorer = await createScorer(filesOf(sets["fuzz"] as OracleSet), "double");
      const { differences, compared } = await compareRows(rowsOf("fuzz.trec_eval-10.0"), scorer, {
        tolerance: 0,
        where: (_row, column) => !isOther.test(column),
      });
      expect(differences).toEqual([]);
      expect(compared).toBe(23_883);
    });
  });
});

describe("agrees to 1e-12 with an independent script for what trec_eval does not have", () => {
  test.each(named)("%s", async (name, set) => {
    const text = readPacked(`expected/${name}.extra.tsv`);
    const highest = Number(/maximum grade [^\n]*: (\d+)/.exec(text)?.[1]);
    const [judgements, run] = [judgementsOf(set), runOf(set)];
    const where = (row: ExpectedRow, column: string): boolean => isComparable(row, column, { judgements, run });
    const lists = await compareRows(parseExpected(text), await createListScorer(filesOf(set), "double"), {
      tolerance: 1e-12,
      where,
      highestGradeOf: (column) => (/^(err_gmax|rbp_graded)/.test(column) ? highest : undefined),
    });
    expect(lists.differences).toEqual([]);
    expect(lists.compared).toBe(set.others);
    // Of a file the scale is that of the whole file, or 4 where that is more.
    const files = await compareRows(parseExpected(text), await createFileScorer(filesOf(set), "double"), {
      tolerance: 1e-12,
      where: (row, column) => where(row, column) && (highest === 4 || !/^(err|rbp_graded)/.test(column)),
    });
    expect(files.differences).toEqual([]);
  });
});

/**
 * All but two kinds: on a scale up to 4 a higher grade makes ERR a number without meaning
 * (down to −72896), so here such a query has a longer scale; and what nobody retrieved
 * has a residual of 1, which the script counts as 0.
 */
function isComparable(
  { flags, query }: ExpectedRow,
  column: string,
  { judgements, run }: { readonly judgements: Judgements; readonly run: ReadonlyMap<string, RunLines> },
): boolean {
  const queries = query === "all" ? [...judgements.keys()] : [query];
  if (column.startsWith("err_g4"))
    return queries.every((id) => [...(judgements.get(id)?.values() ?? [])].every((grade) => grade <= 4));
  const isMissing = flags.includes("-c") && queries.some((id) => !run.has(id));
  return !(column.startsWith("rbp_residual") && isMissing);
}
