import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import { type JudgedListOptions, type Metric, meanByQuery, scoreJudgedList } from "../../../src/metrics/index.ts";
import { evaluateRun, readQrels } from "../../../src/trec/index.ts";
import { parseQrels, parseRun, ranked } from "./read-set.ts";

/** Paths of judgements and of a run, as they are or packed by gzip. */
export interface JudgedRunFiles {
  readonly qrels: string;
  readonly run: string;
}

/** What a run scores. */
export interface Scores {
  /** Queries that the means are over. */
  readonly n: number;
  /** In the order of the metrics, as are the values of a query. */
  readonly means: readonly (number | null)[];
  readonly queries: ReadonlyMap<string, readonly number[]>;
}

/** How trec_eval would be called. */
export interface ScoreOptions extends JudgedListOptions {
  readonly isComplete: boolean;
}

/** Scores a run by metrics. */
export type Scorer = (metrics: readonly Metric[], options: ScoreOptions) => Promise<Scores>;

/** Makes a scorer of a run; `single` rounds the scores in the file as trec_eval 9.0.8 does. */
export type CreateScorer = (files: JudgedRunFiles, precision: "single" | "double") => Promise<Scorer>;

/** Parses the files here and scores lists in memory, as the library is used. */
export const createListScorer: CreateScorer = async (files, precision) => {
  const judgements = parseQrels(readText(files.qrels));
  const lists = new Map([...parseRun(readText(files.run))].map(([query, lines]) => [query, ranked(lines, precision)]));
  return async (metrics, { isComplete, ...options }) => {
    const counted = [...judgements].filter(([query]) => isComplete || lists.has(query));
    const queries = new Map(
      counted.map(([query, grades]) => [
        query,
        scoreJudgedList(grades, lists.get(query) ?? [], { ...options, metrics }),
      ]),
    );
    const means = metrics.map((_, i) =>
      meanByQuery(new Map([...queries].map(([query, values]) => [query, values[i] ?? Number.NaN]))),
    );
    return { n: queries.size, means, queries };
  };
};

/** Reads the files as `touchstone metrics` does. The highest grade is that of the qrels file. */
export const createFileScorer: CreateScorer = async (files, precision) => {
  const qrels = await readQrels(files.qrels);
  return async (metrics, options) => {
    const { n, means, eachQuery } = await evaluateRun(files.run, { ...options, qrels, metrics, precision });
    const queries = new Map<string, readonly number[]>();
    eachQuery((query, values) => queries.set(query, values));
    return { n, means, queries };
  };
};

/** Both ways to a score, each with its name. */
export const scorers: readonly (readonly [string, CreateScorer])[] = [
  ["lists in memory", createListScorer],
  ["files as they are", createFileScorer],
];

function readText(path: string): string {
  const bytes = readFileSync(path);
  return (path.endsWith(".gz") ? gunzipSync(bytes) : bytes).toString("utf8");
}
