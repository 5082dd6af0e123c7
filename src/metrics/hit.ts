import type { MetricDefinition } from "./metric.ts";

/**
 * Whether anything relevant is among the first k: 1 or 0. Absent without gold.
 *
 * Source: trec_eval 9.0.8, `success_k`.
 */
export const hit: MetricDefinition = {
  name: "hit",
  aliases: ["success", "hit_rate", "hr"],
  title: "Hit",
  summary: "1 when at least one relevant result stands among the first k, else 0.",
  source: "trec_eval 9.0.8, success_k",
  score: ({ credits }, k) => (credits.slice(0, k).some((credit) => credit > 0) ? 1 : 0),
};
