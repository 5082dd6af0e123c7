import { sampleVariance } from "./describe.ts";
import { mean, sum } from "./mean.ts";

/** Scores of a judge on many answers and of people on some of them, chosen at random. */
export interface LabelledScores {
  /** By a person, on the labelled answers. */
  readonly human: readonly number[];
  /** By the judge, on the same answers in the same order. */
  readonly judgeOnLabelled: readonly number[];
  /** By the judge, on the other answers. */
  readonly judgeOnUnlabelled: readonly number[];
}

/** The mean that people would have given, as the judge's scores and theirs tell it together. */
export interface PredictionPowered {
  /** The weight of the judge: 0 leaves it out, 1 trusts it but for its bias. */
  readonly lambda: number;
  readonly mean: number;
  /** For `normalInterval`. Of large samples: at least 30 labels, better 50. */
  readonly standardError: number;
}

/**
 * λ · mean(judge on unlabelled) + mean(human − λ · judge on labelled), standard error
 * √(var(human − λ · judge) / n + λ² var(judge on unlabelled) / N), variances divided by n and N. λ = 0 is the mean of
 * the labels alone.
 *
 * Null of no label, or of no unlabelled score when λ is not 0.
 *
 * Source: Angelopoulos et al. 2023, doi:10.1126/science.adi6000; agrees with ppi_py 0.2.3.
 */
export function predictionPowered(scores: LabelledScores, lambda: number): PredictionPowered | null {
  const rest = scores.human.map((score, i) => score - lambda * (scores.judgeOnLabelled[i] ?? 0));
  const judged = lambda === 0 ? [0] : scores.judgeOnUnlabelled;
  const correction = mean(rest);
  const level = mean(judged);
  if (correction === null || level === null) return null;
  const variance = populationVariance(rest) / rest.length + (lambda ** 2 * populationVariance(judged)) / judged.length;
  return { lambda, mean: lambda * level + correction, standardError: Math.sqrt(variance) };
}

/**
 * The same with the λ that makes the range narrowest, cut to [0, 1]:
 * cov(human, judge) / ((1 + n / N) · var(judge)), the covariance divided by n, the variance that of all of the judge's
 * scores. Null where no λ can be told: the judge always gives the same score, or there are none.
 *
 * Source: Angelopoulos, Duchi & Zrnic 2023, arXiv:2311.01453 (PPI++); agrees with ppi_py 0.2.3.
 */
export function predictionPoweredTuned(scores: LabelledScores): PredictionPowered | null {
  const { human, judgeOnLabelled, judgeOnUnlabelled } = scores;
  const spread = sampleVariance([...judgeOnLabelled, ...judgeOnUnlabelled]);
  const humanMean = mean(human);
  const judgeMean = mean(judgeOnLabelled);
  if (spread === null || spread === 0 || humanMean === null || judgeMean === null) return null;
  const products = human.map((score, i) => (score - humanMean) * ((judgeOnLabelled[i] ?? 0) - judgeMean));
  const covariance = sum(products) / human.length;
  const lambda = covariance / ((1 + human.length / judgeOnUnlabelled.length) * spread);
  return predictionPowered(scores, Math.max(0, Math.min(1, lambda)));
}

function populationVariance(values: readonly number[]): number {
  return ((sampleVariance(values) ?? 0) * (values.length - 1)) / values.length;
}
