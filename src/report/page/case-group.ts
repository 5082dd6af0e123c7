import type { Score } from "../../core/index.ts";
import type { Arms, CaseResult, MetricSummary } from "../../record/index.ts";
import type { ReportInput } from "../renderer.ts";

/** A case with its repeats: a row of the list. */
export interface CaseGroup {
  readonly id: string;
  /** Place in the dataset, from 0. */
  readonly index: number;
  /** In the order of the repeats, at least one. */
  readonly repeats: readonly CaseResult[];
  readonly first: CaseResult;
  /** By metric id, shares; undefined: not compared with the baseline. */
  readonly changes: Readonly<Record<string, number>> | undefined;
  /** Where two prompts were compared: both, and what the other one answered, by repeat. */
  readonly other: (Pick<Arms, "before" | "after"> & { readonly answers: readonly (string | null)[] }) | null;
  /** Whether the target failed or a score could not be had, in any repeat. */
  readonly hasError: boolean;
  /** What the search looks in, lower case. */
  readonly haystack: string;
}

/** The results by case, in dataset order. */
export function groupCases({
  results,
  comparison,
}: Pick<ReportInput, "comparison"> & { readonly results: Iterable<CaseResult> }): readonly CaseGroup[] {
  const byId = new Map<string, CaseResult[]>();
  for (const result of results) {
    const repeats = byId.get(result.caseId);
    if (repeats === undefined) byId.set(result.caseId, [result]);
    else repeats.push(result);
  }
  return [...byId].flatMap(([id, repeats], index) => {
    const first = repeats[0];
    if (first === undefined) return [];
    const changes = Object.hasOwn(comparison.changes, id) ? comparison.changes[id] : undefined;
    const texts = [id, first.query, ...repeats.map(({ answer }) => answer ?? ""), ...first.references];
    return [
      {
        id,
        index,
        repeats,
        first,
        changes,
        other: otherOf(id, comparison),
        hasError: repeats.some(hasError),
        haystack: texts.join("\n").toLowerCase(),
      },
    ];
  });
}

function otherOf(id: string, { arms }: ReportInput["comparison"]): CaseGroup["other"] {
  if (arms === undefined) return null;
  const { before, after, answers } = arms;
  return { before, after, answers: (Object.hasOwn(answers, id) ? answers[id] : undefined) ?? [] };
}

/** A list row has room for about this many scores. */
const rowScores = 6;

/**
 * The metrics whose scores stand in every row of the list: all of them where they are
 * few, else those that decide, else every judged one and the first of retrieval.
 */
export function rowMetrics({
  summary,
  comparison,
}: Pick<ReportInput, "summary" | "comparison">): readonly MetricSummary[] {
  const { metrics } = summary;
  if (metrics.length <= rowScores) return metrics;
  const gated = new Set(comparison.findings.flatMap(({ metric, margin }) => (margin === null ? [] : [metric])));
  if (gated.size > 0) return metrics.filter(({ id }) => gated.has(id));
  const judged = metrics.filter(({ stage }) => stage === "generation");
  const found = metrics.filter(({ stage }) => stage === "retrieval");
  return [...found.slice(0, Math.max(1, rowScores - judged.length)), ...judged];
}

/** The score of one result, whichever stage it is of. */
export function scoreOf(result: CaseResult, metric: Pick<MetricSummary, "id" | "stage">): Score | undefined {
  return Object.hasOwn(result[metric.stage], metric.id) ? result[metric.stage][metric.id] : undefined;
}

/** Whether the target failed or a score could not be had. */
function hasError(result: CaseResult): boolean {
  return result.error !== null || scoresOf(result).some((score) => score.kind === "error");
}

/** The kinds of everything that went wrong in a result. */
export function errorKindsOf(result: CaseResult): readonly string[] {
  const kinds = scoresOf(result).flatMap((score) => (score.kind === "error" ? [score.error.kind] : []));
  return [...new Set([...(result.error === null ? [] : [result.error.kind]), ...kinds])];
}

function scoresOf(result: CaseResult): readonly Score[] {
  return [...Object.values(result.retrieval), ...Object.values(result.generation)];
}
