import { exitCodes } from "../core/index.ts";
import type { Summary } from "../record/index.ts";
import type { Comparison, Finding } from "./finding.ts";

/**
 * The comparison as it counts: over a run that was interrupted, or in which too many
 * cases have errors, there is no verdict. Its means are over the cases that happened
 * to work, and the world's failure must read neither as a regression nor as a pass.
 */
export function settleVerdict(comparison: Comparison, summary: Summary): Comparison {
  const counts = summary.status === "complete" && summary.isCovered;
  if (counts) return comparison;
  const findings = comparison.findings.map(
    (finding): Finding => (finding.verdict === "watched" ? finding : { ...finding, verdict: "inconclusive" }),
  );
  return { ...comparison, verdict: "inconclusive", findings };
}

/** What a run ends as, by its settled verdict. */
export function exitCodeOf(summary: Summary, { verdict }: Comparison): number {
  if (summary.status === "incomplete") return summary.stopped === null ? exitCodes.interrupted : exitCodes.undecided;
  if (verdict === "fail") return exitCodes.failed;
  return verdict === "inconclusive" ? exitCodes.undecided : exitCodes.done;
}
