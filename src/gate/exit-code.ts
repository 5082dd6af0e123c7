import type { Summary } from "../record/index.ts";
import type { Comparison } from "./finding.ts";

/** The exit codes of a run that came to its end; 2 and 70 are for what never became a run. */
export const exitCodes = { done: 0, failed: 1, wrongInput: 2, undecided: 3, ownFault: 70, interrupted: 130 } as const;

/**
 * What a run ends as. Too many errors come before a failed gate: its means are
 * over the cases that happened to work, and the world's failure must not read as a
 * regression.
 */
export function exitCodeOf(summary: Summary, comparison: Comparison): number {
  if (summary.status === "incomplete") return exitCodes.interrupted;
  if (summary.coverage < summary.minCoverage - 1e-9) return exitCodes.undecided;
  if (comparison.verdict === "fail") return exitCodes.failed;
  return comparison.verdict === "inconclusive" ? exitCodes.undecided : exitCodes.done;
}
