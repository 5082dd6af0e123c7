/// <reference path="./cephes.d.ts" />
import { compiled, igamc, igami, incbet, incbi, lbeta, ndtr, ndtri } from "cephes";

// Source of all: Cephes (Moshier), by the package cephes 3.3.3; checked against mpmath 1.2.1 at 1e-9, tails included.
await compiled;

/** Cephes throws where a result is too small for a double: there it is `limit`. */
function orLimit(compute: () => number, limit: number): number {
  try {
    return compute();
  } catch (error) {
    if (error instanceof Error && error.message.includes("underflow")) return limit;
    throw error;
  }
}

/** P(Z ≤ z) of the standard normal distribution. */
export function normalCdf(z: number): number {
  return z < -40 ? 0 : ndtr(z);
}

/** The z with P(Z ≤ z) = p; −∞ and ∞ at p = 0 and 1. */
export function normalQuantile(p: number): number {
  if (p <= 0) return Number.NEGATIVE_INFINITY;
  return p >= 1 ? Number.POSITIVE_INFINITY : ndtri(p);
}

/** P(T ≤ t) of Student's t; `df` > 0, not necessarily whole. */
export function tCdf(t: number, df: number): number {
  const square = t * t;
  // Each form where it loses no digits: the tail near 0, the centre near 1/2.
  const tail =
    square > 1 ? incbet(df / 2, 0.5, df / (df + square)) / 2 : 0.5 - incbet(0.5, df / 2, square / (df + square)) / 2;
  return t <= 0 ? tail : 1 - tail;
}

/**
 * The t with P(T ≤ t) = p; `p` from 1e-12 to 1 − 1e-12, `df` ≥ 1.
 *
 * A first guess, then Newton's method on the tail: the inverse in Cephes has an error of 1e-6 and more
 * beyond p < 1e-8 with df > 100.
 */
export function tQuantile(p: number, df: number): number {
  if (p === 0.5) return 0;
  if (p > 0.5) return -tQuantile(1 - p, df);
  let t = df > 100 ? tNearNormal(p, df) : tByBeta(p, df);
  for (let i = 0; i < 3; i++) t -= (tCdf(t, df) - p) / tDensity(t, df);
  return t;
}

/** Source: Abramowitz & Stegun 1964, 26.7.5, to the second order of 1/df. */
function tNearNormal(p: number, df: number): number {
  const z = ndtri(p);
  return z + (z ** 3 + z) / (4 * df) + (5 * z ** 5 + 16 * z ** 3 + 3 * z) / (96 * df * df);
}

function tByBeta(p: number, df: number): number {
  if (p < 0.25) {
    const x = incbi(df / 2, 0.5, 2 * p);
    return -Math.sqrt((df * (1 - x)) / x);
  }
  const y = incbi(0.5, df / 2, 1 - 2 * p);
  return -Math.sqrt((df * y) / (1 - y));
}

function tDensity(t: number, df: number): number {
  return Math.exp(-((df + 1) / 2) * Math.log1p((t * t) / df) - lbeta(0.5, df / 2)) / Math.sqrt(df);
}

/** P(X > x) of chi-square; `x` ≥ 0, `df` > 0. */
export function chiSquareUpper(x: number, df: number): number {
  return orLimit(() => igamc(df / 2, x / 2), x > df ? 0 : 1);
}

/** The x with P(X ≤ x) = p of chi-square; `p` from 1e-9 to below 1. */
export function chiSquareQuantile(p: number, df: number): number {
  return 2 * igami(df / 2, 1 - p);
}

/** P(X ≤ x) of the beta distribution: the regularised incomplete beta function. */
export function betaCdf(x: number, a: number, b: number): number {
  return orLimit(() => incbet(a, b, x), x < a / (a + b) ? 0 : 1);
}

/** The x with P(X ≤ x) = p of the beta distribution; `p` in [0, 1]. */
export function betaQuantile(p: number, a: number, b: number): number {
  return orLimit(() => incbi(a, b, p), p < betaCdf(0.5, a, b) ? 0 : 1);
}

/** P(X > x) of the F distribution with df1 and df2 degrees of freedom, not necessarily whole. */
export function fUpper(x: number, df1: number, df2: number): number {
  return betaCdf(df2 / (df2 + df1 * x), df2 / 2, df1 / 2);
}

/** The x with P(X ≤ x) = p of the F distribution; `p` in (0, 1). Infinite where doubles end. */
export function fQuantile(p: number, df1: number, df2: number): number {
  const y = betaQuantile(p, df1 / 2, df2 / 2);
  return (df2 * y) / (df1 * (1 - y));
}

/** P(X = k) of `n` trials that succeed with the probability `p` each; `k` from 0 to n. */
export function binomialMass(k: number, n: number, p: number): number {
  if (p === 0 || p === 1) return Number(k === n * p);
  const ways = -Math.log(n + 1) - lbeta(k + 1, n - k + 1);
  return Math.exp(ways + k * Math.log(p) + (n - k) * Math.log1p(-p));
}

/** P(X ≤ k) of the same. */
export function binomialCdf(k: number, n: number, p: number): number {
  if (k < 0) return 0;
  return k >= n ? 1 : incbet(n - k, k + 1, 1 - p);
}
