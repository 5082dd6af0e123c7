import { normalCdf, tQuantile } from "./distributions.ts";

/** Points of the integral; halving their distance changes nothing in the first ten digits. */
const points = 2000;

/** Standard deviations of the spread that the integral covers on either side. */
const reach = 10;

/**
 * P(T > t(quantile, df)) for the noncentral t whose normal part is shifted by `shift`: the power of a t test.
 *
 * = ∫ Φ(shift − t s) f(s) ds, s the root of chi-square over df, by the trapezoidal rule; `df` ≥ 1.
 *
 * Source: the definition, as in Johnson & Kotz, Continuous Univariate Distributions, 31.
 */
export function shiftedTUpper({ quantile, df, shift }: { quantile: number; df: number; shift: number }): number {
  const t = tQuantile(quantile, df);
  const width = reach / Math.sqrt(2 * df);
  const low = Math.max(0, 1 - width);
  const step = (1 + width - low) / points;
  let weights = 0;
  let total = 0;
  for (let i = 0; i <= points; i++) {
    const s = low + i * step;
    // The density but for a factor that cancels, 1 at its height near s = 1.
    const weight = s === 0 ? Number(df === 1) : Math.exp((df - 1) * Math.log(s) - (df * (s * s - 1)) / 2);
    weights += weight;
    total += weight * normalCdf(shift - t * s);
  }
  return total / weights;
}
