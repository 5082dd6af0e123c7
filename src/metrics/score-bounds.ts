import { type Case, type Gold, hasGold, type RetrievedChunk } from "../core/index.ts";
import { type Bounds, unjudgedRanks } from "./bounds.ts";
import { judgeRelevance } from "./relevance.ts";
import type { Metric } from "./resolve.ts";
import { rankingsOf } from "./score.ts";

/**
 * By metric id: the lowest and the highest score over all ways to judge the retrieved
 * chunks that nobody judged. Only for metrics that know them (recall, mrr, ndcg), and
 * nothing without gold.
 *
 * @param levels the grades that a judgement can give: see `gradeLevels`.
 */
export function scoreBounds(
  gold: Gold,
  retrieved: readonly RetrievedChunk[],
  { metrics, levels }: { readonly metrics: readonly Metric[]; readonly levels: readonly number[] },
): Readonly<Record<string, Bounds>> {
  if (!hasGold(gold)) return {};
  const rankingOf = rankingsOf(gold, retrieved, judgeRelevance(gold, retrieved));
  const bounds = metrics.flatMap((metric) => {
    const { id, argument, definition } = metric;
    if (definition.bounds === undefined) return [];
    const ranking = rankingOf(metric);
    const score = definition.score(ranking, argument);
    if (unjudgedRanks(ranking).length === 0) return [[id, { low: score, high: score }] as const];
    const { low, high } = definition.bounds(ranking, argument, levels);
    // What is measured is one of the ways, so the last bit must not say otherwise.
    return [[id, { low: Math.min(low, score), high: Math.max(high, score) }] as const];
  });
  return Object.fromEntries(bounds);
}

/** The grades that the gold of a dataset uses, ascending, all above 0: those that a further judgement could give. */
export function gradeLevels(cases: readonly Pick<Case, "gold">[]): readonly number[] {
  const grades = cases.flatMap(({ gold }): readonly number[] =>
    gold.kind === "groups" ? gold.groups.map(({ grade }) => grade) : gold.spans.map(({ grade = 1 }) => grade),
  );
  const levels = [...new Set(grades)].sort((a, b) => a - b);
  return levels.length === 0 ? [1] : levels;
}
