import { describe } from "./describe.ts";
import { largestOf, withoutDust } from "./dust.ts";
import { completePairs, type Incomplete } from "./present.ts";
import { type MeanTest, testOfMean } from "./test-of-mean.ts";

/** What the pairs of two runs say of the difference of their means. `tInterval` takes it. */
export interface PairedTest extends MeanTest {
  readonly pairs: number;
  /** Cases without a score in either run. */
  readonly dropped: number;
  /** Candidate − baseline; negative: a loss. */
  readonly mean: number | null;
  readonly sd: number | null;
  readonly standardError: number | null;
  readonly df: number | null;
  /** Cohen's d_z = mean / sd; null without a spread. */
  readonly effectSize: number | null;
}

/**
 * Student's paired t. Assumes that the pairs are a sample of those that might be asked, independent of each other.
 * Without a spread t, p and effect size are null, where some libraries say −Infinity and p = 0.
 *
 * Source: Student 1908; agrees with scipy 1.10.1 `ttest_rel` and R 4.2.2 `t.test`.
 */
export function pairedT(baseline: Incomplete, candidate: Incomplete): PairedTest {
  const { differences, dropped } = pairDifferences(baseline, candidate);
  const { used, mean, sd, standardError, df } = describe(differences);
  const effectSize = mean === null || sd === null || sd === 0 ? null : mean / sd;
  return {
    pairs: used,
    dropped,
    mean,
    sd,
    standardError,
    df,
    effectSize,
    ...testOfMean({ mean, standardError, df }),
  };
}

/** Candidate − baseline of each case that both have a score of, free of the rounding of doubles. */
export function pairDifferences(
  baseline: ArrayLike<number | null>,
  candidate: ArrayLike<number | null>,
): { readonly differences: readonly number[]; readonly dropped: number } {
  const { x, y, dropped } = completePairs(baseline, candidate);
  const magnitude = Math.max(largestOf(x), largestOf(y));
  const raw = x.map((before, i) => (y[i] ?? 0) - before);
  return { differences: withoutDust(raw, magnitude), dropped };
}
