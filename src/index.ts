export { type Config, type ConfigSource, type Flags, loadConfig, type SuiteConfig } from "./config/index.ts";
export {
  type Case,
  type CaseError,
  type CaseErrorKind,
  CaseFailure,
  type Document,
  type Gold,
  type GoldGroup,
  InputError,
  type Language,
  type Problem,
  type RetrievedChunk,
  type Score,
  type Span,
  type TargetAnswer,
  type Turn,
  type Usage,
} from "./core/index.ts";
export { type EvaluateOptions, evaluate, type SuiteOutcome } from "./evaluate.ts";
export type { Comparison, Finding, FindingVerdict, RunVerdict } from "./gate/index.ts";
export {
  defineMetric,
  isMetric,
  type Metric,
  type MetricDefinition,
  type MetricInput,
  type MetricParameter,
  metricDefinitions,
  type Ranking,
  type RankLabel,
  type RelevanceOptions,
  type ResolveOptions,
  resolveMetric,
  scoreRetrieval,
} from "./metrics/index.ts";
export type { CaseResult, Mean, MetricSummary, SliceSummary, Summary } from "./record/index.ts";
export { formatQrels } from "./trec/index.ts";
