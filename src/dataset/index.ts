export { checkDataset, type DatasetCheck, type StaleEntry } from "./check.ts";
export { type Dataset, readDataset } from "./dataset.ts";
export { hashCase } from "./hash.ts";
export { shortenProblems } from "./place.ts";
