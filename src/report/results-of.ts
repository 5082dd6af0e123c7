import type { CaseResult, Results } from "../record/index.ts";

/** Results that are held whole. */
export function resultsOf(results: readonly CaseResult[]): Results {
  return { scores: results, [Symbol.iterator]: () => results[Symbol.iterator]() };
}
