import type { CaseResult, CaseScores } from "../record/index.ts";
import type { ReportInput } from "./renderer.ts";

/** A report as it stands inside its HTML file. */
export interface EmbeddedReport extends Omit<ReportInput, "results"> {
  /** In dataset order; where a run has very many cases, those to look at first. */
  readonly results: readonly CaseResult[];
}

/** The same while it is written: the results are read one by one. */
type ReportToEmbed = Omit<EmbeddedReport, "results"> & { readonly results: Iterable<CaseResult> };

/** Cases of one file: a browser opens so many in about three seconds, and a person reads fewer. */
const mostCases = 5_000;

/**
 * What one file holds: all cases, or, of a run with more than `limit`, those with an error, then those that lost most
 * against the baseline, then the first of the dataset.
 */
export function embeddedReport(
  { summary, comparison, exitCode, results }: ReportInput,
  limit = mostCases,
): ReportToEmbed {
  const ids = chooseCases({ comparison, scores: results.scores }, limit);
  if (ids === null) return { summary, comparison, exitCode, results };
  const changes = Object.fromEntries(Object.entries(comparison.changes).filter(([id]) => ids.has(id)));
  return { summary, comparison: { ...comparison, changes }, exitCode, results: chosen(results, ids) };
}

function* chosen(results: Iterable<CaseResult>, ids: ReadonlySet<string>): Generator<CaseResult> {
  for (const result of results) if (ids.has(result.caseId)) yield result;
}

/** Null: all of them. */
function chooseCases(
  { comparison, scores }: Pick<ReportInput, "comparison"> & { readonly scores: readonly CaseScores[] },
  limit: number,
): ReadonlySet<string> | null {
  const urgency = new Map<string, number>();
  for (const one of scores) {
    const known = urgency.get(one.caseId);
    if (known === undefined || hasError(one)) urgency.set(one.caseId, hasError(one) ? -Infinity : 0);
  }
  if (urgency.size <= limit) return null;
  for (const [id, changes] of Object.entries(comparison.changes))
    if (urgency.get(id) === 0) urgency.set(id, Math.min(0, ...Object.values(changes)));
  const ordered = [...urgency].sort(([, a], [, b]) => (a === b ? 0 : a - b));
  return new Set(ordered.slice(0, limit).map(([id]) => id));
}

function hasError({ error, retrieval, generation }: CaseScores): boolean {
  return (
    error !== null || [...Object.values(retrieval), ...Object.values(generation)].some(({ kind }) => kind === "error")
  );
}
