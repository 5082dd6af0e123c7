import { betaCdf, normalQuantile } from "./distributions.ts";
import { withoutDust } from "./dust.ts";
import type { Interval } from "./interval.ts";
import { mean, sum } from "./mean.ts";
import { completePairs, type Incomplete } from "./present.ts";
import { midranks } from "./ranks.ts";

/** How far two lists go together. */
export interface Correlation {
  /** Pairs in which both have a value. */
  readonly used: number;
  /** −1 to 1; null when either side is constant or there are fewer than two pairs. */
  readonly coefficient: number | null;
  /** The chance of a coefficient so far from 0 when nothing goes together; null of fewer than three pairs. */
  readonly p: number | null;
}

/**
 * Pearson's r = Σ(x − x̄)(y − ȳ) / √(Σ(x − x̄)² Σ(y − ȳ)²), with the two-sided p of t = r √((n − 2) / (1 − r²)) on
 * n − 2 degrees of freedom and the range of Fisher's z: tanh(atanh r ± 1.96 / √(n − 3)), null where r is ±1 or n < 4.
 *
 * Source: Student 1908 and Fisher 1921; agrees with scipy 1.10.1 `pearsonr` and R 4.2.2 `cor.test`.
 */
export function pearson(x: Incomplete, y: Incomplete): Correlation & { readonly range95: Interval | null } {
  const pairs = completePairs(x, y);
  const used = pairs.x.length;
  const coefficient = productMoment(pairs.x, pairs.y);
  return { used, coefficient, p: pOf(coefficient, used), range95: fisherRange(coefficient, used) };
}

/**
 * Spearman's rho: Pearson's r of the ranks, equal values sharing the mean of theirs; p as there.
 *
 * Source: Spearman 1904; agrees with scipy 1.10.1 `spearmanr`.
 */
export function spearman(x: Incomplete, y: Incomplete): Correlation {
  const pairs = completePairs(x, y);
  const used = pairs.x.length;
  const coefficient = productMoment(midranks(withoutDust(pairs.x)), midranks(withoutDust(pairs.y)));
  return { used, coefficient, p: pOf(coefficient, used) };
}

function productMoment(x: readonly number[], y: readonly number[]): number | null {
  const dx = deviations(x);
  const dy = deviations(y);
  if (x.length < 2 || dx === null || dy === null) return null;
  const scale = Math.sqrt(sum(dx.map((d) => d * d))) * Math.sqrt(sum(dy.map((d) => d * d)));
  return Math.max(-1, Math.min(1, sum(dx.map((d, i) => d * (dy[i] ?? 0))) / scale));
}

/** From the mean; null of values that are all equal. */
function deviations(values: readonly number[]): readonly number[] | null {
  const center = mean(values);
  const isConstant = values.every((value) => value === values[0]);
  return center === null || isConstant ? null : values.map((value) => value - center);
}

/** P(|T| ≥ |t|) = I_{1 − r²}((n − 2) / 2, 1/2). */
function pOf(r: number | null, n: number): number | null {
  return r === null || n < 3 ? null : betaCdf((1 - r) * (1 + r), (n - 2) / 2, 0.5);
}

function fisherRange(r: number | null, n: number): Interval | null {
  if (r === null || n < 4 || 1 - Math.abs(r) < 1e-15) return null;
  const half = normalQuantile(0.975) / Math.sqrt(n - 3);
  return { low: Math.tanh(Math.atanh(r) - half), high: Math.tanh(Math.atanh(r) + half) };
}
