import type { Score } from "../core/index.ts";
import { mean, sampleVariance } from "../stats/index.ts";

/**
 * The score of an answer that was judged several times: the mean, with the spread.
 *
 * An error in one of them is the answer's error, and a score that is absent in one is absent:
 * the others do not speak for it. The reason is that of the score nearest to the mean.
 *
 * In: at least one score, of one dimension.
 */
export function combineScores(scores: readonly Score[]): Score {
  const [first] = scores;
  if (first === undefined) throw new RangeError("there is no score to combine");
  const bad = scores.find(({ kind }) => kind === "error") ?? scores.find(({ kind }) => kind === "absent");
  if (bad !== undefined || scores.length === 1) return bad ?? first;
  const found = scores.flatMap((score) => (score.kind === "scored" ? [score] : []));
  const values = found.map(({ value }) => value);
  const value = mean(values) ?? 0;
  const variance = sampleVariance(values) ?? 0;
  const nearest = [...found].sort((a, b) => Math.abs(a.value - value) - Math.abs(b.value - value))[0];
  const reason = nearest?.reason === undefined ? {} : { reason: nearest.reason };
  return { kind: "scored", value, ...reason, spread: { n: values.length, variance } };
}
