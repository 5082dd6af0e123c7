import { type CaseErrorKind, fallbackIn, parseShard, type Score } from "../core/index.ts";
import { mean, quantile, sum } from "../stats/index.ts";
import { fabricatedQuotationsOf } from "./fabricated-quotations.ts";
import type { Manifest, MetricLegend } from "./manifest.ts";
import { orderSensitivityOf } from "./order-sensitivity.ts";
import { refusalRates } from "./refusals.ts";
import type { CaseScores, ScoreBounds } from "./result.ts";
import type { RunJournal } from "./run-journal.ts";
import type { Mean, QuarantinedCase, SliceSummary, Summary } from "./summary.ts";

/** What a run's summary is made of. */
export interface SummaryInput {
  readonly manifest: Manifest;
  readonly journal: Pick<RunJournal, "finished" | "last" | "latencies" | "firstTokens">;
  readonly results: readonly CaseScores[];
}

/** The summary of a run, from its manifest and journal alone. Means are taken in dataset order. */
export function deriveSummary({ manifest, journal, results }: SummaryInput): Summary {
  const cases = groupByCase(results);
  const errors = cases.filter((repeats) => repeats.some(hasError)).length;
  const coverage = cases.length === 0 ? emptyCoverage(manifest) : (cases.length - errors) / cases.length;
  const { finished, last } = journal;
  return {
    format: 1,
    runId: manifest.runId,
    suite: manifest.suite,
    status: finished === undefined ? "incomplete" : "complete",
    stopped: finished === undefined ? stopOf(last) : null,
    startedAt: manifest.startedAt,
    finishedAt: last?.at ?? manifest.startedAt,
    cases: {
      planned: cases.length,
      scored: cases.length - errors,
      errors,
      errorsByKind: errorsByKind(results),
      droppedDuplicates: sum(results.map((result) => result.droppedDuplicates)),
    },
    quarantined: quarantinedOf(results),
    coverage,
    minCoverage: manifest.minCoverage,
    datasetCases: manifest.planned.of,
    filters: manifest.planned.filters,
    // The guard keeps 1 − 1/3 from missing 2/3 by the last bit.
    isCovered: coverage >= manifest.minCoverage - 1e-9,
    metrics: manifest.legend.map((legend) => ({
      ...legend,
      ...meanOver(cases, legend),
      bounds: boundsOver(cases, legend),
      ...orderSensitivityOf(results, legend),
    })),
    slices: manifest.slices.flatMap((key) => slicesOf(key, cases, manifest.legend)),
    judge: manifest.judge,
    refusals: refusalRates(results),
    ...fabricatedQuotationsOf(results),
    usage: usageOf(results),
    calls: finished?.calls ?? null,
    latencyMs: quantilesOf(journal.latencies),
    firstTokenMs: quantilesOf(journal.firstTokens),
    notes: [...manifest.notes, ...fallbackNotes(results)],
  };
}

/** Nothing is missing from a shard that has no case; any other run over nothing tells nothing. */
function emptyCoverage({ planned }: Manifest): number {
  return planned.filters.some((filter) => parseShard(filter) !== null) ? 1 : 0;
}

/** Why the run stopped, where that is its last word: it may have been gone on with. */
function stopOf(last: RunJournal["last"]): string | null {
  return last?.event === "stopped" ? last.why : null;
}

/** The score of a result by metric or dimension id. */
export function scoreOf(result: CaseScores, legend: MetricLegend): Score | undefined {
  return result[legend.stage][legend.id];
}

/**
 * The score of a case: the mean over its repeats, so that repeats never count as
 * cases. An error in any repeat is the case's error, and a score that is absent in one
 * is absent for the case: the other repeats do not speak for it.
 */
export function scoreOfCase(repeats: readonly CaseScores[], legend: MetricLegend): Score | undefined {
  const scores = repeats.flatMap((result) => scoreOf(result, legend) ?? []);
  const error = scores.find((score) => score.kind === "error");
  if (error !== undefined) return error;
  const missing = scores.find((score) => score.kind === "absent");
  if (missing !== undefined) return missing;
  const value = mean(scores.flatMap((score) => (score.kind === "scored" ? [score.value] : [])));
  return value === null ? undefined : { kind: "scored", value };
}

/** The results of each case, in the order of the first repeat. */
export function groupByCase(results: readonly CaseScores[]): readonly (readonly CaseScores[])[] {
  const groups = new Map<string, CaseScores[]>();
  for (const result of results) {
    const group = groups.get(result.caseId);
    if (group === undefined) groups.set(result.caseId, [result]);
    else group.push(result);
  }
  return [...groups.values()];
}

/** The cases whose gold does not stand in the corpus, each once, in the order of results. */
export function quarantinedOf(results: readonly CaseScores[]): readonly QuarantinedCase[] {
  return results.flatMap(({ caseId, repeat, quarantined }) =>
    quarantined === null || repeat > 0 ? [] : [{ caseId, why: quarantined }],
  );
}

function meanOver(cases: readonly (readonly CaseScores[])[], legend: MetricLegend): Mean {
  const scores = cases.map((repeats) => scoreOfCase(repeats, legend));
  const isQuarantined = (i: number): boolean =>
    legend.stage === "retrieval" && (cases[i]?.[0]?.quarantined ?? null) !== null;
  const values = scores.flatMap((score) => (score?.kind === "scored" ? [score.value] : []));
  return {
    mean: mean(values),
    n: values.length,
    planned: cases.length,
    absent: scores.filter((score) => score?.kind === "absent").length,
    quarantined: scores.filter((score, i) => score?.kind === "absent" && isQuarantined(i)).length,
    errors: scores.filter((score) => score?.kind === "error").length,
  };
}

/** The means of the lowest and of the highest scores, over the cases that have a score; repeats of a case are averaged first. */
function boundsOver(cases: readonly (readonly CaseScores[])[], legend: MetricLegend): ScoreBounds | null {
  const scored = cases.filter((repeats) => scoreOfCase(repeats, legend)?.kind === "scored");
  const meanOf = (end: keyof ScoreBounds): number | null =>
    mean(
      scored.map((repeats) => mean(repeats.flatMap((result) => result.bounds[legend.id]?.[end] ?? [])) ?? Number.NaN),
    );
  const isKnown = scored.every((repeats) => repeats.every(({ bounds }) => Object.hasOwn(bounds, legend.id)));
  const low = isKnown ? meanOf("low") : null;
  const high = isKnown ? meanOf("high") : null;
  return low === null || high === null ? null : { low, high };
}

function slicesOf(
  key: string,
  cases: readonly (readonly CaseScores[])[],
  legend: readonly MetricLegend[],
): readonly SliceSummary[] {
  const values = new Set(cases.flatMap((repeats) => repeats[0]?.labels[key] ?? []));
  return [...values].sort().map((value) => {
    const members = cases.filter((repeats) => repeats[0]?.labels[key]?.includes(value));
    const metrics = legend.map((one) => [one.id, meanOver(members, one)] as const);
    return { key, value, cases: members.length, metrics: Object.fromEntries(metrics) };
  });
}

function hasError(result: CaseScores): boolean {
  return firstErrorKind(result) !== undefined;
}

/** The kind of the first thing that went wrong: the target's error, else that of a score. */
function firstErrorKind(result: CaseScores): CaseErrorKind | undefined {
  if (result.error !== null) return result.error.kind;
  const scores = [...Object.values(result.retrieval), ...Object.values(result.generation)];
  return scores.find((score) => score.kind === "error")?.error.kind;
}

function errorsByKind(results: readonly CaseScores[]): Summary["cases"]["errorsByKind"] {
  const counts: Partial<Record<CaseErrorKind, number>> = {};
  for (const result of results) {
    const kind = firstErrorKind(result);
    if (kind !== undefined) counts[kind] = (counts[kind] ?? 0) + 1;
  }
  return counts;
}

function usageOf(results: readonly CaseScores[]): Summary["usage"] {
  const known = results.flatMap(({ usage }) =>
    usage?.promptTokens != null && usage.completionTokens != null
      ? [usage as { promptTokens: number; completionTokens: number }]
      : [],
  );
  if (known.length === 0) return null;
  return {
    promptTokens: sum(known.map((usage) => usage.promptTokens)),
    completionTokens: sum(known.map((usage) => usage.completionTokens)),
    knownFor: known.length,
  };
}

/** Another model is another system, and another judge: it is told wherever the run is. */
function fallbackNotes(results: readonly CaseScores[]): readonly string[] {
  const notesOf = (what: string, notes: readonly (readonly string[])[]): readonly string[] => {
    const counts = new Map<string, number>();
    for (const name of notes.flat().map(fallbackIn)) if (name !== null) counts.set(name, (counts.get(name) ?? 0) + 1);
    return [...counts].map(([name, count]) => `${count} ${what} by ${name}, since the first model could not`);
  };
  return [
    ...notesOf(
      "answers were given",
      results.map((result) => result.notes),
    ),
    ...notesOf(
      "answers were judged",
      results.map(({ judgement, furtherJudgements = [] }) => [
        ...new Set([judgement, ...furtherJudgements].flatMap((one) => one?.notes ?? [])),
      ]),
    ),
  ];
}

function quantilesOf(values: readonly number[]): Summary["latencyMs"] {
  const p50 = quantile(values, 0.5);
  const p95 = quantile(values, 0.95);
  return p50 === null || p95 === null ? null : { p50, p95 };
}
