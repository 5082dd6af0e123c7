import { normalCdf, normalQuantile } from "./distributions.ts";
import { shiftedTUpper } from "./shifted-t.ts";

/** How sure a plan wants to be. */
export interface Certainty {
  /** The chance of a false alarm, such as 0.05. */
  readonly alpha: number;
  /** The chance to see what is there, such as 0.8. */
  readonly power: number;
}

/** Of a test in one direction or in both. */
export type Sides = 1 | 2;

/**
 * ((z(1 − alpha / sides) + z(power)) · sd / difference)², not rounded up: cases to see a mean difference, or, with
 * `difference` the margin, to pass when nothing changed. `sd`: of the differences of the cases, in the same unit.
 */
export function casesToSee(sd: number, difference: number, { alpha, power, sides }: Certainty & SidesOf): number {
  return ((zOf(alpha, sides) + normalQuantile(power)) * (sd / difference)) ** 2;
}

/** Which sides a test looks at. */
export interface SidesOf {
  readonly sides: Sides;
}

/** The same for Student's t, whole: the fewest cases with which the test has the power. */
export function casesToSeeByT(sd: number, difference: number, certainty: Certainty & SidesOf): number {
  const hasPower = (cases: number): boolean =>
    shiftedTUpper({
      quantile: 1 - certainty.alpha / certainty.sides,
      df: cases - 1,
      shift: (difference / sd) * Math.sqrt(cases),
    }) >= certainty.power;
  let cases = Math.max(2, Math.floor(casesToSee(sd, difference, certainty)));
  while (cases > 2 && hasPower(cases - 1)) cases--;
  while (!hasPower(cases)) cases++;
  return cases;
}

/** (z(1 − alpha / sides) + z(power)) · sd / √cases: the smallest mean difference that a test sees. */
export function smallestSeen(sd: number, cases: number, { alpha, power, sides }: Certainty & SidesOf): number {
  return (zOf(alpha, sides) + normalQuantile(power)) * (sd / Math.sqrt(cases));
}

/**
 * The smallest true drop that the gate fails: one that is both seen (one-sided) and beyond the margin,
 * max(`smallestSeen`, margin + z(power) · sd / √cases).
 */
export function smallestFailed(sd: number, cases: number, { margin, ...certainty }: Certainty & MarginOf): number {
  const beyond = margin + normalQuantile(certainty.power) * (sd / Math.sqrt(cases));
  return Math.max(smallestSeen(sd, cases, { ...certainty, sides: 1 }), beyond);
}

/** The largest drop allowed, as a share of the scale. */
export interface MarginOf {
  readonly margin: number;
}

/**
 * Variance of the difference of one case: between + baseline's judge noise / its repeats + candidate's / its repeats.
 *
 * Source: Miller 2024, arXiv:2411.00640.
 */
export function varianceWithRepeats(between: number, baseline: JudgeNoise, candidate: JudgeNoise): number {
  return between + baseline.variance / baseline.repeats + candidate.variance / candidate.repeats;
}

/** The noise of one judgement and how many are averaged; repeats may be Infinity. */
export interface JudgeNoise {
  readonly variance: number;
  readonly repeats: number;
}

/**
 * 1 + (size − 1) · correlation: how many times more cases are needed when they come in clusters of `averageSize`.
 *
 * Source: Kish 1965, Survey Sampling.
 */
export function designEffect(averageSize: number, correlation: number): number {
  return 1 + (averageSize - 1) * correlation;
}

/** ln alpha / ln(1 − share): cases to see a failure that hits a share of them at least once with the chance 1 − alpha. */
export function casesToSeeFailure(share: number, alpha: number): number {
  return Math.log(alpha) / Math.log1p(-share);
}

/** z(1 − alpha)² (1 − margin) / margin: cases to pass when no score differs, by the floor of the standard error. */
export function casesToPassUnchanged(margin: number, alpha: number): number {
  return (normalQuantile(1 - alpha) ** 2 * (1 - margin)) / margin;
}

/**
 * Cases to see a difference of two shares by McNemar's test, two-sided. `changed`: the share of cases that change sides.
 *
 * Source: Connor 1987, doi:10.2307/2531961.
 */
export function casesForMcNemar(changed: number, difference: number, { alpha, power }: Certainty): number {
  const spread = zOf(alpha, 2) * Math.sqrt(changed) + normalQuantile(power) * Math.sqrt(changed - difference ** 2);
  return (spread / difference) ** 2;
}

function zOf(alpha: number, sides: Sides): number {
  return normalQuantile(1 - alpha / sides);
}

/** What a gate is to pass. */
export interface PassPlan extends MarginOf {
  /** Of the differences of the cases. */
  readonly sd: number;
  /** The true one; 0: nothing changed, negative: a gain. */
  readonly trueDrop: number;
  readonly cases: number;
  readonly alpha: number;
}

/** The chance that a loss beyond the margin is ruled out, by the normal distribution and by Student's t; without the floor. */
export function powerToPass(plan: PassPlan): { readonly normal: number; readonly t: number } {
  const shift = ((plan.margin - plan.trueDrop) / plan.sd) * Math.sqrt(plan.cases);
  return {
    normal: normalCdf(shift - normalQuantile(1 - plan.alpha)),
    t: shiftedTUpper({ quantile: 1 - plan.alpha, df: plan.cases - 1, shift }),
  };
}
