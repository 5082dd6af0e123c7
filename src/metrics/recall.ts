import { recallBounds } from "./bounds.ts";
import type { MetricDefinition } from "./metric.ts";
import { foundWithin, share } from "./within.ts";

/**
 * The share of the relevant things that are among the first k.
 *
 * recall@k = Σ_{i=1..k} credits_i / R. Range 0 to 1; below 1 when k < R in a list
 * without chunks that satisfy several things at once. 0 when R = 0.
 *
 * Source: trec_eval 9.0.8, `recall_k`.
 */
export const recall: MetricDefinition = {
  name: "recall",
  aliases: ["r"],
  parameter: "cutoff",
  title: "Found",
  summary: "The share of what should be found that stands among the first k results.",
  source: "trec_eval 9.0.8, recall_k",
  bounds: recallBounds,
  score: (ranking, k) => share(foundWithin(ranking, k), ranking.total),
};
