import { type Case, type Gold, hasGold, type RetrievedChunk } from "../core/index.ts";
import type { Bounds } from "./bounds.ts";
import { judgeRelevance } from "./relevance.ts";
import type { Metric } from "./resolve.ts";

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
  const bounds = metrics.flatMap(({ id, argument, options, definition }) => {
    if (definition.bounds === undefined) return [];
    const { ranking } = judgeRelevance(gold, retrieved, options);
    const score = definition.score(ranking, argument);
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
