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
  const rankingOf = rankingsOf(gold, retrieved, relevance);
  const isMeasurable = hasGold(gold);
  const scores: Record<string, Score> = {};
  for (const metric of metrics)
    scores[metric.id] = isMeasurable ? scoreOne(metric, rankingOf(metric)) : absent("no gold");
  return { relevance, scores };
}

/** One list as each metric sees it, made once for all metrics of the same options. `usual`: without options. */
export function rankingsOf(
  gold: Gold,
  retrieved: readonly RetrievedChunk[],
  usual: Relevance,
): (metric: Metric) => Ranking {
  let others: Map<string, Ranking> | undefined;
  return ({ options }) => {
    if (options === usualOptions) return usual.ranking;
    others ??= new Map();
    const key = formatBracket(options);
    const ranking = others.get(key) ?? judgeRelevance(gold, retrieved, options).ranking;
    others.set(key, ranking);
    return ranking;
  };
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
