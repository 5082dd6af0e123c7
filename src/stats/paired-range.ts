/// <reference path="./cephes.d.ts" />
import { compiled, stdtri } from "cephes";
import { mean } from "./mean.ts";

await compiled;

/** The mean of differences and the range that holds the true one in nine samples of ten. */
export interface PairedRange {
  readonly mean: number;
  readonly low: number;
  readonly high: number;
}

/**
 * The mean of paired differences with its 90 % range, mean ± t(0.95, n − 1) · s / √n, the
 * two one-sided bounds of 95 % in one. Assumes that the pairs are a sample of those that
 * might be asked, each independent of the others.
 *
 * Source: Student's t; quantiles from Cephes (Moshier), checked against mpmath 1.2.1.
 *
 * @param differences one for each pair, any unit.
 * @returns undefined for fewer than two pairs, which say nothing of the spread.
 */
export function pairedRange(differences: readonly number[]): PairedRange | undefined {
  const n = differences.length;
  const center = mean(differences);
  if (n < 2 || center === null) return undefined;
  const squares = differences.map((difference) => (difference - center) ** 2);
  const spread = Math.sqrt((mean(squares) ?? 0) * (n / (n - 1)));
  const half = (stdtri(n - 1, 0.95) * spread) / Math.sqrt(n);
  return { mean: center, low: center - half, high: center + half };
}
