export { type EvaluateRunOptions, evaluateRun, type RunScores } from "./evaluate-run.ts";
export { type Qrels, readQrels } from "./qrels.ts";
export { type RunFacts, type RunReader, readRun } from "./run.ts";
export { entriesOf, queryOf, type RunList } from "./run-list.ts";
