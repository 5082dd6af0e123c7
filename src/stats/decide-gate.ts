import { adjustP } from "./adjust-p.ts";
import { type GateEvidence, weigh } from "./gate-evidence.ts";
import {
  type GateInput,
  type GateMetric,
  type GateSettings,
  gateDefaults,
  pickCases,
  scoreCases,
} from "./gate-input.ts";
import { type GateOutlook, guard, lookAhead } from "./gate-outlook.ts";

/** Why a test has its verdict: stable identifiers, not text for people. */
export type GateReason =
  | "worse-beyond-margin"
  | "not-worse-than-margin"
  | "small-real-drop"
  | "no-difference-seen"
  | "missing-candidate-scores"
  | "too-few-pairs"
  | "too-few-clusters"
  | "no-comparable-pairs"
  | "leaning-ok"
  | "leaning-worse"
  | "slice-not-failing"
  | "slice-too-small";

/** One metric, or one of its slices. */
export interface GateTest extends GateEvidence {
  readonly metric: string;
  /** Null: all cases. */
  readonly slice: string | null;
  readonly margin: number;
  /** pWorse after allowing for all tests of the family (Holm); null outside it. */
  readonly pWorseHolm: number | null;
  /** `watched`: a slice that does not fail; slices need not pass. */
  readonly verdict: "pass" | "fail" | "inconclusive" | "watched";
  readonly reason: GateReason;
  /** Of whole metrics; null of slices and without a pair. */
  readonly outlook: GateOutlook | null;
}

/** A whole decision. */
export interface GateDecision {
  readonly verdict: "pass" | "fail" | "inconclusive";
  /** How many tests the alarm level is shared by. */
  readonly familySize: number;
  /** Each metric followed by its slices, in the order given. */
  readonly tests: readonly GateTest[];
}

/**
 * Decides from the scores of two runs whether the second got worse by more than the margins allow.
 *
 * `fail`: the loss cannot be chance (sign-flip mid-p, Holm over all metrics and slices, ≤ alpha) and is beyond the margin.
 * `pass`: enough pairs, and a loss beyond the margin is ruled out (or no score differs), even if missing candidate
 * scores count 0. Anything else is `inconclusive`: nobody could know with these cases. A run fails if any test fails,
 * passes if every metric passes, and is otherwise inconclusive, as it is of no metrics. Failing and passing exclude
 * each other: one needs a loss beyond the margin, the other a bound above it.
 *
 * The same input gives the same decision: no chance is drawn.
 *
 * Source: simulated on paired scores with churn and judge noise; false alarms at most 5 % of one metric, 3 % of two.
 */
export function decideGate({ metrics, clusters, slices = [], settings }: GateInput): GateDecision {
  const rules = { ...gateDefaults, ...settings };
  const weighed = metrics.flatMap((metric) => {
    const scores = scoreCases(metric, clusters);
    const { margin, sliceMargin } = metric;
    const whole: Weighed = { metric, slice: null, margin, evidence: weigh(scores, margin, rules.alpha) };
    const parts = slices.map(({ name, cases }): Weighed => {
      const evidence = weigh(pickCases(scores, cases), sliceMargin, rules.alpha);
      return { metric, slice: name, margin: sliceMargin, evidence };
    });
    return [whole, ...parts];
  });
  const family = weighed.map((one) => (isInFamily(one, rules) ? one.evidence.pWorse : null));
  const adjusted = adjustP(family, "holm");
  const tests = weighed.map((one, i) => toTest(one, adjusted[i] ?? null, rules));
  return { verdict: verdictOf(tests), familySize: family.filter((p) => p !== null).length, tests };
}

interface Weighed {
  readonly metric: GateMetric;
  readonly slice: string | null;
  readonly margin: number;
  readonly evidence: GateEvidence;
}

function isInFamily({ slice, evidence }: Weighed, { minSlicePairs }: GateSettings): boolean {
  return slice === null || evidence.pairs >= minSlicePairs;
}

function toTest(
  { metric, slice, margin, evidence }: Weighed,
  pWorseHolm: number | null,
  rules: GateSettings,
): GateTest {
  const tested = { ...evidence, margin, pWorseHolm };
  return {
    metric: metric.metric,
    slice,
    ...tested,
    ...(slice === null ? judgeWhole(tested, rules) : judgeSlice(tested, rules)),
    outlook: slice === null ? lookAhead(metric, evidence, rules.alpha) : null,
  };
}

type Tested = GateEvidence & Pick<GateTest, "margin" | "pWorseHolm">;
type Judged = Pick<GateTest, "verdict" | "reason">;

function judgeWhole(tested: Tested, rules: GateSettings): Judged {
  const { change, pairs, isUnmoved, lowerBound, margin, worstChange } = tested;
  if (change === null) return { verdict: "inconclusive", reason: "no-comparable-pairs" };
  if (isWorse(tested, rules)) return { verdict: "fail", reason: "worse-beyond-margin" };
  if (pairs < rules.minPairs) return { verdict: "inconclusive", reason: "too-few-pairs" };
  const isShown = lowerBound !== null && lowerBound > -margin;
  if (!isShown && !(isUnmoved && rules.noDifference === "pass"))
    return { verdict: "inconclusive", reason: openReason(tested) };
  if (isBeyond(worstChange, margin)) return { verdict: "inconclusive", reason: "missing-candidate-scores" };
  return { verdict: "pass", reason: passReason(tested, rules) };
}

function judgeSlice(tested: Tested, rules: GateSettings): Judged {
  if (tested.pairs < rules.minSlicePairs) return { verdict: "watched", reason: "slice-too-small" };
  if (isWorse(tested, rules)) return { verdict: "fail", reason: "worse-beyond-margin" };
  return { verdict: "watched", reason: "slice-not-failing" };
}

function isWorse({ pWorseHolm, change, margin }: Tested, { alpha }: GateSettings): boolean {
  return pWorseHolm !== null && pWorseHolm <= alpha && isBeyond(change, margin);
}

function isBeyond(change: number | null, margin: number): boolean {
  return change !== null && change < -margin - guard;
}

function openReason({ isUnmoved, lowerBound, change, margin }: Tested): GateReason {
  if (isUnmoved) return "no-difference-seen";
  if (lowerBound === null) return "too-few-clusters";
  return isBeyond(change, margin) ? "leaning-worse" : "leaning-ok";
}

function passReason({ isUnmoved, pWorseHolm, change }: Tested, { alpha }: GateSettings): GateReason {
  if (isUnmoved) return "no-difference-seen";
  const isReal = pWorseHolm !== null && pWorseHolm <= alpha && change !== null && change < 0;
  return isReal ? "small-real-drop" : "not-worse-than-margin";
}

function verdictOf(tests: readonly GateTest[]): GateDecision["verdict"] {
  if (tests.some(({ verdict }) => verdict === "fail")) return "fail";
  const whole = tests.filter(({ slice }) => slice === null);
  return whole.length > 0 && whole.every(({ verdict }) => verdict === "pass") ? "pass" : "inconclusive";
}
