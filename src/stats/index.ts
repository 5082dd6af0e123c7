export { mean, sampleVariance, sum } from "./mean.ts";
export { type PairedRange, pairedRange } from "./paired-range.ts";
export { quantile } from "./quantile.ts";
