import type { MetricDefinition } from "./metric.ts";
import { foundWithin, harmonicMean, hitsWithin, share } from "./within.ts";

/**
 * The harmonic mean of precision@k and recall@k.
 *
 * f1@k = 2 · P · R / (P + R), 0 when both are 0. Range 0 to 1; below 1 whenever k is
 * not the number of relevant things.
 *
 * Source: van Rijsbergen 1979, Information Retrieval, chapter 7 (effectiveness, β = 1).
 */
export const f1: MetricDefinition = {
  name: "f1",
  aliases: [],
  parameter: "cutoff",
  title: "Purity and found in one",
  summary: "High only when most of what should be found is among the first k results and little else is.",
  source: "van Rijsbergen 1979, F1 of precision@k and recall@k",
  score: (ranking, k) => harmonicMean(hitsWithin(ranking, k) / k, share(foundWithin(ranking, k), ranking.total)),
};
