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
export { type Agreement, gwet } from "./gwet.ts";
export { type Interval, tInterval } from "./interval.ts";
export { type Confusion, confusionOf, type Kappa, kappaOf } from "./kappa.ts";
export { type Alpha, krippendorffAlpha, type RatingLevel } from "./krippendorff.ts";
export type { LabelWeight } from "./labels.ts";
export { mean, sum } from "./mean.ts";
export type { Incomplete } from "./present.ts";
export { interpolatedQuantile, quantile } from "./quantile.ts";
