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
  isMetric,
  type Metric,
  type MetricDefinition,
  metricDefinitions,
  type Ranking,
  resolveMetric,
  scoreRetrieval,
} from "./metrics/index.ts";
export type { CaseResult, Mean, MetricSummary, SliceSummary, Summary } from "./record/index.ts";
