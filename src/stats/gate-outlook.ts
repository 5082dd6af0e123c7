import { normalQuantile } from "./distributions.ts";
import type { GateEvidence } from "./gate-evidence.ts";
import type { GateMetric } from "./gate-input.ts";
import { type Incomplete, isPresent } from "./present.ts";
import { casesToSee } from "./sample-size.ts";
import { spreadOf } from "./variance-components.ts";

/** Below this a drop that is equal to the margin on paper can look larger in doubles: 0.90 − 0.88 > 0.02 is true there. */
export const guard = 1e-9;

/** What would decide, and what the answer is for exactly these cases. */
export interface GateOutlook {
  /** The part of the change's variance that is the judge disagreeing with itself; 0 of a deterministic metric, null unknown. */
  readonly judgeVariance: number | null;
  /** judgeVariance / standardError². */
  readonly judgeShare: number | null;
  /** Cases with which an unchanged candidate passes four times in five. */
  readonly casesToPass: number | null;
  /** Cases that would decide if the change stayed as it is; null exactly at the margin, where none would. */
  readonly casesIfChangeStays: number | null;
  /** Whether judging every answer more often could decide; it matters for an inconclusive metric only. */
  readonly couldRepeatsDecide: boolean | null;
  readonly fixedSet: FixedSet;
}

/**
 * The reading "did the score of exactly these cases fall, beyond the judge's noise": the cases are no sample, so a
 * deterministic metric is decided by its drop. Missing scores are not in it.
 */
export interface FixedSet {
  readonly standardError: number | null;
  /** `unknown`: the judge's noise is. */
  readonly verdict: "pass" | "fail" | "inconclusive" | "unknown";
}

/** Looks ahead from the evidence of a whole metric. Null without a pair. Formulas with normal quantiles. */
export function lookAhead(
  metric: GateMetric,
  { change, standardError, pairs, floor }: GateEvidence,
  alpha: number,
): GateOutlook | null {
  if (change === null || floor === null) return null;
  const { margin } = metric;
  const judgeVariance = metric.isDeterministic ? 0 : judgeVarianceOf(metric);
  const plan = { margin, alpha, change, pairs, floor, z: normalQuantile(1 - alpha) };
  const share = judgeVariance === null || !standardError ? null : judgeVariance / standardError ** 2;
  return {
    judgeVariance,
    judgeShare: share,
    casesToPass: standardError === null ? null : casesToPass({ ...plan, standardError }),
    casesIfChangeStays: standardError === null ? null : casesIfChangeStays({ ...plan, standardError }),
    couldRepeatsDecide:
      standardError === null || judgeVariance === null
        ? null
        : couldRepeatsDecide({ ...plan, standardError, judgeVariance }),
    fixedSet: readFixedSet({ ...plan, judgeVariance }),
  };
}

/**
 * Σ over the pairs of (within_baseline / repeats + within_candidate / repeats) / pairs², the variances within a case
 * pooled over the pairs of a run; a run without repeats borrows the other's. Null when neither has any.
 *
 * Source: Miller 2024, arXiv:2411.00640.
 */
function judgeVarianceOf({ baseline, candidate, scale }: GateMetric): number | null {
  const places: number[] = [];
  for (let i = 0; i < baseline.length; i++)
    if (baseline[i]?.some(isPresent) === true && candidate[i]?.some(isPresent) === true) places.push(i);
  const before = noiseOf(baseline, places);
  const after = noiseOf(candidate, places);
  const noiseBefore = before.within ?? after.within;
  const noiseAfter = after.within ?? before.within;
  if (noiseBefore === null || noiseAfter === null) return null;
  return (noiseBefore * before.shares + noiseAfter * after.shares) / (places.length * scale) ** 2;
}

/** `within`: the variance within a case, pooled over the cases; `shares`: Σ 1 / repeats. Lists are not copied. */
function noiseOf(
  cases: readonly Incomplete[],
  places: readonly number[],
): { readonly within: number | null; readonly shares: number } {
  let squares = 0;
  let freedom = 0;
  let shares = 0;
  for (const place of places) {
    const repeats = cases[place] ?? [];
    const { used, squares: own } = spreadOf(repeats);
    squares += own;
    freedom += used - 1;
    shares += 1 / used;
  }
  return { within: freedom === 0 ? null : squares / freedom, shares };
}

interface Plan {
  readonly margin: number;
  readonly alpha: number;
  readonly change: number;
  readonly pairs: number;
  readonly floor: number;
  readonly z: number;
  readonly standardError: number;
}

function casesToPass({ margin, alpha, pairs, floor, standardError }: Plan): number {
  const sd = Math.max(standardError, floor) * Math.sqrt(pairs);
  return Math.ceil(casesToSee(sd, margin, { alpha, power: 0.8, sides: 1 }));
}

function casesIfChangeStays({ margin, change, pairs, floor, z, standardError }: Plan): number | null {
  const room = change + margin;
  if (Math.abs(room) <= guard) return null;
  const error = room > 0 ? Math.max(standardError, floor) / room : standardError / change;
  return Math.ceil((z * error) ** 2 * pairs);
}

function couldRepeatsDecide({
  margin,
  change,
  floor,
  z,
  standardError,
  judgeVariance,
}: Plan & { readonly judgeVariance: number }): boolean {
  const rest = Math.sqrt(Math.max(0, standardError ** 2 - judgeVariance));
  const wouldPass = change - z * Math.max(rest, floor) > -margin;
  return wouldPass || (change < -margin - guard && change + z * rest < 0);
}

function readFixedSet({
  margin,
  change,
  z,
  judgeVariance,
}: Pick<Plan, "margin" | "change" | "z"> & { readonly judgeVariance: number | null }): FixedSet {
  if (judgeVariance === null) return { standardError: null, verdict: "unknown" };
  const standardError = Math.sqrt(judgeVariance);
  const isWorse = change < -margin - guard && change + z * standardError < 0;
  if (isWorse) return { standardError, verdict: "fail" };
  return { standardError, verdict: change - z * standardError >= -margin - guard ? "pass" : "inconclusive" };
}
