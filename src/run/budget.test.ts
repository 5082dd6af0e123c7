import { expect, test } from "vitest";
import { Budget } from "./budget.ts";

/** A clock that is told what time it is. */
function clockAt() {
  const clock = { ms: 0, now: () => "", elapsedMs: () => clock.ms };
  return clock;
}

const sent = (requests: number, tokens = 0, costUsd = 0) => ({
  requests,
  tokens,
  cacheHits: 0,
  rateLimited: 0,
  waitedMs: 0,
  tokensKnownFor: 0,
  costUsd,
  warnings: [],
});

test("nothing is limited where nobody says so", () => {
  const budget = new Budget({}, clockAt());
  expect(budget.usedUp(sent(1e9, 1e9), 1e6)).toBeNull();
  expect(budget.timeLeftMs).toBeUndefined();
});

test("each limit is reached at its number, over all suites together", () => {
  const budget = new Budget({ calls: 5, tokens: 100, errors: 2 }, clockAt());
  expect(budget.usedUp(sent(4, 99), 1)).toBeNull();
  expect(budget.usedUp(sent(5), 0)).toBe("5 calls were sent, and `--max-calls` allows 5");
  expect(budget.usedUp(null, 2)).toBe("2 cases have an error, and `--bail` allows fewer than 2");
  // 3 calls and 60 tokens of one suite count for the next.
  budget.settle(sent(3, 60), 1);
  expect(budget.usedUp(sent(1, 39), 0)).toBeNull();
  expect(budget.usedUp(sent(1, 40), 0)).toBe("100 tokens were used, and `--max-tokens` allows 100");
  expect(budget.usedUp(null, 1)).toContain("--bail");
});

test("money is counted by what is known to have been spent, over all suites together", () => {
  const budget = new Budget({ costUsd: 1.5 }, clockAt());
  budget.settle(sent(1, 0, 1), 0);
  expect(budget.usedUp(sent(1, 0, 0.49), 0)).toBeNull();
  expect(budget.usedUp(sent(1, 0, 0.5), 0)).toBe("$1.5000 were spent, and `--max-cost` allows 1.5");
});

test("time is over when it is over", () => {
  const clock = clockAt();
  const budget = new Budget({ seconds: 2 }, clock);
  clock.ms = 1999;
  expect(budget.timeLeftMs).toBe(1);
  expect(budget.usedUp(null, 0)).toBeNull();
  clock.ms = 2500;
  expect(budget.timeLeftMs).toBe(0);
  expect(budget.usedUp(null, 0)).toBe("the 2 seconds of `--max-duration` are over");
});
