export { compareRuns } from "./compare.ts";
export type { Comparison, Finding, FindingVerdict, RunVerdict } from "./finding.ts";
export { exitCodeOf, settleVerdict } from "./settle.ts";
export type { OpenCase } from "./unlabelled.ts";
