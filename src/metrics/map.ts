import type { MetricDefinition } from "./metric.ts";

/**
 * Average precision: the precision at each place where something relevant comes,
 * averaged over everything relevant.
 *
 * map@k = (1/R) Σ_{i=1..k} credits_i · hits_i / i, where hits_i counts the places up
 * to i with a credit. Divided by R, not by min(k, R). Range 0 to 1. Absent without
 * gold.
 *
 * Source: trec_eval 9.0.8, `map_cut_k`.
 */
export const map: MetricDefinition = {
  name: "map",
  aliases: ["ap"],
  title: "Average precision",
  summary: "High when everything relevant comes early: the purity at each relevant result, averaged.",
  source: "trec_eval 9.0.8, map_cut_k",
  score: ({ credits, total }, k) => {
    let hits = 0;
    let precisions = 0;
    for (const [i, credit] of credits.slice(0, k).entries()) {
      if (credit === 0) continue;
      hits += 1;
      precisions += (credit * hits) / (i + 1);
    }
    return precisions / total;
  },
};
