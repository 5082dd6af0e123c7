export { type ComparisonInput, compareRuns, type GateSettings } from "./compare.ts";
export { exitCodeOf, exitCodes } from "./exit-code.ts";
export type { Comparison, Finding, FindingVerdict, RunVerdict } from "./finding.ts";
