import type { Finding } from "../gate/index.ts";
import type { Summary } from "../record/index.ts";
import { countOf, formatCount, formatPercent } from "./format.ts";
import type { ReportInput } from "./renderer.ts";

/**
 * What a run came to, as a reader has to take it: the gate's verdict, unless the run
 * was interrupted or too few cases could be scored for any verdict to count.
 */
export type Outcome = ReportInput["comparison"]["verdict"] | "incomplete" | "too-many-errors";

/** The outcome of a run. An interruption and errors come before the gate, as in the exit code. */
export function outcomeOf({ summary, comparison }: Pick<ReportInput, "summary" | "comparison">): Outcome {
  if (summary.status === "incomplete") return "incomplete";
  if (!summary.isCovered) return "too-many-errors";
  return comparison.verdict;
}

/** The verdict in one plain sentence or a few, with the numbers that it rests on; a filtered run says so at the end. */
export function verdictSentence(input: Pick<ReportInput, "summary" | "comparison">): string {
  return [decision(input), filterSentence(input.summary)].filter(Boolean).join(" ");
}

/** `2 of 10 cases ran (filter: first 2).`; empty when nothing was filtered. */
export function filterSentence({ cases, datasetCases, filters }: Summary): string {
  if (filters.length === 0) return "";
  return `${formatCount(cases.planned)} of ${countOf(datasetCases, "case")} ran (filter: ${filters.join(", ")}).`;
}

function decision(input: Pick<ReportInput, "summary" | "comparison">): string {
  const { summary, comparison } = input;
  const { planned, scored } = summary.cases;
  const outcome = outcomeOf(input);
  if (outcome === "incomplete") {
    return `The run was interrupted with ${formatCount(scored)} of ${countOf(planned, "case")} scored, so there is no verdict.`;
  }
  if (outcome === "too-many-errors") {
    const coverage = `${formatCount(scored)} of ${countOf(planned, "case")} scored (coverage ${formatPercent(summary.coverage)})`;
    return `${coverage}, below the minimum of ${formatPercent(summary.minCoverage)}, so the means decide nothing.`;
  }
  if (outcome === "fail") return sentencesOf(comparison.findings, "fail");
  if (outcome === "pass")
    return `No gated metric fell by more than is allowed. ${sentencesOf(comparison.findings, "pass")}`;
  return whyUndecided(input);
}

function whyUndecided({ comparison }: Pick<ReportInput, "comparison">): string {
  const reasons = comparison.reasons.join("; ");
  const undecided = sentencesOf(comparison.findings, "inconclusive");
  if (comparison.verdict === "not-gated")
    return `The metrics are reported, not gated: ${reasons || "no metric is gated"}. This is not a pass.`;
  if (comparison.kind === "none") return `Nothing was compared: ${reasons || "there is no baseline"}.`;
  if (comparison.kind === "not-comparable") return `This run and its baseline cannot be compared: ${reasons}.`;
  return [undecided, reasons === "" ? "" : `The comparison is not like for like: ${reasons}.`]
    .filter(Boolean)
    .join(" ");
}

function sentencesOf(findings: readonly Finding[], verdict: Finding["verdict"]): string {
  return findings
    .filter((finding) => finding.verdict === verdict)
    .map((finding) => finding.sentence)
    .join(" ");
}
