import type { MetricDefinition } from "./metric.ts";
import type { Ranking } from "./ranking.ts";
import { share } from "./within.ts";

/** What the first k chunks hold, in characters. */
function charactersWithin(
  { characters }: Ranking,
  k: number,
): { readonly found: number; readonly retrieved: number; readonly total: number } {
  if (characters === undefined) throw new RangeError("the gold is not evidence spans");
  const last = Math.min(k, characters.found.length) - 1;
  return {
    found: characters.found[last] ?? 0,
    retrieved: characters.retrieved[last] ?? 0,
    total: characters.total,
  };
}

const source = "Smith & Troynikov 2024, Evaluating Chunking Strategies for Retrieval (Chroma)";

/**
 * The share of the evidence that the first k chunks hold, in characters.
 *
 * span_recall@k = |E ∩ C_k| / |E|, E being the characters of all evidence spans and C_k
 * those of the first k chunks, each counted once though spans or chunks overlap. Range 0
 * to 1. Unlike recall@k it has no threshold: a chunk with a tenth of a span counts with it.
 *
 * Source: Smith & Troynikov 2024, Evaluating Chunking Strategies for Retrieval, Chroma
 * technical report; there in tokens, here in UTF-16 code units, which need no tokenizer.
 */
export const spanRecall: MetricDefinition = {
  name: "span_recall",
  aliases: [],
  parameter: "cutoff",
  needs: "spans",
  title: "Evidence found, in characters",
  summary: "The share of the characters of the evidence that the first k results hold.",
  source,
  score: (ranking, k) => {
    const { found, total } = charactersWithin(ranking, k);
    return share(found, total);
  },
};

/**
 * The share of what the first k chunks hold that is evidence, in characters: how little
 * of the generator's context is wasted.
 *
 * span_precision@k = |E ∩ C_k| / |C_k|, see `spanRecall`. Range 0 to 1. 0 when nothing was
 * retrieved. The source counts a character again for each chunk that holds it; here it
 * counts once.
 *
 * Source: as `spanRecall`.
 */
export const spanPrecision: MetricDefinition = {
  name: "span_precision",
  aliases: [],
  parameter: "cutoff",
  needs: "spans",
  title: "Purity, in characters",
  summary: "The share of the characters of the first k results that are evidence.",
  source,
  score: (ranking, k) => {
    const { found, retrieved } = charactersWithin(ranking, k);
    // Stretched places of a quotation found by its text can be a character longer than that text.
    return Math.min(1, share(found, retrieved));
  },
};

/**
 * How far the evidence and what the first k chunks hold are the same, in characters
 * (Jaccard index): low when evidence is missing and when there is much beside it.
 *
 * span_iou@k = |E ∩ C_k| / |E ∪ C_k|, see `spanRecall`. Range 0 to 1; never above
 * span_recall@k or span_precision@k.
 *
 * Source: as `spanRecall`.
 */
export const spanIou: MetricDefinition = {
  name: "span_iou",
  aliases: [],
  parameter: "cutoff",
  needs: "spans",
  title: "Evidence and results alike, in characters",
  summary: "1 when the first k results hold all of the evidence and nothing else.",
  source,
  score: (ranking, k) => {
    const { found, retrieved, total } = charactersWithin(ranking, k);
    return Math.min(1, share(found, total + retrieved - found));
  },
};
