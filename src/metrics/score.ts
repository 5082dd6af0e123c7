import {
  absent,
  type CaseError,
  CaseFailure,
  failed,
  type Gold,
  hasGold,
  type RetrievedChunk,
  type Score,
  scored,
} from "../core/index.ts";
import { formatBracket, usualOptions } from "./options.ts";
import type { Ranking } from "./ranking.ts";
import { judgeRelevance, type Relevance } from "./relevance.ts";
import type { Metric } from "./resolve.ts";

/** What the metrics make of one retrieved list. */
export interface RetrievalScores {
  /** As metrics without options see it: what a report marks. */
  readonly relevance: Relevance;
  /** By metric id. */
  readonly scores: Readonly<Record<string, Score>>;
}

/**
 * Scores one retrieved list by every metric.
 *
 * Without gold each score is absent, and so is one that counts characters where the gold
 * is not evidence spans. A value that is no number from 0 to 1 is an error of the kind
 * `metric_out_of_range`, since it must not enter a mean; a `CaseFailure` that a metric
 * throws is the error that it carries.
 */
export function scoreRetrieval(
  gold: Gold,
  retrieved: readonly RetrievedChunk[],
  metrics: readonly Metric[],
): RetrievalScores {
  const relevance = judgeRelevance(gold, retrieved);
  const scores: Record<string, Score> = {};
  const isMeasurable = hasGold(gold);
  let others: Map<string, Ranking> | undefined;
  for (const metric of metrics) {
    if (!isMeasurable) scores[metric.id] = absent("no gold");
    else if (metric.options === usualOptions) scores[metric.id] = scoreOne(metric, relevance.ranking);
    else {
      others ??= new Map();
      const key = formatBracket(metric.options);
      const ranking = others.get(key) ?? judgeRelevance(gold, retrieved, metric.options).ranking;
      others.set(key, ranking);
      scores[metric.id] = scoreOne(metric, ranking);
    }
  }
  return { relevance, scores };
}

function scoreOne({ id, argument, definition }: Metric, ranking: Ranking): Score {
  if (definition.needs === "spans" && ranking.characters === undefined)
    return absent("the gold names ids, and this counts characters of evidence spans");
  try {
    const value: unknown = definition.score(ranking, argument);
    const isShare = typeof value === "number" && value >= 0 && value <= 1;
    return isShare ? scored(value) : failed(outOfRange(id, value));
  } catch (error) {
    if (error instanceof CaseFailure) return failed(error.error);
    throw error;
  }
}

function outOfRange(id: string, value: unknown): CaseError {
  const given = typeof value === "number" ? String(value) : `a value of the type ${typeof value}`;
  return { kind: "metric_out_of_range", message: `\`${id}\` gave ${given}, which is not a number from 0 to 1` };
}
