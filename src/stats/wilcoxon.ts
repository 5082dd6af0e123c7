import { normalCdf } from "./distributions.ts";
import { withoutDust } from "./dust.ts";
import { sum } from "./mean.ts";
import { type Incomplete, present } from "./present.ts";
import { midranks, tiedGroups } from "./ranks.ts";
import { rankSumShares } from "./signed-ranks.ts";

/** What becomes of zero differences: left out before ranking, ranked and then left out, or ranked and shared by both sides. */
export type ZeroMethod = "wilcox" | "pratt" | "zsplit";

/** Tails of the sum of the positive ranks. */
export interface RankTails {
  /** The chance of so few gains: evidence of worse. */
  readonly pLess: number;
  readonly pGreater: number;
  readonly pTwoSided: number;
}

/** Wilcoxon's signed-rank test. */
export interface SignedRank {
  /** The sums of the ranks of gains and of losses. */
  readonly plus: number;
  readonly minus: number;
  /** Normal, with the variance of ties; null when all differences are 0. */
  readonly normal: (RankTails & { readonly z: number }) | null;
  /** The same with half a rank taken off the distance from the centre. */
  readonly corrected: (RankTails & { readonly z: number }) | null;
  /**
   * Over all sign patterns, ties included, with the two-sided p that is twice the smaller tail besides; null of
   * `zsplit`, of more than 200 differences that are not 0, and when all are 0.
   */
  readonly exact: (RankTails & { readonly pTwoSidedDoubled: number }) | null;
}

/** More are near enough to normal. */
const mostExact = 200;

/**
 * Wilcoxon's signed-rank test of differences, candidate − baseline. It asks whether they lie around 0 in order, not
 * how much is lost, and no verdict rests on it. Differences are compared as decimals: 0.1 + 0.2 ties with 0.3.
 *
 * Source: Wilcoxon 1945; Pratt 1959, doi:10.1080/01621459.1959.10501526; agrees with scipy 1.10.1 `wilcoxon` and R 4.2.2.
 */
export function wilcoxon(differences: Incomplete, zeros: ZeroMethod): SignedRank {
  const all = withoutDust(present(differences));
  const ranked = zeros === "wilcox" ? all.filter((difference) => difference !== 0) : all;
  const ranks = midranks(ranked.map(Math.abs));
  const ranksOf = (holds: (difference: number) => boolean): readonly number[] =>
    ranks.filter((_, i) => holds(ranked[i] ?? 0));
  const shared = zeros === "zsplit" ? sum(ranksOf((difference) => difference === 0)) / 2 : 0;
  const plus = sum(ranksOf((difference) => difference > 0)) + shared;
  const minus = sum(ranksOf((difference) => difference < 0)) + shared;
  const moved = ranksOf((difference) => difference !== 0);
  if (moved.length === 0) return { plus, minus, normal: null, corrected: null, exact: null };
  const distance = plus - (plus + minus) / 2;
  const sd = Math.sqrt(varianceOf(ranked, zeros));
  return {
    plus,
    minus,
    normal: normalTails(distance, sd, 0),
    corrected: normalTails(distance, sd, 0.5),
    exact: zeros === "zsplit" || moved.length > mostExact ? null : exactTails(plus, moved),
  };
}

/** [n(n + 1)(2n + 1) − the same of the zeros left out] / 24 − Σ(t³ − t) / 48 over ties. */
function varianceOf(ranked: readonly number[], zeros: ZeroMethod): number {
  const whole = (n: number): number => (n * (n + 1) * (2 * n + 1)) / 24;
  const leftOut = zeros === "pratt" ? ranked.filter((difference) => difference === 0).length : 0;
  const tied = zeros === "pratt" ? ranked.filter((difference) => difference !== 0) : ranked;
  const ties = tiedGroups(tied.map(Math.abs)).map(({ length: t }) => (t ** 3 - t) / 48);
  return whole(ranked.length) - whole(leftOut) - sum(ties);
}

function normalTails(distance: number, sd: number, correction: number): RankTails & { readonly z: number } {
  const z = (Math.sign(distance) * Math.max(0, Math.abs(distance) - correction)) / sd;
  return {
    z,
    pLess: normalCdf((distance + correction) / sd),
    pGreater: normalCdf(-(distance - correction) / sd),
    pTwoSided: Math.min(1, 2 * normalCdf(-Math.abs(z))),
  };
}

function exactTails(plus: number, ranks: readonly number[]): RankTails & { readonly pTwoSidedDoubled: number } {
  const shares = rankSumShares(ranks);
  const place = Math.round(2 * plus);
  const center = (shares.length - 1) / 2;
  const pLess = sum([...shares.subarray(0, place + 1)]);
  const pGreater = sum([...shares.subarray(place)]);
  const pTwoSided = sum([...shares].filter((_, i) => Math.abs(i - center) >= Math.abs(place - center)));
  return { pLess, pGreater, pTwoSided, pTwoSidedDoubled: Math.min(1, 2 * Math.min(pLess, pGreater)) };
}
