import type { MetricDefinition } from "./metric.ts";
import { share } from "./within.ts";

/**
 * Average precision: the precision at each place where something relevant comes,
 * averaged over everything relevant.
 *
 * map@k = (1/R) Σ_{i=1..k} credits_i · hits_i / i, where hits_i counts the places up
 * to i with a credit; map sums over the whole list. Divided by R, not by min(k, R).
 * Range 0 to 1. 0 when R = 0.
 *
 * Source: trec_eval 9.0.8, `map` and `map_cut_k`.
 */
export const map: MetricDefinition = {
  name: "map",
  aliases: ["ap", "map_cut"],
  parameter: "optionalCutoff",
  title: "Average precision",
  summary: "High when everything relevant comes early: the purity at each relevant result, averaged.",
  source: "trec_eval 9.0.8, map_cut_k",
  score: ({ credits, total }, k) => {
    const end = Math.min(k, credits.length);
    let hits = 0;
    let precisions = 0;
    for (let i = 0; i < end; i++) {
      const credit = credits[i] ?? 0;
      if (credit === 0) continue;
      hits += 1;
      precisions += (credit * hits) / (i + 1);
    }
    return share(precisions, total);
  },
};
