import type { ModelCalls } from "../record/index.ts";

const counted = [
  "requests",
  "cacheHits",
  "rateLimited",
  "waitedMs",
  "tokens",
  "tokensKnownFor",
  "costUsd",
  "costKnownFor",
] as const;

type Counts = Record<(typeof counted)[number], number>;

function countEach(count: (key: keyof Counts) => number): Counts {
  return Object.fromEntries(counted.map((key) => [key, count(key)])) as Counts;
}

/** What several have sent to models, together. */
export function sumCalls(all: readonly ModelCalls[]): ModelCalls {
  const total = countEach((key) => all.reduce((sum, one) => sum + (one[key] ?? 0), 0));
  const warnings = [...new Set(all.flatMap((one) => one.warnings))];
  return { ...total, waitedMs: Math.round(total.waitedMs), warnings };
}

/** What was sent since an earlier count of the same. */
export function callsSince(before: ModelCalls | null, now: ModelCalls): ModelCalls {
  return { ...countEach((key) => (now[key] ?? 0) - (before?.[key] ?? 0)), warnings: now.warnings };
}
