import { fQuantile, fUpper } from "./distributions.ts";
import type { Interval } from "./interval.ts";
import { mean, sum } from "./mean.ts";

/** Intraclass correlations of n cases scored by the same k raters or runs. Values may be negative and are not cut. */
export interface IntraclassCorrelations {
  readonly cases: number;
  readonly raters: number;
  /** Mean squares of an analysis of variance; null where there are no degrees of freedom. */
  readonly meanSquares: {
    readonly rows: number | null;
    readonly columns: number | null;
    readonly within: number | null;
    readonly error: number | null;
  };
  /** ICC(1): one run of a judge who is run again; null of less than two cases or raters, and when no score differs. */
  readonly icc1: Icc | null;
  /** ICC(2): absolute agreement of one member of a panel. */
  readonly icc2: Icc | null;
  /** ICC(3): consistency; a constant leniency of a rater does not count. */
  readonly icc3: Icc | null;
}

/** One of them, of a single score and of the mean of all k. */
export interface Icc {
  readonly single: number;
  /** Null when the means of the cases are all the same: there is nothing to tell apart. */
  readonly average: number | null;
  /** Of the test that it is 0; null without an error to hold it against, and of ICC(2), which has none of its own. */
  readonly f: number | null;
  readonly p: number | null;
  /** Null where f is; `average95` of ICC(1) and (3) is that of the mean of all k. */
  readonly range95: Interval | null;
  readonly average95: Interval | null;
}

/**
 * The intraclass correlations of a complete table: ratings[case][rater].
 *
 * Source: Shrout & Fleiss 1979, doi:10.1037/0033-2909.86.2.420, whose example is a test; the range of ICC(2) as in
 * McGraw & Wong 1996, doi:10.1037/1082-989X.1.1.30.
 */
export function intraclass(ratings: readonly (readonly number[])[]): IntraclassCorrelations {
  const n = ratings.length;
  const k = ratings[0]?.length ?? 0;
  const meanSquares = meanSquaresOf(ratings, n, k);
  const { rows, columns, within, error } = meanSquares;
  const none = { cases: n, raters: k, meanSquares, icc1: null, icc2: null, icc3: null };
  if (rows === null || columns === null || within === null || error === null) return none;
  if (rows + within === 0) return none;
  const table = { n, k, rows, columns, error };
  return {
    ...none,
    icc1: ratioIcc({ n, k, rows, noise: within, freedom: n * (k - 1) }),
    icc2: agreementIcc(table),
    icc3: ratioIcc({ n, k, rows, noise: error, freedom: (n - 1) * (k - 1) }),
  };
}

function meanSquaresOf(
  ratings: readonly (readonly number[])[],
  n: number,
  k: number,
): IntraclassCorrelations["meanSquares"] {
  const center = mean(ratings.flat()) ?? 0;
  const squared = (values: readonly number[], from: number): number => sum(values.map((value) => (value - from) ** 2));
  const rowMeans = ratings.map((row) => mean(row) ?? 0);
  const columnMeans = (ratings[0] ?? []).map((_, j) => mean(ratings.map((row) => row[j] ?? 0)) ?? 0);
  const over = (squares: number, freedom: number): number | null => (freedom > 0 ? squares / freedom : null);
  const residuals = ratings.flatMap((row, i) =>
    row.map((value, j) => value - (rowMeans[i] ?? 0) - (columnMeans[j] ?? 0) + center),
  );
  return {
    rows: over(k * squared(rowMeans, center), n - 1),
    columns: over(n * squared(columnMeans, center), k - 1),
    within: over(sum(ratings.map((row, i) => squared(row, rowMeans[i] ?? 0))), n * (k - 1)),
    error: over(withoutRounding(squared(residuals, 0), center), (n - 1) * (k - 1)),
  };
}

/** Residuals that are 0 on paper leave some 1e-31 of the square of the scores. */
function withoutRounding(squares: number, scale: number): number {
  return squares < 1e-24 * Math.max(1, scale ** 2) ? 0 : squares;
}

/** ICC(1) and ICC(3): (rows − noise) / (rows + (k − 1) noise). */
function ratioIcc({ n, k, rows, noise, freedom }: Record<"n" | "k" | "rows" | "noise" | "freedom", number>): Icc {
  const single = (rows - noise) / (rows + (k - 1) * noise);
  const average = rows === 0 ? null : (rows - noise) / rows;
  if (noise === 0 || rows === 0) return { single, average, f: null, p: null, range95: null, average95: null };
  const f = rows / noise;
  const low = f / fQuantile(0.975, n - 1, freedom);
  const high = f * fQuantile(0.975, freedom, n - 1);
  return {
    single,
    average,
    f,
    p: fUpper(f, n - 1, freedom),
    range95: { low: (low - 1) / (low + k - 1), high: (high - 1) / (high + k - 1) },
    average95: { low: 1 - 1 / low, high: 1 - 1 / high },
  };
}

interface Table {
  readonly n: number;
  readonly k: number;
  readonly rows: number;
  readonly columns: number;
  readonly error: number;
}

/** ICC(2): (rows − error) / (rows + (k − 1) error + k (columns − error) / n). */
function agreementIcc({ n, k, rows, columns, error }: Table): Icc | null {
  const spread = rows + (k - 1) * error + (k * (columns - error)) / n;
  const averageSpread = rows + (columns - error) / n;
  if (spread <= 0) return null;
  const single = (rows - error) / spread;
  const average = averageSpread <= 0 ? null : (rows - error) / averageSpread;
  const range95 = error === 0 ? null : agreementRange({ n, k, rows, columns, error }, single);
  return { single, average, f: null, p: null, range95, average95: null };
}

/** With Satterthwaite's degrees of freedom, which are not whole; null where they are too few for a range. */
function agreementRange({ n, k, rows, columns, error }: Table, icc: number): Interval | null {
  const a = (k * icc) / (n * (1 - icc));
  const b = 1 + (k * icc * (n - 1)) / (n * (1 - icc));
  const freedom =
    (a * columns + b * error) ** 2 / ((a * columns) ** 2 / (k - 1) + (b * error) ** 2 / ((n - 1) * (k - 1)));
  const below = fQuantile(0.975, n - 1, freedom);
  const above = fQuantile(0.975, freedom, n - 1);
  const noise = k * columns + (k * n - k - n) * error;
  const low = (n * (rows - below * error)) / (below * noise + n * rows);
  const high = (n * (above * rows - error)) / (noise + n * above * rows);
  return Number.isFinite(low) && Number.isFinite(high) ? { low, high } : null;
}
