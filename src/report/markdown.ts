import type { CaseResult, CaseScores } from "../record/index.ts";
import { capital, countOf, formatChange, formatCount, noNumber } from "./format.ts";
import { judgeLines } from "./judge-lines.ts";
import { escapeMarkdown } from "./markdown-text.ts";
import { type MetricRow, metricName, metricRows } from "./metric-row.ts";
import { notesOf, quarantineLines } from "./notes.ts";
import { type Outcome, outcomeOf, verdictSentence } from "./outcome.ts";
import type { Renderer, ReportInput } from "./renderer.ts";

/** Rows of each list. GitHub drops a step summary above 1 MiB without a word; with these limits it cannot come near. */
const limits = { metrics: 60, cases: 20, notes: 20 } as const;

/** Characters of one piece of text. */
const widths = { cell: 120, sentence: 600, verdict: 4_000 } as const;

/**
 * Markdown for the summary of a CI step and for comments: the verdict first, then
 * the table, then the worst cases. It stays below 200 KB whatever the run holds.
 */
export const markdownRenderer = {
  extension: ".md",
  render: (input: ReportInput): string =>
    [
      ...verdictLines(input),
      ...stageLines(input, "retrieval"),
      ...stageLines(input, "generation"),
      ...judgeLines(input.summary).flatMap(({ label, text }) => [
        "",
        `_${capital(label)}:_ ${escapeMarkdown(text, widths.sentence)}`,
      ]),
      ...noteLines(input),
      ...caseLines(input),
      "",
    ].join("\n"),
} as const satisfies Renderer;

const words: Readonly<Record<Outcome, string>> = {
  pass: "✅ PASS",
  fail: "❌ FAIL",
  inconclusive: "⚠️ INCONCLUSIVE",
  "not-gated": "ℹ️ NOT GATED",
  incomplete: "⚠️ INTERRUPTED",
  "too-many-errors": "⚠️ TOO MANY ERRORS",
};

function verdictLines(input: ReportInput): readonly string[] {
  const { summary } = input;
  const { planned, scored, errors } = summary.cases;
  const kinds = Object.entries(summary.cases.errorsByKind).map(
    ([kind, count]) => `${formatCount(count)} ${cell(kind)}`,
  );
  const counts = `${formatCount(scored)} of ${countOf(planned, "case")} scored, ${formatCount(errors)} with errors`;
  return [
    `## ${words[outcomeOf(input)]}: ${cell(summary.suite)}`,
    "",
    escapeMarkdown(verdictSentence(input), widths.verdict),
    "",
    `${counts}${kinds.length === 0 ? "" : ` (${kinds.join(", ")})`} · run ${cell(summary.runId)}`,
  ];
}

function stageLines(input: ReportInput, stage: "retrieval" | "generation"): readonly string[] {
  const rows = metricRows(input, stage);
  if (rows.length === 0) return [];
  const notice = stage === "generation" ? (input.summary.judge?.notice ?? "") : "";
  return [
    "",
    `**${stage === "retrieval" ? "Retrieval" : "Generation"}**`,
    "",
    "| metric | mean | n of planned | baseline | change, points | allowed drop | verdict |",
    "| --- | ---: | ---: | ---: | ---: | ---: | --- |",
    ...rows.slice(0, limits.metrics).map(metricLine),
    ...(rows.length > limits.metrics ? ["", `${formatCount(rows.length - limits.metrics)} more in the report`] : []),
    ...(rows.some(({ bounds }) => bounds !== "") ? ["", boundsNote] : []),
    ...(notice === "" ? [] : ["", `_Judge:_ ${escapeMarkdown(notice, widths.sentence)}`]),
  ];
}

const boundsNote = "_In brackets:_ what the mean could be, whatever the retrieved chunks are that nobody judged.";

function metricLine(row: MetricRow): string {
  const mean = row.bounds === "" ? row.mean : `${row.mean} (${row.bounds})`;
  const cells = [cell(metricName(row.metric)), mean, row.counts, row.baseline, row.change, row.margin, row.verdict];
  return `| ${cells.join(" | ")} |`;
}

/** The reasons stand here unless the verdict's own sentence gives them. */
function noteLines(input: ReportInput): readonly string[] {
  const outcome = outcomeOf(input);
  const isTold = outcome === "inconclusive" || outcome === "not-gated";
  const texts = [...(isTold ? [] : input.comparison.reasons), ...quarantineLines(input), ...notesOf(input.summary)];
  const lines = texts.slice(0, limits.notes).map((text) => `- ${escapeMarkdown(text, widths.sentence)}`);
  const more = texts.length > limits.notes ? [`- ${formatCount(texts.length - limits.notes)} more in the report`] : [];
  return lines.length === 0 ? [] : ["", ...lines, ...more];
}

interface BadCase {
  readonly result: CaseScores;
  /** The largest drop of one metric; null when the case has an error and no drop. */
  readonly drop: { readonly metric: string; readonly change: number } | null;
  readonly error: string | null;
}

function caseLines(input: ReportInput): readonly string[] {
  const bad = badCases(input);
  if (bad.length === 0) return [];
  const shown = bad.slice(0, limits.cases);
  const texts = textsOf(shown, input);
  const more = bad.length - shown.length;
  return [
    "",
    "**Cases to look at**, the largest drop first",
    "",
    "| case | question | what happened | answer |",
    "| --- | --- | --- | --- |",
    ...shown.map((one) => caseLine(one, texts.get(one.result))),
    ...(more > 0 ? ["", `${formatCount(more)} more in the report`] : []),
  ];
}

/** Only of those that are shown: texts may be long. */
function textsOf(shown: readonly BadCase[], { results }: ReportInput): ReadonlyMap<CaseScores, CaseResult> {
  const places = new Map(shown.map(({ result }) => [`${result.repeat} ${result.caseId}`, result]));
  const texts = new Map<CaseScores, CaseResult>();
  for (const whole of results) {
    const result = places.get(`${whole.repeat} ${whole.caseId}`);
    if (result !== undefined) texts.set(result, whole);
  }
  return texts;
}

function caseLine({ result, drop, error }: BadCase, whole: CaseResult | undefined): string {
  const happened = [
    ...(drop === null ? [] : [`${cell(drop.metric)} ${formatChange(drop.change)} points`]),
    ...(error === null ? [] : [cell(error)]),
  ];
  const answer = whole?.answer == null ? noNumber : cell(whole.answer);
  return `| ${cell(result.caseId)} | ${cell(whole?.query ?? "")} | ${happened.join("; ")} | ${answer} |`;
}

/** The cases that got worse in something that is gated or have an error, each once, worst first, errors last. */
function badCases({ results, comparison }: ReportInput): readonly BadCase[] {
  const gated = comparison.findings.filter((one) => one.verdict !== "watched").map((one) => one.metric);
  const counts = (metric: string): boolean => gated.length === 0 || gated.includes(metric);
  const byId = new Map<string, BadCase>();
  for (const result of results.scores) {
    const error = errorOf(result);
    const known = byId.get(result.caseId);
    if (known !== undefined && (known.error !== null || error === null)) continue;
    const drop = known?.drop ?? largestDrop(changesOf(comparison, result.caseId), counts);
    if (drop !== null || error !== null) byId.set(result.caseId, { result, drop, error });
  }
  return [...byId.values()].sort((a, b) => (a.drop?.change ?? 0) - (b.drop?.change ?? 0));
}

/** By own key, since a case may be called `constructor`. */
function changesOf({ changes }: ReportInput["comparison"], caseId: string): Readonly<Record<string, number>> {
  return Object.hasOwn(changes, caseId) ? (changes[caseId] ?? {}) : {};
}

function largestDrop(changes: Readonly<Record<string, number>>, counts: (metric: string) => boolean): BadCase["drop"] {
  const drops = Object.entries(changes).filter(([metric, change]) => change < -1e-9 && counts(metric));
  const worst = drops.sort(([, a], [, b]) => a - b)[0];
  return worst === undefined ? null : { metric: worst[0], change: worst[1] };
}

function errorOf(result: CaseScores): string | null {
  if (result.error !== null) return `${result.error.kind}: ${result.error.message}`;
  const scores = [...Object.entries(result.retrieval), ...Object.entries(result.generation)];
  for (const [id, score] of scores)
    if (score.kind === "error") return `${id}: ${score.error.kind}: ${score.error.message}`;
  return null;
}

function cell(text: string): string {
  return escapeMarkdown(text, widths.cell);
}
