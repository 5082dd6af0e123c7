import type { RetrievedChunk } from "../core/index.ts";
import { newcomersOf } from "../metrics/index.ts";
import type { CaseResult } from "../record/index.ts";
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
export function findOpenChunks(plan: Plan, results: readonly CaseResult[], metricId: string): readonly OpenChunks[] {
  const metric = plan.metrics.find(({ id }) => id === metricId);
  const byId = new Map(results.map((result) => [result.caseId, result]));
  if (metric === undefined || plan.suite.repeat > 1) return [];
  return plan.cases.flatMap(({ id: caseId, gold }) => {
    const result = byId.get(caseId);
    const before = plan.baseline?.content.cases[caseId];
    const score = before?.scores[metricId];
    const isPaired = result?.retrieval[metricId]?.kind === "scored" && before?.hash === result.caseHash;
    if (!isPaired || score === undefined || before?.retrieved === undefined) return [];
    const ids = new Set(before.retrieved.slice(0, metric.argument).map(({ id }) => id));
    const { chunks, leads } = newcomersOf(
      metric,
      { gold, retrieved: result.retrieved },
      { other: { ids, score }, grade: plan.levels.at(-1) ?? 1 },
    );
    return chunks.length === 0 ? [] : [{ caseId, chunks, changes: leads }];
  });
}
