import type { MetricDefinition } from "./metric.ts";
import { share } from "./within.ts";

/**
 * The share of the first k results that someone judged, with whatever grade: how much
 * the other numbers can be trusted.
 *
 * judged@k = |{i ≤ k: label_i is not unjudged}| / min(k, n), n being the length of the
 * list. Range 0 to 1. 0 when nothing was retrieved.
 *
 * Source: ir_measures, `Judged@k`.
 */
export const judged: MetricDefinition = {
  name: "judged",
  aliases: [],
  parameter: "cutoff",
  title: "Judged",
  summary: "The share of the first k results that the labels know, whatever they say of them.",
  source: "ir_measures, Judged@k",
  score: ({ labels }, k) => {
    const end = Math.min(k, labels.length);
    let known = 0;
    for (let i = 0; i < end; i++) if (labels[i] !== "unjudged") known += 1;
    return share(known, end);
  },
};
