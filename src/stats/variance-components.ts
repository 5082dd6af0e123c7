import { mean, sum } from "./mean.ts";
import { type Incomplete, isPresent, present } from "./present.ts";

/** The noise of a judge who judges again, held against the spread between cases. Variances in squares of the score. */
export interface VarianceComponents {
  /** Cases with at least one score. */
  readonly cases: number;
  readonly scores: number;
  /** Cases with at least two. */
  readonly repeatedCases: number;
  /** Of one judgement: Σ(score − its case's mean)² / (scores − cases). Null without repeats, which is not 0. */
  readonly within: number | null;
  /** The share of pairs of repeats of one case that have the same score. */
  readonly rerunAgreement: number | null;
  readonly meanSquareBetween: number | null;
  /** The repeats that a case has on average, in the sense of the estimate. */
  readonly averageRepeats: number | null;
  /** (meanSquareBetween − within) / averageRepeats; below 0 when noise is all there is. */
  readonly betweenRaw: number | null;
  /** The same, at least 0. */
  readonly between: number | null;
  /** between / (between + within): what one score tells of its case; null when both are 0. */
  readonly reliability: number | null;
}

/**
 * One-way random effects from repeated scores, as many as each case has. The mean of k repeats has the variance
 * between + within / k.
 *
 * Source: Searle, Casella & McCulloch 1992, Variance Components, 3.6 (ANOVA estimates of unbalanced data).
 */
export function varianceComponents(repeats: readonly Incomplete[]): VarianceComponents {
  const cases = repeats.map(present).filter((scores) => scores.length > 0);
  const n = cases.length;
  const scores = sum(cases.map((one) => one.length));
  const within = pooledVariance(cases);
  const known = { cases: n, scores, repeatedCases: cases.filter((one) => one.length > 1).length, within };
  const rerunAgreement = agreementOf(cases);
  if (within === null || n < 2)
    return {
      ...known,
      rerunAgreement,
      meanSquareBetween: null,
      averageRepeats: null,
      betweenRaw: null,
      between: null,
      reliability: null,
    };
  const center = mean(cases.flat()) ?? 0;
  const squares = cases.map((one) => one.length * ((mean(one) ?? 0) - center) ** 2);
  const meanSquareBetween = sum(squares) / (n - 1);
  const averageRepeats = (scores - sum(cases.map((one) => one.length ** 2)) / scores) / (n - 1);
  const betweenRaw = (meanSquareBetween - within) / averageRepeats;
  const between = Math.max(0, betweenRaw);
  const reliability = between + within === 0 ? null : between / (between + within);
  return { ...known, rerunAgreement, meanSquareBetween, averageRepeats, betweenRaw, between, reliability };
}

/** Σ(score − its case's mean)² / (scores − cases); null without repeats. */
function pooledVariance(cases: readonly (readonly number[])[]): number | null {
  const freedom = sum(cases.map((scores) => scores.length - 1));
  return freedom === 0 ? null : sum(cases.map((scores) => spreadOf(scores).squares)) / freedom;
}

/** How many repeats of one case have a score, and Σ(score − their mean)². */
export function spreadOf(repeats: Incomplete): { readonly used: number; readonly squares: number } {
  let used = 0;
  let total = 0;
  for (const score of repeats)
    if (isPresent(score)) {
      total += score;
      used++;
    }
  let squares = 0;
  for (const score of repeats) if (isPresent(score)) squares += (score - total / used) ** 2;
  return { used, squares };
}

function agreementOf(cases: readonly (readonly number[])[]): number | null {
  const pairs = cases.flatMap((scores) =>
    scores.flatMap((score, i) => scores.slice(0, i).map((other) => Number(score === other))),
  );
  return mean(pairs);
}
