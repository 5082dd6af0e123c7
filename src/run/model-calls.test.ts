import { expect, test } from "vitest";
import { callsSince, sumCalls } from "./model-calls.ts";

const early = {
  requests: 3,
  cacheHits: 1,
  rateLimited: 0,
  waitedMs: 0.4,
  tokens: 30,
  tokensKnownFor: 2,
  costUsd: 0.25,
  costKnownFor: 2,
  warnings: ["no cache"],
};
const late = { ...early, requests: 8, rateLimited: 1, waitedMs: 10.8, tokens: 75, tokensKnownFor: 7, costUsd: 1 };

test("what was sent since an earlier count, and all of it together, is what was sent", () => {
  const since = callsSince(early, late);
  expect(since).toMatchObject({
    requests: 5,
    cacheHits: 0,
    rateLimited: 1,
    tokens: 45,
    tokensKnownFor: 5,
    costUsd: 0.75,
  });
  // 0.4 and 10.4 milliseconds are 10.8, to the nearest 11.
  expect(sumCalls([callsSince(null, early), since])).toEqual({ ...late, waitedMs: 11 });
});
