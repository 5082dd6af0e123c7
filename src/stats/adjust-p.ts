/**
 * How p-values of several tests are raised so that the family keeps its level. `bonferroni`, `holm` and `hochberg`
 * bound the chance of a single false alarm (Hochberg's for tests that go together), `bh` and `by` the share of false
 * ones among the alarms (`by` whatever the tests have to do with each other).
 */
export type Adjustment = "bonferroni" | "holm" | "hochberg" | "bh" | "by";

/** What a sorted p-value is multiplied by: it has `rank` (1 for the smallest) in a family of `m`. */
const factors: Readonly<Record<Adjustment, (rank: number, m: number) => number>> = {
  bonferroni: (_, m) => m,
  holm: (rank, m) => m - rank + 1,
  hochberg: (rank, m) => m - rank + 1,
  bh: (rank, m) => m / rank,
  by: (rank, m) => (m / rank) * harmonic(m),
};

/**
 * Adjusted p-values in the order given, at most 1, and never out of the order of the raw ones.
 *
 * In: p-values from 0 to 1; null: a test that could not be done. It stays null and does not count in the family.
 *
 * Source: Holm 1979, Hochberg 1988 (doi:10.1093/biomet/75.4.800), Benjamini & Hochberg 1995, Benjamini & Yekutieli 2001;
 * agrees with R 4.2.2 `p.adjust`.
 */
export function adjustP(ps: readonly (number | null)[], adjustment: Adjustment): readonly (number | null)[] {
  const family = ps.flatMap((p, place) => (p === null ? [] : [{ p, place }])).sort((a, b) => a.p - b.p);
  const raised = family.map(({ p }, i) => Math.min(1, p * factors[adjustment](i + 1, family.length)));
  const isStepDown = adjustment === "holm" || adjustment === "bonferroni";
  const ordered = isStepDown ? runningMax(raised) : runningMin(raised.toReversed()).toReversed();
  const adjusted = new Array<number | null>(ps.length).fill(null);
  for (const [i, { place }] of family.entries()) adjusted[place] = ordered[i] ?? null;
  return adjusted;
}

function runningMax(values: readonly number[]): readonly number[] {
  let most = Number.NEGATIVE_INFINITY;
  return values.map((value) => {
    most = Math.max(most, value);
    return most;
  });
}

function runningMin(values: readonly number[]): readonly number[] {
  return runningMax(values.map((value) => -value)).map((value) => -value);
}

/** 1 + 1/2 + … + 1/m. */
function harmonic(m: number): number {
  let total = 0;
  for (let i = m; i >= 1; i--) total += 1 / i;
  return total;
}
