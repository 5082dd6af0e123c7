export { type JudgedListOptions, scoreJudgedList } from "./judged-list.ts";
export { metricDefinitions } from "./list.ts";
export { meanByQuery } from "./mean-by-query.ts";
export { defineMetric, type MetricDefinition, type MetricInput, type MetricParameter } from "./metric.ts";
export { rankByScore } from "./rank-by-score.ts";
export type { Ranking, RankLabel } from "./ranking.ts";
export type { RelevanceOptions } from "./relevance.ts";
export { describeMetric, isMetric, type Metric, type ResolveOptions, resolveMetric, spellings } from "./resolve.ts";
export { scoreRetrieval } from "./score.ts";
