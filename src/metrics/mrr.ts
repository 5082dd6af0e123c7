import { mrrBounds } from "./bounds.ts";
import type { MetricDefinition } from "./metric.ts";
import { firstHit } from "./within.ts";

/**
 * One over the rank of the first relevant chunk, 0 when it is beyond k or nowhere.
 *
 * mrr@k = 1 / min{i ≤ k: credits_i > 0}; mrr looks at the whole list. Range 0 to 1.
 * The name is that of the mean over all cases, as the field has it.
 *
 * Source: Voorhees 1999, TREC-8 question answering track; trec_eval 9.0.8,
 * `recip_rank`, with a cut-off (`rr_cut_k`).
 */
export const mrr: MetricDefinition = {
  name: "mrr",
  aliases: ["rr", "recip_rank"],
  parameter: "optionalCutoff",
  title: "First hit",
  summary: "1 when the first result is relevant, 1/2 when it is the second, 1/3 the third, 0 beyond k.",
  summaryOfWhole: "1 when the first result is relevant, 1/2 when it is the second, 1/3 the third, 0 when none is.",
  source: "Voorhees 1999 (TREC-8); trec_eval 9.0.8, recip_rank",
  bounds: mrrBounds,
  score: (ranking, k) => 1 / firstHit(ranking, k),
};
