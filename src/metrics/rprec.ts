import type { MetricDefinition } from "./metric.ts";
import { foundWithin, share } from "./within.ts";

/**
 * The share of the relevant things among the first R places, R being their number:
 * there precision and recall are the same.
 *
 * rprec = Σ_{i=1..R} credits_i / R, also when fewer than R were retrieved. Range 0 to 1.
 * 0 when R = 0.
 *
 * Source: trec_eval 9.0.8, `Rprec`.
 */
export const rprec: MetricDefinition = {
  name: "rprec",
  aliases: ["r_prec", "r_precision"],
  parameter: "none",
  title: "Found at the best possible place",
  summary: "The share of what should be found that is found in as many results as would do.",
  source: "trec_eval 9.0.8, Rprec",
  score: (ranking) => share(foundWithin(ranking, ranking.total), ranking.total),
};
