export type { Comparison, Finding, FindingVerdict, RunVerdict } from "./finding.ts";
