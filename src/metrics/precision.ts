import type { MetricDefinition } from "./metric.ts";
import { hitsWithin } from "./within.ts";

/**
 * The share of the first k places that bring something relevant for the first time.
 *
 * precision@k = |{i ≤ k: credits_i > 0}| / k, also when fewer than k were retrieved.
 * Range 0 to 1.
 *
 * Source: trec_eval 9.0.8, `P_k`.
 */
export const precision: MetricDefinition = {
  name: "precision",
  aliases: ["p"],
  parameter: "cutoff",
  title: "Purity",
  summary: "The share of the first k results that bring something relevant.",
  source: "trec_eval 9.0.8, P_k",
  score: (ranking, k) => hitsWithin(ranking, k) / k,
};
