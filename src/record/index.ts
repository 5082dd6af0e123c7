export type { CaseResult, GoldNote, JudgedChunk, Judgement } from "./result.ts";
export type { Mean, MetricSummary, SliceSummary, Stage, Summary } from "./summary.ts";
