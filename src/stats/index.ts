export { mean, sum } from "./mean.ts";
export { quantile } from "./quantile.ts";
