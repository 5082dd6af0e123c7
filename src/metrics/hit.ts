import type { MetricDefinition } from "./metric.ts";
import { firstHit } from "./within.ts";

/**
 * Whether anything relevant is among the first k: 1 or 0.
 *
 * Source: trec_eval 9.0.8, `success_k`.
 */
export const hit: MetricDefinition = {
  name: "hit",
  aliases: ["success", "hit_rate", "hr"],
  parameter: "cutoff",
  title: "Hit",
  summary: "1 when at least one relevant result stands among the first k, else 0.",
  source: "trec_eval 9.0.8, success_k",
  score: (ranking, k) => (Number.isFinite(firstHit(ranking, k)) ? 1 : 0),
};
