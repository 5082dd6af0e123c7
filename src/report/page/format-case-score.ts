import type { MetricSummary } from "../../record/index.ts";

/** A score of one case: whole levels as they are, shares with 3 digits. */
export function formatCaseScore(value: number, { scale }: Pick<MetricSummary, "scale">): string {
  return scale !== 1 && Number.isInteger(value) ? String(value) : value.toFixed(3);
}
