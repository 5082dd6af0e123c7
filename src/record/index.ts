export type { Arms } from "./arms.ts";
export {
  type Baseline,
  baselineOf,
  differencesThatForbid,
  formatBaseline,
  parseBaseline,
  readBaselineFile,
  whyNoBaseline,
} from "./baseline.ts";
export { deriveSummary, groupByCase, quarantinedOf, scoreOfCase } from "./derive-summary.ts";
export {
  findRuns,
  formatJson,
  formatResults,
  parseJsonFile,
  type RunRecord,
  readRun,
  resumeRun,
  runFolderOf,
  startRun,
  writeWhole,
} from "./files.ts";
export { formatParquet } from "./format-parquet.ts";
export { readGit } from "./git.ts";
export { type GitChanges, readGitChanges } from "./git-changes.ts";
export { hideSecrets } from "./hide-secrets.ts";
export {
  type AnsweredEvent,
  type CaseEvent,
  type JournalEvent,
  type JudgedEvent,
  type ModelCalls,
  type PlannedCase,
  parseJournal,
  type RetrievedEvent,
} from "./journal.ts";
export { type Fingerprint, type Manifest, type MetricLegend, type Stage, whatDiffers } from "./manifest.ts";
export type { CaseResult, CaseScores, GoldNote, JudgedChunk, JudgedClaim, Judgement, Results } from "./result.ts";
export type { RunJournal } from "./run-journal.ts";
export type { Mean, MetricSummary, QuarantinedCase, Rate, SliceSummary, Summary } from "./summary.ts";
