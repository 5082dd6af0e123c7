import { ndcgBounds } from "./bounds.ts";
import { dcg } from "./dcg.ts";
import type { MetricDefinition } from "./metric.ts";
import { share } from "./within.ts";

/**
 * Normalised discounted cumulative gain: how close the order of the retrieved
 * chunks comes to the best order that the gold allows.
 *
 * ndcg@k = dcg@k / idcg@k, dcg@k = Σ_{i=1..k} gain_i / log2(i + 1), with the grade as
 * gain; idcg@k is that of the ideal list; ndcg takes both whole. Range 0 to 1: where
 * chunks share relevant things crosswise the greedy ideal can be beaten, and the list
 * counts as ideal. 0 when nothing has a grade above 0.
 *
 * Source: Järvelin & Kekäläinen 2002, doi:10.1145/582415.582418, with the linear
 * gain of trec_eval 9.0.8, `ndcg` and `ndcg_cut_k`. Burges' 2^grade − 1 gives other
 * numbers: that is `ndcg_exp`.
 */
export const ndcg: MetricDefinition = {
  name: "ndcg",
  aliases: ["ndcg_cut"],
  parameter: "optionalCutoff",
  title: "Order of what was retrieved",
  summary: "1 when the most relevant results come first, lower the further down they are.",
  source: "Järvelin & Kekäläinen 2002; trec_eval 9.0.8, ndcg_cut_k",
  bounds: ndcgBounds,
  score: ({ gains, ideal }, k) => Math.min(1, share(dcg(gains, k), dcg(ideal, k))),
};
