import type { Ranking, RankLabel } from "./ranking.ts";
import { usualHighestGrade } from "./relevance.ts";
import type { Metric } from "./resolve.ts";

/** How trec_eval would be called. */
export interface JudgedListOptions {
  /** The lowest grade that is relevant, `-l`; 1 when not given. Gains in nDCG do not follow it. */
  readonly level?: number;
  /** Drop what was not judged (also what has a negative grade) before anything else, `-J`. */
  readonly judgedOnly?: boolean;
  /** Keep only so many results, `-M`. */
  readonly limit?: number;
  /** The highest grade of the scale, for `err`; 4, or the highest of `grades` if that is more, when not given. */
  readonly highestGrade?: number;
}

/**
 * A ranked list of ids against graded judgements, as trec_eval reads both.
 *
 * A grade below `level` and not negative is a judgement of not relevant; a negative one
 * says that the id was in the pool and nobody judged it: no gain.
 *
 * @param grades of one query, by id: whole numbers.
 * @param ids best first, each once, as `rankByScore` gives them.
 *
 * Source: trec_eval 9.0.8.
 */
function rankingOf(
  grades: ReadonlyMap<string, number>,
  ids: readonly string[],
  { level = 1, judgedOnly = false, limit = Number.POSITIVE_INFINITY, highestGrade }: JudgedListOptions = {},
): Ranking {
  const kept = judgedOnly ? ids.filter((id) => (grades.get(id) ?? -1) >= 0) : ids;
  const credits: number[] = [];
  const gains: number[] = [];
  const labels: RankLabel[] = [];
  for (const id of kept.length > limit ? kept.slice(0, limit) : kept) {
    const grade = grades.get(id);
    const label = labelOf(grade, level);
    labels.push(label);
    credits.push(label === "relevant" ? 1 : 0);
    gains.push(grade === undefined || grade < 0 ? 0 : grade);
  }
  return { credits, gains, labels, ...goldOf(grades, { level, highestGrade }) };
}

/**
 * Scores one ranked list by every metric, as trec_eval does: where nothing is relevant,
 * the value is 0 and counts.
 *
 * @returns the values in the order of `metrics`.
 */
export function scoreJudgedList(
  grades: ReadonlyMap<string, number>,
  ids: readonly string[],
  { metrics, ...options }: JudgedListOptions & { readonly metrics: readonly Metric[] },
): readonly number[] {
  const ranking = rankingOf(grades, ids, options);
  return metrics.map(({ definition, argument }) => definition.score(ranking, argument));
}

function labelOf(grade: number | undefined, level: number): RankLabel {
  if (grade === undefined) return "unjudged";
  if (grade >= level) return "relevant";
  return grade >= 0 ? "notRelevant" : "pooled";
}

function goldOf(
  grades: ReadonlyMap<string, number>,
  { level, highestGrade }: { readonly level: number; readonly highestGrade: number | undefined },
): Pick<Ranking, "ideal" | "total" | "nonRelevant" | "highestGrade"> {
  const ideal: number[] = [];
  let total = 0;
  let nonRelevant = 0;
  for (const grade of grades.values()) {
    if (grade > 0) ideal.push(grade);
    if (grade >= level) total += 1;
    else if (grade >= 0) nonRelevant += 1;
  }
  ideal.sort((a, b) => b - a);
  return { ideal, total, nonRelevant, highestGrade: highestGrade ?? Math.max(usualHighestGrade, ideal[0] ?? 0) };
}
