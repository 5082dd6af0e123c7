import type { MetricDefinition } from "./metric.ts";

/**
 * The share of the first k places that hold something relevant, each chunk counted:
 * three chunks of the one gold document are three, where `precision@k` counts one.
 *
 * chunk_precision@k = |{i ≤ k: label_i is relevant}| / k, also when fewer than k were
 * retrieved. Range 0 to 1. Equal to precision@k where no two chunks share a relevant thing.
 *
 * Source: trec_eval 9.0.8, `P_k`, with the judgement of its document for each chunk.
 */
export const chunkPrecision: MetricDefinition = {
  name: "chunk_precision",
  aliases: ["chunk_p"],
  parameter: "cutoff",
  title: "Purity, each chunk counted",
  summary: "The share of the first k results that are relevant, also those that repeat what stands above them.",
  source: "trec_eval 9.0.8, P_k, each chunk judged as its document",
  score: ({ labels }, k) => {
    const end = Math.min(k, labels.length);
    let relevant = 0;
    for (let i = 0; i < end; i++) if (labels[i] === "relevant") relevant += 1;
    return relevant / k;
  },
};
