import { metricOf } from "./measures.ts";
import type { ExpectedRow } from "./read-set.ts";
import type { ScoreOptions, Scorer, Scores } from "./scorers.ts";

/** A value that differs from the expected one. */
export interface Difference {
  readonly flags: string;
  readonly query: string;
  readonly column: string;
  readonly expected: number;
  readonly actual: number | null;
}

/** What a comparison found. */
export interface Comparison {
  /** Cells compared. */
  readonly compared: number;
  readonly differences: readonly Difference[];
  /** Cells for which trec_eval has no usable value; see `isUnusable`. */
  readonly skipped: number;
}

/** How to compare. */
export interface CompareOptions {
  /** How far apart two values may be; 0: the same to the last bit. */
  readonly tolerance: number;
  /** Which cells to look at; all when not given. */
  readonly where?: (row: ExpectedRow, column: string) => boolean;
  /** The highest grade for a column, where it is not that of the query. */
  readonly highestGradeOf?: (column: string) => number | undefined;
}

/** Sums and means in the summary. */
const summed = new Set(["num_ret", "num_rel", "num_rel_ret", "num_nonrel_judged_ret"]);
const geometric: Readonly<Record<string, string>> = { gm_map: "map", gm_bpref: "bpref" };

/** The options of the command line of trec_eval. */
export function optionsOf(flags: string): ScoreOptions {
  const level = /-l (\d+)/.exec(flags)?.[1];
  const limit = /-M (\d+)/.exec(flags)?.[1];
  return {
    isComplete: flags.includes("-c"),
    judgedOnly: flags.includes("-J"),
    ...(level === undefined ? {} : { level: Number(level) }),
    ...(limit === undefined ? {} : { limit: Number(limit) }),
  };
}

interface Cell {
  readonly row: ExpectedRow;
  readonly column: string;
  readonly expected: number;
}

/** Compares every cell of every row with what a scorer says. */
export async function compareRows(
  rows: readonly ExpectedRow[],
  score: Scorer,
  { tolerance, where = () => true, highestGradeOf = () => undefined }: CompareOptions,
): Promise<Comparison> {
  const cells = rows.flatMap((row) => [...row.values].map(([column, expected]): Cell => ({ row, column, expected })));
  const wanted = cells.filter(({ row, column }) => where(row, column));
  const usable = wanted.filter(({ row, column }) => !isUnusable(row, column));
  const keyOf = ({ row, column }: Cell): string => `${row.flags}|${highestGradeOf(column) ?? ""}`;
  const differences: Difference[] = [];
  for (const key of new Set(usable.map(keyOf))) {
    const [flags = "", highest = ""] = key.split("|");
    const options = { ...optionsOf(flags), ...(highest === "" ? {} : { highestGrade: Number(highest) }) };
    const group = usable.filter((cell) => keyOf(cell) === key);
    differences.push(...(await compareGroup(group, score, { options, tolerance })));
  }
  return { compared: usable.length, differences, skipped: wanted.length - usable.length };
}

/** Compares cells that are scored under the same options. */
async function compareGroup(
  cells: readonly Cell[],
  score: Scorer,
  { options, tolerance }: { readonly options: ScoreOptions; readonly tolerance: number },
): Promise<readonly Difference[]> {
  const columns = [...new Set(cells.map(({ column }) => geometric[column] ?? column))];
  const scores = await score(columns.filter((column) => column !== "num_q").map(metricOf), options);
  const places = new Map(columns.filter((column) => column !== "num_q").map((column, i) => [column, i]));
  return cells.flatMap(({ row: { flags, query }, column, expected }): readonly Difference[] => {
    const place = places.get(geometric[column] ?? column) ?? -1;
    const actual = query === "all" ? summaryOf(column, scores, place) : (scores.queries.get(query)?.[place] ?? null);
    // exp and ln differ in the last bit from one library to the next.
    const allowed = column in geometric ? 1e-12 : tolerance;
    if (actual !== null && Math.abs(actual - expected) <= allowed) return [];
    return [{ flags, query, column, expected, actual }];
  });
}

/**
 * 0/0 that trec_eval prints for a list of which `-J` leaves nothing; and the `num_rel` that
 * it counts anew, without the level, in the summary of `-c -l`.
 */
function isUnusable({ flags, query, values }: ExpectedRow, column: string): boolean {
  const isRecounted = column === "num_rel" && query === "all" && flags.includes("-c") && flags.includes("-l");
  return isRecounted || Number.isNaN(values.get(column));
}

function summaryOf(column: string, { n, means, queries }: Scores, place: number): number | null {
  if (column === "num_q") return n;
  const values = [...queries.values()].map((one) => one[place] ?? Number.NaN);
  if (summed.has(column)) return values.reduce((sum, value) => sum + value, 0);
  if (!(column in geometric)) return means[place] ?? null;
  return Math.exp(values.reduce((sum, value) => sum + Math.log(Math.max(value, 0.00001)), 0) / n);
}
