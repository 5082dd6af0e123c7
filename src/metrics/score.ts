import {
  absent,
  type CaseError,
  failed,
  type Gold,
  hasGold,
  type RetrievedChunk,
  type Score,
  scored,
} from "../core/index.ts";
import type { Ranking } from "./ranking.ts";
import { judgeRelevance, type Relevance, type RelevanceOptions } from "./relevance.ts";
import type { Metric } from "./resolve.ts";

/** What the metrics make of one retrieved list. */
export interface RetrievalScores {
  readonly relevance: Relevance;
  /** By metric id. */
  readonly scores: Readonly<Record<string, Score>>;
}

/**
 * Scores one retrieved list by every metric.
 *
 * Without gold each score is absent. A value outside 0 to 1 is an error of the
 * kind `metric_out_of_range`, since it must not enter a mean.
 */
export function scoreRetrieval(
  gold: Gold,
  retrieved: readonly RetrievedChunk[],
  metrics: readonly Metric[],
  options: RelevanceOptions = {},
): RetrievalScores {
  const relevance = judgeRelevance(gold, retrieved, options);
  const scores: Record<string, Score> = {};
  const isMeasurable = hasGold(gold);
  for (const metric of metrics)
    scores[metric.id] = isMeasurable ? scoreOne(metric, relevance.ranking) : absent("no gold");
  return { relevance, scores };
}

function scoreOne(metric: Metric, ranking: Ranking): Score {
  const value = metric.definition.score(ranking, metric.argument);
  return value >= 0 && value <= 1 ? scored(value) : failed(outOfRange(metric, value));
}

function outOfRange(metric: Metric, value: number): CaseError {
  return { kind: "metric_out_of_range", message: `\`${metric.id}\` gave ${value}, which is not from 0 to 1` };
}
