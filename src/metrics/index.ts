export { metricDefinitions } from "./list.ts";
export type { MetricDefinition } from "./metric.ts";
export type { Ranking } from "./ranking.ts";
export { judgeRelevance, type Relevance } from "./relevance.ts";
export { isMetric, type Metric, resolveMetric } from "./resolve.ts";
export { type RetrievalScores, scoreRetrieval } from "./score.ts";
