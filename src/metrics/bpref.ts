import type { MetricDefinition } from "./metric.ts";
import { share } from "./within.ts";

/**
 * Binary preference: how often what is relevant stands above what was judged not
 * relevant. What nobody judged is passed over, so it costs nothing.
 *
 * bpref = (1/R) Σ over credited ranks of 1 − min(m, R) / min(N, R), where m counts the
 * things judged not relevant above that rank and N all of them in the labels; 1 when
 * m = 0. Range 0 to 1. 0 when R = 0; with no such judgement it is the recall of the
 * whole list.
 *
 * Source: Buckley & Voorhees 2004, doi:10.1145/1008992.1009000, in the form of
 * trec_eval 9.0.8, `bpref`, which divides by min(N, R) where the paper has R.
 */
export const bpref: MetricDefinition = {
  name: "bpref",
  aliases: [],
  parameter: "none",
  title: "Relevant above not relevant",
  summary: "How often what is relevant stands above what was judged not relevant; what nobody judged is passed over.",
  source: "Buckley & Voorhees 2004; trec_eval 9.0.8, bpref",
  score: ({ credits, labels, total, nonRelevant }) => {
    const most = Math.min(nonRelevant, total);
    let above = 0;
    let sum = 0;
    for (const [i, label] of labels.entries()) {
      if (label === "notRelevant") above += 1;
      const credit = credits[i] ?? 0;
      if (credit > 0) sum += credit * (above === 0 ? 1 : 1 - Math.min(above, total) / most);
    }
    return share(sum, total);
  },
};
