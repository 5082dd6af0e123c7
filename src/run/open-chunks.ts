import type { RetrievedChunk } from "../core/index.ts";
import { newcomersOf } from "../metrics/index.ts";
import type { Results } from "../record/index.ts";
import type { Plan } from "./plan.ts";

/** Of one case: the chunks that nobody judged and the baseline's list does not have, best rank first. */
export interface OpenChunks {
  readonly caseId: string;
  readonly chunks: readonly RetrievedChunk[];
  /** By m, from 0: the change of the score against the baseline if the first m of them were relevant. */
  readonly changes: readonly number[];
}

/**
 * The chunks of a metric whose labels could change how a run stands to its baseline, for
 * each case that has some. Each could get the highest grade that the dataset uses.
 */
export function findOpenChunks(plan: Plan, results: Results, metricId: string): readonly OpenChunks[] {
  const metric = plan.metrics.find(({ id }) => id === metricId);
  const golds = new Map(plan.cases.map(({ id, gold }) => [id, gold]));
  if (metric === undefined || plan.suite.repeat > 1) return [];
  const open: OpenChunks[] = [];
  for (const { caseId, caseHash, retrieval, retrieved } of results) {
    const gold = golds.get(caseId);
    const before = plan.baseline?.content.cases[caseId];
    const score = before?.scores[metricId];
    const isPaired = retrieval[metricId]?.kind === "scored" && before?.hash === caseHash;
    if (gold === undefined || !isPaired || score === undefined || before?.retrieved === undefined) continue;
    const ids = new Set(before.retrieved.slice(0, metric.argument).map(({ id }) => id));
    const { chunks, leads } = newcomersOf(
      metric,
      { gold, retrieved },
      { other: { ids, score }, grade: plan.levels.at(-1) ?? 1 },
    );
    if (chunks.length > 0) open.push({ caseId, chunks, changes: leads });
  }
  return open;
}
