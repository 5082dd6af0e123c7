import type { Redis } from "ioredis";
import { InputError } from "../core/index.ts";

/** All that is kept in Redis has names that begin so. */
export const keyPrefix = "touchstone";

/** A Redis that does not take a connection within this long is not there. */
const connectMs = 5_000;

/**
 * A connection that outlives a Redis which goes away: commands wait until it is back, and it is told what is waited for.
 *
 * @param tell takes a line for the user.
 * @throws InputError when the address is none, or nobody answers there.
 */
export async function connectRedis(url: string, tell: (line: string) => void): Promise<Redis> {
  const place = showRedis(url);
  // Loaded here: who works without a queue does not wait for it.
  const { Redis: Client } = await import("ioredis");
  const redis = new Client(url, { lazyConnect: true, maxRetriesPerRequest: null, connectTimeout: connectMs });
  let why = "no answer within 5 seconds";
  redis.on("error", ({ message }: Error) => {
    why = message;
  });
  const giveUp = setTimeout(() => redis.disconnect(), connectMs);
  try {
    await redis.connect();
  } catch {
    redis.disconnect();
    throw new InputError({
      code: "queue-unreachable",
      what: `there is no Redis to be had at \`${place}\`: ${why}`,
      at: "flag --queue",
      fix: "start it, or mend the address, user or password",
    });
  } finally {
    clearTimeout(giveUp);
  }
  let isAway = false;
  redis.on("close", () => {
    if (!isAway && redis.status !== "end") tell(`waiting for Redis at ${place}`);
    isAway = true;
  });
  redis.on("ready", () => {
    tell(`Redis at ${place} is back`);
    isAway = false;
  });
  return redis;
}

/**
 * The address without user and password.
 *
 * @throws InputError when it is none.
 */
function showRedis(url: string): string {
  const { protocol = "", host = "", pathname = "" } = URL.canParse(url) ? new URL(url) : {};
  if (/^rediss?:$/.test(protocol) && host !== "") return `${protocol}//${host}${pathname}`;
  throw new InputError({
    code: "queue-address",
    what: "the address of the queue is not one of a Redis",
    at: "flag --queue",
    fix: "write it as `redis://host:6379`, or `rediss://user:password@host:6379/0` with TLS",
  });
}
