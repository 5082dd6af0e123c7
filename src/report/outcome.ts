import type { Finding } from "../gate/index.ts";
import type { QuarantinedCase, Summary } from "../record/index.ts";
import { countOf, formatChange, formatCount, formatPercent } from "./format.ts";
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

/** The verdict in one plain sentence or a few, with the numbers that it rests on; then what to do next, and whether it was filtered. */
export function verdictSentence(input: Pick<ReportInput, "summary" | "comparison">): string {
  const parts = [
    armsSentence(input.comparison),
    decision(input),
    watchedSentence(input),
    ...quarantineSentences(input),
    nextSentence(input),
    filterSentence(input.summary),
  ];
  return parts.filter(Boolean).join(" ");
}

function armsSentence({ arms }: ReportInput["comparison"]): string {
  if (arms === undefined) return "";
  const { before, after, unchanged, of } = arms;
  return `${before} -> ${after}: ${formatCount(unchanged)} of ${formatCount(of)} unchanged by construction.`;
}

/** Watched metrics, over all cases, of a passed run that fell by more than the gated ones may. */
export function watchedDrops(input: Pick<ReportInput, "summary" | "comparison">): readonly WatchedDrop[] {
  const { findings } = input.comparison;
  const margin = findings.find((finding) => finding.margin !== null)?.margin ?? null;
  if (margin === null || outcomeOf(input) !== "pass") return [];
  return findings.flatMap(({ metric, slice, change, verdict }) =>
    verdict === "watched" && slice === null && change !== null && change < -margin - 1e-9
      ? [{ metric, points: formatChange(change, margin) }]
      : [],
  );
}

/** A watched metric and its drop in percentage points, such as `−71.67`. */
interface WatchedDrop {
  readonly metric: string;
  readonly points: string;
}

/** What the reader of an undecided run can do: make a first baseline, or replace the one that no longer fits. */
export type NextStep = "first-baseline" | "new-baseline";

/** The next step of a run; null when there is none to name. */
export function nextStepOf(input: Pick<ReportInput, "summary" | "comparison">): NextStep | null {
  const { kind, caseSet, corpusChanged } = input.comparison;
  if (outcomeOf(input) !== "inconclusive") return null;
  if (kind === "none") return "first-baseline";
  const isChanged = corpusChanged || [caseSet.added, caseSet.removed, caseSet.edited].some((ids) => ids.length > 0);
  return kind === "not-comparable" || isChanged ? "new-baseline" : null;
}

/** The command that makes a run of this suite its baseline. */
export function acceptCommand({ suite }: Pick<Summary, "suite">): string {
  return `touchstone eval ${suite} --update-baseline`;
}

function watchedSentence(input: Pick<ReportInput, "summary" | "comparison">): string {
  const drops = watchedDrops(input).map(({ metric, points }) => `${metric} (${points} points)`);
  return drops.length === 0 ? "" : `Watched, not gated, and down by more than that: ${drops.join(", ")}.`;
}

/** The cases that are out of retrieval: those of this run, and those that only the baseline has quarantined. */
export function quarantinedCases({ summary, comparison }: Pick<ReportInput, "summary" | "comparison">): {
  readonly now: readonly QuarantinedCase[];
  readonly before: readonly QuarantinedCase[];
} {
  const now = new Set(summary.quarantined.map(({ caseId }) => caseId));
  return {
    now: summary.quarantined,
    before: comparison.caseSet.quarantined.filter(({ caseId }) => !now.has(caseId)),
  };
}

function quarantineSentences(input: Pick<ReportInput, "summary" | "comparison">): readonly string[] {
  const { now, before } = quarantinedCases(input);
  return [
    now.length === 0
      ? ""
      : `${countOf(now.length, "case")} quarantined: gold no longer stands in the corpus (${namesOf(now)}); see \`touchstone dataset check\`.`,
    before.length === 0
      ? ""
      : `${countOf(before.length, "case")} quarantined in the baseline, so out of both sides of retrieval: ${namesOf(before)}.`,
  ];
}

/** The first five names. */
export function namesOf(cases: readonly QuarantinedCase[]): string {
  const shown = cases.slice(0, 5).map(({ caseId }) => `\`${caseId}\``);
  return cases.length > shown.length
    ? `${shown.join(", ")} and ${formatCount(cases.length - shown.length)} more`
    : shown.join(", ");
}

function nextSentence(input: Pick<ReportInput, "summary" | "comparison">): string {
  const step = nextStepOf(input);
  if (step === null) return "";
  const command = `\`${acceptCommand(input.summary)}\``;
  return step === "first-baseline"
    ? `Accept this run as the baseline with ${command}.`
    : `To compare from here on, accept this run with ${command}.`;
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
    const how = summary.stopped === null ? "was interrupted" : `stopped, since ${summary.stopped},`;
    return `The run ${how} with ${formatCount(scored)} of ${countOf(planned, "case")} scored, so there is no verdict.`;
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
