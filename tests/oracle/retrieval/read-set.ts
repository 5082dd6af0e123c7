import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import { rankByScore } from "../../../src/metrics/index.ts";

/** By query id: the grade of each document. */
export type Judgements = ReadonlyMap<string, ReadonlyMap<string, number>>;

/** What a run retrieved for one query, in the order of the lines. */
export interface RunLines {
  readonly ids: readonly string[];
  readonly scores: readonly number[];
}

/** One row of a file of expected values: the query, or `all`, under some options of trec_eval. */
export interface ExpectedRow {
  readonly flags: string;
  readonly query: string;
  /** By column; a cell that trec_eval leaves empty is missing. */
  readonly values: ReadonlyMap<string, number>;
}

/** The text of a packed file of this folder. */
export function readPacked(path: string): string {
  return gunzipSync(readFileSync(new URL(`${path}.gz`, import.meta.url))).toString("utf8");
}

/** Judgements in the format of TREC: query, unused, document, grade. Only ASCII white space separates. */
export function parseQrels(text: string): Judgements {
  const byQuery = new Map<string, Map<string, number>>();
  for (const [query = "", , id = "", grade = ""] of fieldsOf(text)) {
    const grades = byQuery.get(query) ?? new Map<string, number>();
    byQuery.set(query, grades.set(id, Number(grade)));
  }
  return byQuery;
}

/** A run in the format of TREC: query, unused, document, rank (never read), score, name. */
export function parseRun(text: string): ReadonlyMap<string, RunLines> {
  const byQuery = new Map<string, { readonly ids: string[]; readonly scores: number[] }>();
  for (const [query = "", , id = "", , score = ""] of fieldsOf(text)) {
    const lines = byQuery.get(query) ?? { ids: [], scores: [] };
    byQuery.set(query, lines);
    lines.ids.push(id);
    lines.scores.push(score === "-inf" ? Number.NEGATIVE_INFINITY : Number(score));
  }
  return byQuery;
}

/** The rows of a table of expected values. `nan` reads as NaN. */
export function parseExpected(text: string): readonly ExpectedRow[] {
  const lines = text.split("\n").filter((line) => line !== "" && !line.startsWith("# "));
  const names = (lines[0] ?? "").split("\t");
  return lines.slice(1).map((line) => {
    const [flags = "", query = "", ...cells] = line.split("\t");
    const filled = [...cells.entries()].filter(([, cell]) => cell !== "");
    return { flags, query, values: new Map(filled.map(([i, cell]) => [names[i + 2] ?? "", numberOf(cell)])) };
  });
}

function numberOf(cell: string): number {
  return cell === "nan" ? Number.NaN : Number(cell);
}

/** The ids best first; `single` rounds the scores as trec_eval 9.0.8 does. */
export function ranked({ ids, scores }: RunLines, precision: "single" | "double"): readonly string[] {
  return rankByScore(ids, precision === "single" ? scores.map(Math.fround) : scores).ids;
}

function fieldsOf(text: string): readonly (readonly string[])[] {
  return text
    .split("\n")
    .map((line) => line.split(/[ \t\r\v\f]+/).filter((field) => field !== ""))
    .filter((fields) => fields.length > 0);
}
