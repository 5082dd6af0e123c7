export { metricDefinitions } from "./list.ts";
export type { MetricDefinition } from "./metric.ts";
export type { Ranking } from "./ranking.ts";
export { isMetric, type Metric, resolveMetric } from "./resolve.ts";
export { scoreRetrieval } from "./score.ts";
