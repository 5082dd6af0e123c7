export { type Dataset, readDataset } from "./dataset.ts";
export { hashCase } from "./hash.ts";
export { shortenProblems } from "./place.ts";
