import type { MetricDefinition } from "./metric.ts";

/**
 * Rank-biased precision: what a reader gains who goes from each result on to the next
 * with the probability p.
 *
 * rbp(p) = (1 − p) Σ over credited ranks i of p^(i−1). Range 0 to below 1: a list of n
 * relevant results has 1 − p^n.
 *
 * Source: Moffat & Zobel 2008, doi:10.1145/1416950.1416952, with binary relevance.
 */
export const rbp: MetricDefinition = {
  name: "rbp",
  aliases: [],
  parameter: "persistence",
  title: "Purity as a patient reader sees it",
  summary: "The share of relevant results, weighed by how likely a reader is to come that far down the list.",
  source: "Moffat & Zobel 2008, doi:10.1145/1416950.1416952",
  score: ({ credits }, persistence) => {
    let total = 0;
    let weight = 1;
    for (const credit of credits) {
      if (credit > 0) total += weight;
      weight *= persistence;
    }
    return (1 - persistence) * total;
  },
};
