export { auroc } from "./auroc.ts";
export { mean, sum } from "./mean.ts";
export { type PairedRange, pairedRange } from "./paired-range.ts";
export { quantile } from "./quantile.ts";
