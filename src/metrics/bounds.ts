import { dcg, discountAt } from "./dcg.ts";
import type { Ranking } from "./ranking.ts";
import { firstHit, foundWithin, share } from "./within.ts";

/** The lowest and the highest score over all ways to judge the retrieved chunks that nobody judged. */
export interface Bounds {
  readonly low: number;
  readonly high: number;
}

/**
 * Bounds of a score: `ranking` and `argument` as `MetricDefinition.score` takes them;
 * `levels` are the grades that a judgement can give, ascending, all above 0.
 *
 * A judgement says that a chunk is not relevant, or that it is a further relevant thing
 * with one of the grades; each chunk is judged by itself. Further chunks of the list, beyond
 * the cut-off, count: judged relevant they raise what should have been found.
 */
export type BoundsOf = (ranking: Ranking, argument: number, levels: readonly number[]) => Bounds;

/** The ranks, from 1, of the chunks that nobody judged. */
export function unjudgedRanks({ labels }: Ranking): readonly number[] {
  return labels.flatMap((label, i) => (label === "unjudged" || label === "pooled" ? [i + 1] : []));
}

/**
 * Bounds of recall@k. With c of R things found within k, u chunks unjudged within k and v
 * beyond, and a of the u and b of the v judged relevant, recall is (c + a) / (R + a + b).
 * Since c ≤ R it never falls with a, and never rises with b: it is lowest for a = 0, b = v,
 * and highest for a = u, b = 0.
 */
export function recallBounds(ranking: Ranking, k: number): Bounds {
  const ranks = unjudgedRanks(ranking);
  const within = ranks.filter((rank) => rank <= k).length;
  const found = foundWithin(ranking, k);
  return {
    low: share(found, ranking.total + ranks.length - within),
    high: share(found + within, ranking.total + within),
  };
}

/**
 * Bounds of mrr@k: whatever is judged relevant can only bring the first hit forward, so it
 * is lowest as it stands, and highest when the first unjudged chunk within k is relevant.
 */
export function mrrBounds(ranking: Ranking, k: number): Bounds {
  const first = firstHit(ranking, k);
  const [unjudged = Number.POSITIVE_INFINITY] = unjudgedRanks(ranking);
  return { low: 1 / first, high: 1 / Math.min(first, unjudged <= k ? unjudged : Number.POSITIVE_INFINITY) };
}

/**
 * Bounds of ndcg@k with linear gain.
 *
 * As a function of the gains x of the unjudged chunks, dcg is linear and idcg, the best of
 * all orders, is convex; so the set where dcg ≥ λ · idcg is convex for every λ ≥ 0, and the
 * quotient is lowest at a corner of the box of gains: each chunk has no grade or the highest.
 * Of corners with m grades the lowest has them at the m last ranks: m is tried from 0 on.
 *
 * Highest: the better grade belongs to the better rank (changing two places raises dcg and
 * leaves idcg), so a judgement is given by the numbers m_t of chunks with a grade of level t
 * or more. For a given λ, dcg − λ · idcg is then a sum over the levels, each greatest for an
 * m_t of its own, which falls with t by itself, as fewer things have a higher grade and the
 * discounts flatten. λ is raised to the quotient found until it stays: Dinkelbach 1967,
 * doi:10.1287/mnsc.13.7.492.
 */
export function ndcgBounds(ranking: Ranking, k: number, levels: readonly number[]): Bounds {
  const { gains, ideal } = ranking;
  const ranks = unjudgedRanks(ranking);
  const discountsGained = cumulate(ranks.map((rank) => discountWithin(rank, k)));
  const discounts = cumulate(Array.from({ length: ideal.length + ranks.length }, (_, i) => discountWithin(i + 1, k)));
  const input = { base: dcg(gains, k), ranks, ideal, discountsGained, discounts };
  return { low: lowestNdcg(input, levels.at(-1) ?? 1), high: Math.min(1, highestNdcg(input, levels)) };
}

/** What both bounds of nDCG start from. */
interface NdcgInput {
  /** dcg as it stands. */
  readonly base: number;
  /** Of the unjudged chunks, ascending. */
  readonly ranks: readonly number[];
  /** The gains of the best list, descending. */
  readonly ideal: readonly number[];
  /** By m: what a gain of 1 at each of the first m unjudged ranks adds to dcg. */
  readonly discountsGained: readonly number[];
  /** By n: what a gain of 1 at each of the first n ranks adds. */
  readonly discounts: readonly number[];
}

function lowestNdcg({ base, ranks, ideal, discountsGained, discounts }: NdcgInput, grade: number): number {
  const all = discountsGained.at(-1) ?? 0;
  const cost = bestWith(ideal, { discounts, over: 0, upTo: grade });
  const fixed = bestWith(ideal, { discounts, over: grade, upTo: Number.POSITIVE_INFINITY })(0);
  const quotients = Array.from({ length: ranks.length + 1 }, (_, m) => {
    const gained = grade * (all - (discountsGained[ranks.length - m] ?? 0));
    return share(base + gained, fixed + cost(m));
  });
  return Math.min(...quotients);
}

function highestNdcg({ base, ranks, ideal, discountsGained, discounts }: NdcgInput, levels: readonly number[]): number {
  const costs = levels.map((upTo, i) => bestWith(ideal, { discounts, over: levels[i - 1] ?? 0, upTo }));
  const weights = levels.map((level, i) => level - (levels[i - 1] ?? 0));
  const fixed = bestWith(ideal, { discounts, over: levels.at(-1) ?? 0, upTo: Number.POSITIVE_INFINITY })(0);
  for (let high = 0; ; ) {
    let gained = base;
    let best = fixed;
    for (const [i, cost] of costs.entries()) {
      const gain = (m: number): number => (weights[i] ?? 0) * (discountsGained[m] ?? 0);
      const m = argmax(ranks.length, (count) => gain(count) - high * cost(count));
      gained += gain(m);
      best += cost(m);
    }
    const quotient = share(gained, best);
    if (quotient <= high) return high;
    high = quotient;
  }
}

/**
 * What the layer of grades above `over` and up to `upTo` adds to idcg, by the number of
 * further things with a grade of `upTo`: for each step of the layer, its height times
 * the discounts of as many ranks as there are things that high.
 */
function bestWith(
  ideal: readonly number[],
  { discounts, over, upTo }: { readonly discounts: readonly number[]; readonly over: number; readonly upTo: number },
): (further: number) => number {
  const tops = [...new Set([...ideal, ...(Number.isFinite(upTo) ? [upTo] : [])])]
    .filter((gain) => gain > over && gain <= upTo)
    .sort((a, b) => a - b);
  const steps = tops.map((top, i) => ({
    height: top - (tops[i - 1] ?? over),
    known: ideal.filter((gain) => gain >= top).length,
  }));
  return (further) => steps.reduce((sum, { height, known }) => sum + height * (discounts[known + further] ?? 0), 0);
}

/** The smallest of the numbers from 0 to `most` that give the greatest value. */
function argmax(most: number, numberAt: (n: number) => number): number {
  let best = 0;
  let greatest = numberAt(0);
  for (let n = 1; n <= most; n++) {
    const value = numberAt(n);
    if (value > greatest) [best, greatest] = [n, value];
  }
  return best;
}

function discountWithin(rank: number, k: number): number {
  return rank > k ? 0 : 1 / discountAt(rank);
}

/** The sums of the first 0, 1, 2, … numbers. */
function cumulate(numbers: readonly number[]): readonly number[] {
  const sums = [0];
  for (const number of numbers) sums.push((sums.at(-1) ?? 0) + number);
  return sums;
}
