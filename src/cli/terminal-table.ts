import { showControls } from "../core/index.ts";
import type { SuiteOutcome } from "../evaluate.ts";
import type { Finding } from "../gate/index.ts";
import type { MetricSummary } from "../record/index.ts";
import { judgeLines, verdictSentence } from "../report/index.ts";
import { alignColumns } from "./align-columns.ts";
import { formatCost } from "./format-cost.ts";

/** What the terminal shows of one suite: counts, the two tables, the verdict, the path of the report. */
export function formatOutcome(outcome: SuiteOutcome): string {
  const { summary, comparison } = outcome;
  const { planned, scored, errors } = summary.cases;
  const lines = [
    "",
    `${summary.suite}: ${scored} of ${planned} cases scored, ${errors} with errors${errorKinds(outcome)}`,
    ...errorLines(outcome),
    ...[...summary.notes, ...(summary.calls?.warnings ?? []), ...duplicateNotes(outcome)].map(
      (note) => `note: ${note}`,
    ),
    "",
    ...tableLines(outcome),
    "",
    ...judgeLines(summary).map(({ label, text }) => `${label}: ${text}`),
    `${comparison.verdict.toUpperCase()}: ${verdictSentence(outcome)}`,
    ...labelLines(outcome),
    ...baselineLines(outcome),
    ...callLines(outcome),
    `report: ${outcome.report}`,
  ];
  return lines.map((line) => showControls(line)).join("\n");
}

const header = ["metric", "mean", "n of planned", "baseline", "change", "verdict"];

/** Both stages in one table, so that the columns meet, and yet apart; the judge's notice stands by its scores. */
function tableLines(outcome: SuiteOutcome): readonly string[] {
  const retrieval = rowsOf(outcome, "retrieval");
  const generation = rowsOf(outcome, "generation");
  const [head = "", ...rows] = alignColumns([header, ...retrieval, ...generation]).map((line) => `  ${line}`);
  const scored = rows.slice(retrieval.length);
  const judged = scored.length === 0 ? [] : ["", `  generation: ${outcome.summary.judge?.notice ?? ""}`, ...scored];
  return [head, "  retrieval", ...rows.slice(0, retrieval.length), ...judged];
}

function rowsOf({ summary, comparison }: SuiteOutcome, stage: MetricSummary["stage"]): readonly (readonly string[])[] {
  return summary.metrics
    .filter((metric) => metric.stage === stage)
    .map((metric) => {
      const finding = comparison.findings.find((one) => one.metric === metric.id && one.slice === null);
      return [
        metric.scale === 1 ? metric.id : `${metric.id} (0-${metric.scale})`,
        formatScore(metric.mean, 1),
        countsOf(metric),
        formatScore(finding?.baseline ?? null, metric.scale),
        formatChange(finding),
        finding?.verdict ?? "not compared",
      ];
    });
}

function countsOf({ n, planned, absent, quarantined, errors, stage }: MetricSummary): string {
  const unlabelled = absent - quarantined;
  const notes = [
    ...(unlabelled > 0 ? [stage === "retrieval" ? `${unlabelled} without gold` : `${unlabelled} not measurable`] : []),
    ...(quarantined > 0 ? [`${quarantined} quarantined`] : []),
    ...(errors > 0 ? [`${errors} with errors`] : []),
  ];
  return notes.length === 0 ? `${n} of ${planned}` : `${n} of ${planned} (${notes.join(", ")})`;
}

function formatScore(value: number | null, scale: number): string {
  return value === null ? "–" : (value * scale).toFixed(3);
}

/** In percentage points, so that judged scores and metrics read alike. */
function formatChange(finding: Finding | undefined): string {
  if (finding?.change == null) return "–";
  const points = finding.change * 100;
  if (finding.better === 0 && finding.worse === 0) return "0";
  return `${points < 0 ? "−" : "+"}${Math.abs(points).toFixed(2)} points`;
}

function errorKinds({ summary }: SuiteOutcome): string {
  const kinds = Object.entries(summary.cases.errorsByKind).map(([kind, count]) => `${count} ${kind}`);
  return kinds.length === 0 ? "" : ` (${kinds.join(", ")})`;
}

/** Tokens are those of the provider's own count; where it gave none they are unknown, not 0. */
function callLines({ summary }: SuiteOutcome): readonly string[] {
  const { calls } = summary;
  if (calls === null) return [];
  const limits =
    calls.rateLimited > 0
      ? [`rate limited ${calls.rateLimited} times, waited ${Math.round(calls.waitedMs / 1000)} s`]
      : [];
  const tokens =
    calls.tokensKnownFor === 0
      ? "tokens unknown"
      : `${calls.tokens} tokens (known for ${calls.tokensKnownFor} of ${calls.requests} requests)`;
  return [
    `model calls: ${[`${calls.requests} sent`, `${calls.cacheHits} from the cache`, ...limits, tokens, formatCost(calls)].join(", ")}`,
  ];
}

function duplicateNotes({ summary }: SuiteOutcome): readonly string[] {
  const { droppedDuplicates } = summary.cases;
  return droppedDuplicates === 0
    ? []
    : [`${droppedDuplicates} retrieved entries were dropped, since the same id stood further up`];
}

/** One example of each kind of error: most often all of a kind have one cause. */
function errorLines({ results }: SuiteOutcome): readonly string[] {
  const examples = new Map<string, string>();
  for (const { caseId, error, retrieval, generation } of results.scores) {
    const scores = [...Object.values(retrieval), ...Object.values(generation)];
    for (const one of [error, ...scores.map((score) => (score.kind === "error" ? score.error : null))]) {
      if (one !== null && !examples.has(one.kind))
        examples.set(one.kind, `  ${one.kind}, such as \`${caseId}\`: ${shorten(one.message)}`);
    }
  }
  return [...examples.values()];
}

function shorten(text: string): string {
  const line = text.replace(/\s+/g, " ");
  return line.length > 300 ? `${line.slice(0, 300)}…` : line;
}

/** What to do where labels would decide. */
function labelLines({ toLabel, summary }: SuiteOutcome): readonly string[] {
  if (toLabel === null) return [];
  return [`to label: ${toLabel}; fill in each grade, then \`touchstone review import ${toLabel} ${summary.suite}\``];
}

function baselineLines({ baselineWritten, baselineRefused }: SuiteOutcome): readonly string[] {
  if (baselineWritten !== null) return [`baseline: ${baselineWritten} written; commit it`];
  return baselineRefused === null ? [] : [`baseline: not written, since ${baselineRefused}`];
}
