export { type Adjustment, adjustP } from "./adjust-p.ts";
export { auroc } from "./auroc.ts";
export { type BinomialTest, binomialTest, type Signs, signsOf, signTest } from "./binomial.ts";
export {
  type Bootstrap,
  type BootstrapInput,
  basicInterval,
  bcaInterval,
  bootstrap,
  drawResamples,
  percentileInterval,
} from "./bootstrap.ts";
export { type ClusteredMean, clusteredMean } from "./cluster-error.ts";
export { type Correlation, pearson, spearman } from "./correlation.ts";
export { decideGate, type GateDecision, type GateReason, type GateTest } from "./decide-gate.ts";
export { type Description, describe, sampleVariance } from "./describe.ts";
export {
  betaCdf,
  betaQuantile,
  chiSquareQuantile,
  chiSquareUpper,
  fQuantile,
  fUpper,
  normalCdf,
  normalQuantile,
  tCdf,
  tQuantile,
} from "./distributions.ts";
export { type GateInput, type GateMetric, type GateSettings, type GateSlice, gateDefaults } from "./gate-input.ts";
export type { FixedSet, GateOutlook } from "./gate-outlook.ts";
export { type Agreement, gwet } from "./gwet.ts";
export { hodgesLehmann, type Shift } from "./hodges-lehmann.ts";
export { type Icc, type IntraclassCorrelations, intraclass } from "./icc.ts";
export { type Interval, normalInterval, tInterval } from "./interval.ts";
export { type Confusion, confusionOf, type Kappa, kappaOf } from "./kappa.ts";
export { type Kendall, kendall } from "./kendall.ts";
export { type Alpha, krippendorffAlpha, type RatingLevel } from "./krippendorff.ts";
export type { LabelWeight } from "./labels.ts";
export { type McNemar, mcNemar, type PassFailTable } from "./mcnemar.ts";
export { mean, sum } from "./mean.ts";
export { type Difference, equivalence, errorFloor, nonInferiority } from "./non-inferiority.ts";
export { type PairedTest, pairedT } from "./paired-t.ts";
export { type LabelledScores, type PredictionPowered, predictionPowered, predictionPoweredTuned } from "./ppi.ts";
export type { Incomplete } from "./present.ts";
export {
  agrestiCoull,
  blindSpot,
  clopperPearson,
  jeffreys,
  type Proportion,
  wilson,
  wilsonCorrected,
} from "./proportion.ts";
export { interpolatedQuantile, quantile } from "./quantile.ts";
export {
  casesForMcNemar,
  casesToPassUnchanged,
  casesToSee,
  casesToSeeByT,
  casesToSeeFailure,
  designEffect,
  powerToPass,
  smallestFailed,
  smallestSeen,
  varianceWithRepeats,
} from "./sample-size.ts";
export { type SignFlip, signFlip } from "./sign-flip.ts";
export { type MeanTest, testOfMean } from "./test-of-mean.ts";
export { type VarianceComponents, varianceComponents } from "./variance-components.ts";
export { type SignedRank, wilcoxon, type ZeroMethod } from "./wilcoxon.ts";
