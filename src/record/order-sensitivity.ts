import { mean } from "../stats/index.ts";
import type { MetricLegend } from "./manifest.ts";
import type { CaseScores } from "./result.ts";
import type { MetricSummary } from "./summary.ts";

/** How much a dimension hangs on the order of contexts; empty where no answer was judged in two orders. */
export function orderSensitivityOf(
  results: readonly CaseScores[],
  { id, stage }: MetricLegend,
): Pick<MetricSummary, "orderSensitivity"> {
  const variances = results.flatMap((result) => {
    const score = result[stage][id];
    // Of one context there are no two orders: what differs then is the judge alone.
    const isOrdered = (result.judgement?.contextOrder.length ?? 0) > 1;
    return score?.kind === "scored" && score.spread !== undefined && isOrdered ? [score.spread.variance] : [];
  });
  const pooled = mean(variances);
  if (pooled === null) return {};
  const changed = variances.filter((variance) => variance > 0).length;
  return { orderSensitivity: { deviation: Math.sqrt(pooled), changed, answers: variances.length } };
}
