import { mean } from "../stats/index.ts";
import type { FindingVerdict } from "./finding.ts";

/** The two scores of one case, as shares 0 to 1. */
export interface Pair {
  readonly baseline: number;
  readonly current: number;
}

/** What a rule decides of one metric. */
export interface Decision {
  readonly baseline: number | null;
  readonly current: number | null;
  /** current − baseline. */
  readonly change: number | null;
  readonly verdict: Exclude<FindingVerdict, "watched">;
}

/** Decides one metric from its pairs. `margin`: the largest drop allowed, as a share. */
export type GateRule = (pairs: readonly Pair[], margin: number) => Decision;

/**
 * Below this a drop that is equal to the margin on paper can look larger in
 * doubles: 0.90 − 0.88 > 0.02 is true there.
 */
const guard = 1e-9;

/**
 * The plain rule: fail when the mean drops by more than the margin.
 *
 * Means are over the cases with a score in both runs and are never rounded before
 * the comparison; the margin is absolute, not a share of the baseline. Without a
 * pair nothing can be said: inconclusive. It takes no account of chance, so at 100
 * cases it fails one unchanged run in eight where 4 % of the answers vary.
 *
 * Source: the rule of thumb "block when the mean drops by more than 2 points"; its
 * rate of false alarms was simulated with paired scores.
 */
export const decideSimple: GateRule = (pairs, margin) => {
  const baseline = mean(pairs.map((pair) => pair.baseline));
  const current = mean(pairs.map((pair) => pair.current));
  if (baseline === null || current === null) return { baseline, current, change: null, verdict: "inconclusive" };
  const change = current - baseline;
  return { baseline, current, change, verdict: -change > margin + guard ? "fail" : "pass" };
};
