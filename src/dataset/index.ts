export { checkDataset, type DatasetCheck, type StaleEntry } from "./check.ts";
export { type Dataset, readDataset } from "./dataset.ts";
export { hashCase, hashReviewed } from "./hash.ts";
export { importReviews } from "./import-reviews.ts";
export { shortenProblems } from "./place.ts";
