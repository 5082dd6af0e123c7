import { dcg } from "./dcg.ts";
import { exponentialGain } from "./exponential-gain.ts";
import type { MetricDefinition } from "./metric.ts";
import { share } from "./within.ts";

/**
 * Normalised discounted cumulative gain with a gain of 2^grade − 1, which sets high
 * grades further apart: grade 3 weighs seven times as much as grade 1.
 *
 * ndcg_exp@k = dcg@k / idcg@k, dcg@k = Σ_{i=1..k} (2^grade_i − 1) / log2(i + 1); ndcg_exp
 * takes the whole list. Range 0 to 1. Equal to ndcg where all grades are 1. 0 when
 * nothing has a grade above 0.
 *
 * Source: Burges et al. 2005, doi:10.1145/1102351.1102363; agrees with gdeval.
 */
export const ndcgExp: MetricDefinition = {
  name: "ndcg_exp",
  aliases: [],
  parameter: "optionalCutoff",
  title: "Order of what was retrieved, high grades first",
  summary: "1 when the most relevant results come first; a high grade weighs far more than a low one.",
  source: "Burges et al. 2005, doi:10.1145/1102351.1102363",
  score: ({ gains, ideal, exponential }, k) => {
    if (exponential !== undefined) return quotient(exponential, k);
    const highest = ideal[0] ?? 0;
    const gainOf = (grade: number): number => exponentialGain(grade, highest);
    return quotient({ gains: gains.map(gainOf), ideal: ideal.map(gainOf) }, k);
  },
};

function quotient(
  { gains, ideal }: { readonly gains: readonly number[]; readonly ideal: readonly number[] },
  k: number,
): number {
  return Math.min(1, share(dcg(gains, k), dcg(ideal, k)));
}
