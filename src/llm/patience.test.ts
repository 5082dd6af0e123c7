import { expect, test } from "vitest";
import type { ModelReply } from "../../tests/servers/model-server.ts";
import { CaseFailure } from "../core/index.ts";
import { type Clock, systemClock } from "./clock.ts";
import { Concurrency } from "./concurrency.ts";
import { ask, failure, open, run, server } from "./llm.fixture.ts";

const down: ModelReply = { status: 503, body: { error: { message: "down" } } };

/** A clock whose waits take a hundredth of their time, and are written down. */
function hastyClock(): Clock & { readonly waits: number[] } {
  const waits: number[] = [];
  return {
    ...systemClock,
    waits,
    sleep: (milliseconds, signal) => {
      waits.push(milliseconds);
      return systemClock.sleep(milliseconds / 100, signal);
    },
  };
}

async function settle(calls: readonly Promise<unknown>[]): Promise<readonly string[]> {
  const outcomes = await Promise.allSettled(calls);
  return outcomes.map((one) => {
    if (one.status === "fulfilled") return "answered";
    return one.reason instanceof CaseFailure ? one.reason.error.kind : "thrown";
  });
}

test("a service that was never there is left alone after five calls", async () => {
  const { url, requests } = await server(() => down);
  const chat = open(url, { attempts: 1 });
  const kinds: string[] = [];
  for (let i = 0; i < 8; i++) kinds.push((await failure(chat.complete(ask(`q${i}`), run))).kind);
  expect(kinds).toEqual([...Array(5).fill("http"), ...Array(3).fill("unavailable")]);
  expect(requests).toHaveLength(5);
});

test("a service that goes away for two seconds loses no case, and one call at a time looks for it", async () => {
  let since: number | null = null;
  const { url, requests } = await server((_body, index) => {
    if (index < 3) return "fine";
    since ??= Date.now();
    return Date.now() - since < 2000 ? down : "fine";
  });
  const chat = open(url);
  for (let i = 0; i < 3; i++) await chat.complete(ask(`q${i}`), run);
  const outcomes = await settle(Array.from({ length: 40 }, (_, i) => chat.complete(ask(`r${i}`), run)));
  expect(new Set(outcomes)).toEqual(new Set(["answered"]));
  // 43 answered; the 40 that were under way when it went, and a probe after 1 and after 2 more seconds.
  expect(requests.length).toBeLessThanOrEqual(43 + 40 + 3);
  expect(chat.statistics.waiting).toBeNull();
});

test("more than half of a minute's calls failing opens the circuit too", async () => {
  // Good, bad, bad, over and over: never five in a row.
  const { url, requests } = await server((_body, index) => (index % 3 === 0 ? "fine" : down));
  const chat = open(url, { attempts: 1, clock: hastyClock() });
  const seen: string[] = [];
  for (let i = 0; i < 12; i++) seen.push(...(await settle([chat.complete(ask(`q${i}`), { ...run, waits: false })])));
  // It takes ten calls to tell. The tenth is answered; the eleventh is the seventh failure of 11, more than half.
  expect(seen.slice(10)).toEqual(["http", "unavailable"]);
  expect(requests).toHaveLength(11);
});

test("nothing is lost where a fifth of all calls is refused, and little is sent twice", async () => {
  let refused = 0;
  // A generator of its own, so that every run of the test sees the same refusals (Park & Miller 1988).
  let state = 42;
  const random = () => {
    state = (state * 48271) % 2147483647;
    return state / 2147483647;
  };
  const { url } = await server(() => {
    if (random() >= 0.2) return "fine";
    refused += 1;
    return { status: 429, headers: { "retry-after": "1" }, body: { error: { message: "slow down" } } };
  });
  const chat = open(url, { clock: hastyClock() });
  const outcomes = await settle(Array.from({ length: 300 }, (_, i) => chat.complete(ask(`q${i}`), run)));
  expect(outcomes.filter((one) => one !== "answered")).toEqual([]);
  // Each call is refused 0.2 / 0.8 = 0.25 times on average: 75 of 300 cannot be avoided.
  expect(refused).toBeLessThan(1.5 * 75);
});

test("calls at once are halved when a service has had enough, once for those under way, and grow by one a round", async () => {
  let now = 0;
  const concurrency = new Concurrency({ ...systemClock, now: () => now });
  const ends: (() => void)[] = [];
  const begin = () => void concurrency.run(() => new Promise<void>((resolve) => ends.push(resolve)));
  for (let i = 0; i < 16; i++) begin();
  expect(concurrency.limit).toBe(Number.POSITIVE_INFINITY);
  now = 10;
  concurrency.tooMuch(0);
  concurrency.tooMuch(0);
  expect(concurrency.limit).toBe(8);
  // Nine answers: 8, then a ninth of one more each, about 9 after a round of eight.
  for (let i = 0; i < 8; i++) concurrency.answered();
  expect(concurrency.limit).toBeGreaterThan(8.9);
  expect(concurrency.limit).toBeLessThan(9.01);
  now = 20;
  concurrency.tooMuch(15);
  expect(concurrency.limit).toBeLessThan(4.51);
  for (const end of ends) end();
});
