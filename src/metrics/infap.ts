import type { MetricDefinition } from "./metric.ts";
import { share } from "./within.ts";

/** Keeps the estimate defined where nothing above was judged, as in trec_eval. */
const epsilon = 0.00001;

/**
 * Inferred average precision: average precision as estimated where only a sample of
 * the pool was judged.
 *
 * infap = (1/R) Σ over credited ranks i of 1/i + (i−1)/i · p/(i−1) · (r + ε)/(r + s + 2ε),
 * where above rank i stand r relevant ones, s judged not relevant, and p of the pool (r, s
 * and those without a judgement), ε = 0.00001; rank 1 gives 1. Range 0 to 1. 0 when R = 0.
 *
 * Source: Yilmaz & Aslam 2006, doi:10.1145/1183614.1183633; trec_eval 9.0.8, `infAP`.
 */
export const infap: MetricDefinition = {
  name: "infap",
  aliases: ["inf_ap"],
  parameter: "none",
  title: "Average precision, inferred",
  summary: "Average precision as estimated from the results that someone judged.",
  source: "Yilmaz & Aslam 2006; trec_eval 9.0.8, infAP",
  score: ({ credits, labels, total }) => {
    let relevant = 0;
    let nonRelevant = 0;
    let pooled = 0;
    let sum = 0;
    for (const [i, label] of labels.entries()) {
      const credit = credits[i] ?? 0;
      if (credit > 0) {
        sum += credit * expectedPrecision(i, { relevant, nonRelevant, pooled });
        relevant += 1;
      }
      if (label === "notRelevant") nonRelevant += 1;
      if (label === "pooled") pooled += 1;
    }
    return share(sum, total);
  },
};

function expectedPrecision(
  i: number,
  {
    relevant,
    nonRelevant,
    pooled,
  }: { readonly relevant: number; readonly nonRelevant: number; readonly pooled: number },
): number {
  if (i === 0) return 1;
  const inPool = (relevant + nonRelevant + pooled) / i;
  const precisionOfJudged = (relevant + epsilon) / (relevant + nonRelevant + 2 * epsilon);
  return 1 / (i + 1) + (i / (i + 1)) * inPool * precisionOfJudged;
}
