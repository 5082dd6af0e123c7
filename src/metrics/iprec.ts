import type { MetricDefinition } from "./metric.ts";

/**
 * Interpolated precision at a recall level r: the best precision at any rank from the
 * one on where that share of the relevant things is found.
 *
 * iprec@r = max over ranks i ≥ i_r of hits_i / i, where i_r is the first rank with
 * floor(r · R + 0.9) things found. Range 0 to 1. 0 when the level is not reached, and
 * when R = 0.
 *
 * Source: trec_eval 9.0.8, `iprec_at_recall`. Version 10.0 rounds r · R instead.
 */
export const iprec: MetricDefinition = {
  name: "iprec",
  aliases: ["iprec_at_recall"],
  parameter: "recallLevel",
  title: "Purity at a share found",
  summary: "The best purity of a list that is long enough to hold the share given of what should be found.",
  source: "trec_eval 9.0.8, iprec_at_recall",
  score: ({ credits, total }, level) => {
    const needed = Math.floor(level * total + 0.9);
    let found = 0;
    let hits = 0;
    let best = 0;
    for (let i = 0; i < credits.length; i++) {
      const credit = credits[i] ?? 0;
      found += credit;
      if (credit > 0) hits += 1;
      if (found >= needed && hits / (i + 1) > best) best = hits / (i + 1);
    }
    return best;
  },
};
