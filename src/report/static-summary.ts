import type { Stage } from "../record/index.ts";
import { errorExamples } from "./error-examples.ts";
import { escapeHtml } from "./escape-html.ts";
import { capital, countOf, formatCount, formatPercent } from "./format.ts";
import { judgeLines } from "./judge-lines.ts";
import { type MetricRow, metricName, metricRows } from "./metric-row.ts";
import { notesOf, quarantineLines } from "./notes.ts";
import { type Outcome, outcomeOf, verdictSentence } from "./outcome.ts";
import type { ReportInput } from "./renderer.ts";

const words: Readonly<Record<Outcome, string>> = {
  pass: "Passed",
  fail: "Failed",
  inconclusive: "Inconclusive",
  "not-gated": "Not gated",
  incomplete: "Interrupted",
  "too-many-errors": "Too many errors",
};

/** The numbers of a run as plain HTML: what stands there where no script runs. The page puts itself in its place. */
export function renderStaticSummary(input: ReportInput): string {
  const { summary, comparison } = input;
  const { planned, scored, errors } = summary.cases;
  const outcome = outcomeOf(input);
  const kinds = errorExamples(input).map(
    ({ kind, count, caseId, message }) => `${kind}: ${formatCount(count)}, such as ${caseId}: ${message}`,
  );
  const { added, removed, edited } = comparison.caseSet;
  const changed = Object.entries({ added, removed, edited })
    .filter(([, ids]) => ids.length > 0)
    .map(([name, ids]) => `${countOf(ids.length, "case")} ${name}: ${ids.join(", ")}`);
  const sentences = comparison.findings.filter((one) => one.slice === null).map((one) => one.sentence);
  return [
    '<main class="static">',
    `<h1>${escapeHtml(summary.suite)}</h1>`,
    `<p>Run ${escapeHtml(summary.runId)}, ${escapeHtml(summary.startedAt)}</p>`,
    `<h2>${words[outcome]}</h2>`,
    `<p>${escapeHtml(verdictSentence(input))}</p>`,
    `<p>${formatCount(scored)} of ${countOf(planned, "case")} scored (${formatPercent(summary.coverage)}), ${formatCount(errors)} with errors.</p>`,
    renderStage(input, "retrieval"),
    renderStage(input, "generation"),
    ...judgeLines(summary).map(({ label, text }) => `<p>${escapeHtml(`${capital(label)}: ${text}`)}</p>`),
    renderList("What changed", sentences),
    renderList("Errors by kind", kinds),
    renderList("Why nothing or not all was compared", comparison.reasons),
    renderList("Cases that differ from the baseline", changed),
    renderList("Cases in quarantine", quarantineLines(input)),
    renderList("Notes", notesOf(summary)),
    "<noscript><p>The cases themselves are shown by a script, and scripts are switched off here.</p></noscript>",
    "</main>",
  ].join("\n");
}

function renderStage(input: ReportInput, stage: Stage): string {
  const rows = metricRows(input, stage);
  if (rows.length === 0) return "";
  const titles = ["metric", "mean", "n of planned", "baseline", "change, points", "allowed drop", "verdict"];
  const notice = stage === "generation" ? (input.summary.judge?.notice ?? "") : "";
  return [
    `<h2>${stage === "retrieval" ? "Retrieval" : "Generation"}</h2>`,
    notice === "" ? "" : `<p>Judge: ${escapeHtml(notice)}</p>`,
    `<table><thead><tr>${titles.map((title) => `<th scope="col">${title}</th>`).join("")}</tr></thead><tbody>`,
    ...rows.map(renderRow),
    "</tbody></table>",
  ].join("\n");
}

function renderRow(row: MetricRow): string {
  const cells = [row.mean, row.counts, row.baseline, row.change, row.margin, row.verdict];
  const name = `<th scope="row">${escapeHtml(metricName(row.metric))}</th>`;
  return `<tr>${name}${cells.map((cell) => `<td>${escapeHtml(cell)}</td>`).join("")}</tr>`;
}

function renderList(title: string, entries: readonly string[]): string {
  if (entries.length === 0) return "";
  return `<h2>${title}</h2>\n<ul>${entries.map((entry) => `<li>${escapeHtml(entry)}</li>`).join("")}</ul>`;
}
