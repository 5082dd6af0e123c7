export { compareRuns } from "./compare.ts";
export { exitCodeOf, exitCodes } from "./exit-code.ts";
export type { Comparison, Finding, FindingVerdict, RunVerdict } from "./finding.ts";
