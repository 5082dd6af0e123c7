/** Spearman's rho: Pearson's r of the ranks, equal values sharing the mean of theirs; null when either side is constant. */
export function rankCorrelation(x: readonly number[], y: readonly number[]): number | null {
  const [a, b] = [centred(ranksOf(x)), centred(ranksOf(y))];
  const scale = Math.sqrt(product(a, a) * product(b, b));
  return scale === 0 ? null : product(a, b) / scale;
}

/** Differences that are equal on paper can differ in their last bits: they are ties. */
const dust = 1e-9;

function ranksOf(values: readonly number[]): readonly number[] {
  return values.map((value) => {
    const below = values.filter((other) => other < value - dust).length;
    const tied = values.filter((other) => Math.abs(other - value) <= dust).length;
    return below + (tied + 1) / 2;
  });
}

function centred(values: readonly number[]): readonly number[] {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  return values.map((value) => value - mean);
}

function product(a: readonly number[], b: readonly number[]): number {
  return a.reduce((sum, value, i) => sum + value * (b[i] ?? 0), 0);
}
