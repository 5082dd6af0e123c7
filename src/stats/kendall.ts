import { normalCdf } from "./distributions.ts";
import { withoutDust } from "./dust.ts";
import { sum } from "./mean.ts";
import { completePairs, type Incomplete } from "./present.ts";
import { tiedGroups } from "./ranks.ts";

/** Kendall's tau-b and what it counts. */
export interface Kendall {
  readonly used: number;
  /** Pairs of cases that both lists put in the same order. */
  readonly concordant: number;
  /** Pairs that they put in opposite orders. */
  readonly discordant: number;
  /** −1 to 1; null when either side is constant. */
  readonly tau: number | null;
  /** (concordant − discordant) over its standard deviation under independence, ties allowed for. */
  readonly z: number | null;
  /** The two-sided p of z, without a correction for continuity. */
  readonly pNormal: number | null;
  /** The two-sided p over all orders; null with ties or of more than 40 cases. */
  readonly pExact: number | null;
}

/** Above this the normal p is near enough and the exact one dear. */
const mostExact = 40;

/**
 * Kendall's tau-b = (C − D) / √((N − T_x)(N − T_y)), N = n (n − 1) / 2, T: the pairs tied on a side. Time grows with n².
 *
 * Source: Kendall 1945, doi:10.1093/biomet/33.3.239; the variance with ties of Kendall & Gibbons 1990, as in
 * R 4.2.2 `cor.test`.
 */
export function kendall(x: Incomplete, y: Incomplete): Kendall {
  const pairs = completePairs(x, y);
  const xs = withoutDust(pairs.x);
  const ys = withoutDust(pairs.y);
  const used = xs.length;
  const { concordant, discordant } = countOrders(xs, ys);
  const xTies = tiedGroups(xs).map((group) => group.length);
  const yTies = tiedGroups(ys).map((group) => group.length);
  const untied = (ties: readonly number[]): number => (used * (used - 1) - sum(ties.map((t) => t * (t - 1)))) / 2;
  const scale = Math.sqrt(untied(xTies)) * Math.sqrt(untied(yTies));
  if (scale === 0) return { used, concordant, discordant, tau: null, z: null, pNormal: null, pExact: null };
  const z = (concordant - discordant) / Math.sqrt(varianceOf(used, xTies, yTies));
  const isExact = used <= mostExact && xTies.length === used && yTies.length === used;
  return {
    used,
    concordant,
    discordant,
    tau: (concordant - discordant) / scale,
    z,
    pNormal: 2 * normalCdf(-Math.abs(z)),
    pExact: isExact ? exactP(used, Math.min(concordant, discordant)) : null,
  };
}

function countOrders(
  x: readonly number[],
  y: readonly number[],
): { readonly concordant: number; readonly discordant: number } {
  let concordant = 0;
  let discordant = 0;
  for (const [i, xi] of x.entries()) {
    const yi = y[i] ?? 0;
    for (let j = 0; j < i; j++) {
      const sign = Math.sign(xi - (x[j] ?? 0)) * Math.sign(yi - (y[j] ?? 0));
      concordant += Number(sign > 0);
      discordant += Number(sign < 0);
    }
  }
  return { concordant, discordant };
}

function varianceOf(n: number, xTies: readonly number[], yTies: readonly number[]): number {
  const over = (ties: readonly number[], term: (t: number) => number): number => sum(ties.map(term));
  const plain = (t: number): number => t * (t - 1) * (2 * t + 5);
  const pairs = (t: number): number => t * (t - 1);
  const triples = (t: number): number => t * (t - 1) * (t - 2);
  const both = (over(xTies, pairs) * over(yTies, pairs)) / (2 * pairs(n));
  const three = n < 3 ? 0 : (over(xTies, triples) * over(yTies, triples)) / (9 * triples(n));
  return (plain(n) - over(xTies, plain) - over(yTies, plain)) / 18 + both + three;
}

/** Twice the share of the orders of n things with at most `inversions` pairs the wrong way round, at most 1. */
function exactP(n: number, inversions: number): number {
  let shares = [1];
  for (let size = 2; size <= n; size++) {
    const most = (size * (size - 1)) / 2;
    const before = shares;
    shares = Array.from({ length: most + 1 }, (_, k) => sum(before.slice(Math.max(0, k - size + 1), k + 1)) / size);
  }
  return Math.min(1, 2 * sum(shares.slice(0, inversions + 1)));
}
