import { expect, test } from "vitest";
import type { Progress } from "../run/index.ts";
import { describeProgress } from "./describe-progress.ts";

const calls = {
  requests: 40,
  cacheHits: 0,
  rateLimited: 0,
  waitedMs: 0,
  tokens: 9000,
  tokensKnownFor: 40,
  costUsd: 0.0123,
  costKnownFor: 40,
  warnings: [],
};

const progress: Progress = {
  suite: "handbook-zh",
  done: 30,
  planned: 100,
  errors: 3,
  errorsByKind: new Map([
    ["timeout", 2],
    ["http", 1],
  ]),
  doneBefore: 10,
  elapsedMs: 10_000,
  calls,
  waiting: { provider: "deepseek", why: "rate limit", milliseconds: 4_100 },
};

test("what is done, what went wrong, how fast, what it cost, how long it takes, and what it waits for", () => {
  // 20 in 10 s: 2 a second; 70 left: 35 s.
  expect(describeProgress(progress)).toMatchInlineSnapshot(
    `"handbook-zh: 30 of 100 done, 3 errors (2 timeout, 1 http), 2.0 a second, about 35 s left, cost $0.0123, waiting for deepseek (rate limit), 5 s more"`,
  );
});

test("what is not known is not told, and an unknown cost is not 0", () => {
  const early = { ...progress, done: 12, errors: 0, errorsByKind: new Map(), waiting: null };
  expect(describeProgress({ ...early, calls: null })).toBe("handbook-zh: 12 of 100 done, 0 errors");
  expect(describeProgress({ ...early, calls: { ...calls, costKnownFor: 0, costUsd: 0 } })).toBe(
    "handbook-zh: 12 of 100 done, 0 errors, cost unknown",
  );
  expect(describeProgress({ ...early, calls: { ...calls, costKnownFor: 30 } })).toBe(
    "handbook-zh: 12 of 100 done, 0 errors, cost at least $0.0123 (known for 30 of 40 requests)",
  );
});
