import { expect, test } from "vitest";
import { startRedisServer } from "../../tests/servers/redis-server.ts";
import { type Clock, systemClock } from "./clock.ts";
import { ask, cleanUp, open, run, server } from "./llm.fixture.ts";
import { guessTokens, Quota, windowOf } from "./quota.ts";

const signal = new AbortController().signal;

function quotaOf(limits: ConstructorParameters<typeof Quota>[0], clock: Clock = systemClock): Quota {
  return new Quota(limits, { key: "p", store: null, clock });
}

test("a window has its part of a minute, and a slow limit a longer window", () => {
  // 0.8 × 600 a minute: 48 in 6 s. 0.8 × 3 a minute: one in 25 s.
  expect(windowOf(480)).toEqual({ points: 48, seconds: 6 });
  expect(windowOf(2.4)).toEqual({ points: 1, seconds: 25 });
});

test("requests beyond the window wait for the next one", async () => {
  const waits: number[] = [];
  const clock = { ...systemClock, sleep: async (milliseconds: number) => void waits.push(milliseconds) };
  // 0.8 × 75 a minute: 6 in 6 s. The clock does not really wait, so the seventh asks again and again.
  const quota = quotaOf({ requestsPerMinute: 75 }, clock);
  for (let i = 0; i < 6; i++) await quota.take(0, signal);
  expect(waits).toEqual([]);
  const controller = new AbortController();
  const seventh = quotaOf({ requestsPerMinute: 75 }, systemClock);
  for (let i = 0; i < 6; i++) await seventh.take(0, controller.signal);
  setTimeout(() => controller.abort(new Error("stopped")), 50);
  await expect(seventh.take(0, controller.signal)).rejects.toThrow("stopped");
});

test("tokens count as estimated at first and as used afterwards", async () => {
  // 0.5 × 2000 a minute: 100 in 6 s.
  const quota = quotaOf({ tokensPerMinute: 2000, share: 0.5 });
  await quota.take(90, signal);
  // It took 10 only: 90 are left.
  await quota.correct(90, 10);
  await quota.take(90, signal);
  const controller = new AbortController();
  setTimeout(() => controller.abort(new Error("stopped")), 50);
  await expect(quota.take(1, controller.signal)).rejects.toThrow("stopped");
});

test("a provider gets no more in a window than was stated", async () => {
  const { url, requests } = await server();
  // 0.8 × 125 a minute: 10 in 6 s.
  const chat = open(url, { limits: { requestsPerMinute: 125 } });
  const controller = new AbortController();
  const calls = Array.from({ length: 30 }, (_, i) =>
    chat.complete(ask(`q${i}`), { ...run, signal: controller.signal }).catch(() => undefined),
  );
  await new Promise((resolve) => setTimeout(resolve, 700));
  controller.abort();
  await Promise.all(calls);
  expect(requests).toHaveLength(10);
});

test("processes that share a Redis share a quota", async () => {
  const { Redis } = await import("ioredis");
  const server = await startRedisServer();
  cleanUp.push(() => server.close());
  const [one, two] = [new Redis(server.url(0)), new Redis(server.url(0))];
  cleanUp.push(
    () => one.disconnect(),
    () => two.disconnect(),
  );
  // 0.8 × 125 a minute: 10 in 6 s, whoever takes them.
  const quotas = [one, two].map(
    (store) => new Quota({ requestsPerMinute: 125 }, { key: "p", store, clock: systemClock }),
  );
  const controller = new AbortController();
  let taken = 0;
  const takes = Array.from({ length: 16 }, (_, i) =>
    quotas[i % 2]?.take(0, controller.signal).then(
      () => {
        taken += 1;
      },
      () => undefined,
    ),
  );
  await new Promise((resolve) => setTimeout(resolve, 700));
  controller.abort();
  await Promise.all(takes);
  expect(taken).toBe(10);
});

test("a guess of tokens is a quarter of the letters, and one for each Chinese character", () => {
  expect(guessTokens("abcdefgh")).toBe(2);
  expect(guessTokens("报销上限")).toBe(4);
  expect(guessTokens("")).toBe(0);
});
