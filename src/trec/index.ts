export { type EvaluateRunOptions, evaluateRun, type RunScores } from "./evaluate-run.ts";
export { formatQrels } from "./format-qrels.ts";
export { readQrels } from "./qrels.ts";
export { readRun } from "./run.ts";
export { entriesOf, queryOf, type RunList } from "./run-list.ts";
