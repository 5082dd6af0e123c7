import { type JudgedListOptions, meanByQuery, type Ranking, rankingOf } from "../../../src/metrics/index.ts";
import { type Measure, measureOf } from "./measures.ts";
import { type ExpectedRow, type Judgements, type RunLines, ranked } from "./read-set.ts";

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

/** Judgements and a run. */
export interface JudgedRun {
  readonly judgements: Judgements;
  readonly run: ReadonlyMap<string, RunLines>;
}

/** How to compare. */
export interface CompareOptions {
  readonly precision: "single" | "double";
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
export function optionsOf(flags: string): JudgedListOptions & { readonly isComplete: boolean } {
  const level = /-l (\d+)/.exec(flags)?.[1];
  const limit = /-M (\d+)/.exec(flags)?.[1];
  return {
    isComplete: flags.includes("-c"),
    judgedOnly: flags.includes("-J"),
    ...(level === undefined ? {} : { level: Number(level) }),
    ...(limit === undefined ? {} : { limit: Number(limit) }),
  };
}

/** Compares every cell of every row. */
export function compareRows(rows: readonly ExpectedRow[], judgedRun: JudgedRun, options: CompareOptions): Comparison {
  const lists = new Map([...judgedRun.run].map(([query, lines]) => [query, ranked(lines, options.precision)]));
  const rankingsOf = createRankings(judgedRun.judgements, lists);
  const cells = rows.flatMap((row) => [...row.values].map(([column, expected]) => ({ row, column, expected })));
  const wanted = cells.filter(({ row, column }) => options.where?.(row, column) !== false);
  const usable = wanted.filter(({ row, column }) => !isUnusable(row, column));
  const differences = usable.flatMap(({ row, column, expected }): readonly Difference[] => {
    const rankings = rankingsOf(row, options.highestGradeOf?.(column));
    const actual = row.query === "all" ? summaryOf(column, rankings) : valueOfOnly(column, rankings);
    // exp and ln differ in the last bit from one library to the next.
    const tolerance = column in geometric ? 1e-12 : options.tolerance;
    if (actual !== null && Math.abs(actual - expected) <= tolerance) return [];
    return [{ flags: row.flags, query: row.query, column, expected, actual }];
  });
  return { compared: usable.length, differences, skipped: wanted.length - usable.length };
}

/**
 * 0/0 that trec_eval prints for a list of which `-J` leaves nothing; and the `num_rel` that
 * it counts anew, without the level, in the summary of `-c -l`.
 */
export function isUnusable({ flags, query, values }: ExpectedRow, column: string): boolean {
  const isRecounted = column === "num_rel" && query === "all" && flags.includes("-c") && flags.includes("-l");
  return isRecounted || Number.isNaN(values.get(column));
}

type Rankings = ReadonlyMap<string, Ranking>;

/** The rankings that a row is made of: of its query, or of all that its options count. */
function createRankings(
  judgements: Judgements,
  lists: ReadonlyMap<string, readonly string[]>,
): (row: ExpectedRow, highestGrade: number | undefined) => Rankings {
  const known = new Map<string, Rankings>();
  return ({ flags, query }, highestGrade) => {
    const key = `${flags} ${query} ${highestGrade ?? ""}`;
    const before = known.get(key);
    if (before !== undefined) return before;
    const { isComplete, ...options } = optionsOf(flags);
    const scale = highestGrade === undefined ? options : { ...options, highestGrade };
    const queries = query === "all" ? [...judgements.keys()].filter((id) => isComplete || lists.has(id)) : [query];
    const rankings = new Map(
      queries.map((id) => [id, rankingOf(judgements.get(id) ?? new Map(), lists.get(id) ?? [], scale)]),
    );
    known.set(key, rankings);
    return rankings;
  };
}

function valueOfOnly(column: string, rankings: Rankings): number | null {
  const measure = measureOf(column);
  const [value = null] = [...rankings.values()].map(measure);
  return value;
}

function summaryOf(column: string, rankings: Rankings): number | null {
  if (column === "num_q") return rankings.size;
  const measure: Measure = measureOf(geometric[column] ?? column);
  const values = new Map([...rankings].map(([query, ranking]) => [query, measure(ranking)]));
  if (summed.has(column)) return [...values.values()].reduce((sum, value) => sum + value, 0);
  if (!(column in geometric)) return meanByQuery(values);
  const logarithms = new Map([...values].map(([query, value]) => [query, Math.log(Math.max(value, 0.00001))]));
  return Math.exp(meanByQuery(logarithms) ?? 0);
}
