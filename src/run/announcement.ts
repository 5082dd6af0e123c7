import type { Redis } from "ioredis";
import type { Flags } from "../config/index.ts";
import type { Manifest } from "../record/index.ts";
import { keyPrefix } from "./redis.ts";

/** The flags that a worker must plan with too; which cases run, and how many at once, it need not know. */
export type SharedFlags = Pick<Flags, "target" | "judge" | "prompt" | "repeat" | "seed" | "cache" | "cacheOnly">;

/** Those of all flags; a worker takes no other from an announcement. */
export function sharedFlags({ target, judge, prompt, repeat, seed, cache, cacheOnly }: Flags): SharedFlags {
  return { target, judge, prompt, repeat, seed, cache, cacheOnly };
}

/** What workers are told of a run. */
export interface Announcement extends Pick<Manifest, "runId" | "suite" | "startedAt" | "fingerprint" | "tool"> {
  /** Name of the queue that its cases wait in. */
  readonly queue: string;
  readonly flags: SharedFlags;
}

/** How often an announcement is renewed. */
export const renewMs = 5_000;

/** What nobody has renewed for this long is no longer announced: its coordinator is dead. */
const announcedMs = 3 * renewMs;

/** What a run that was never gone on with has left in Redis is kept for a week. */
const keptMs = 7 * 24 * 60 * 60 * 1000;

/** Every run that left something in Redis: name of its queue, by when it was last announced. */
const runsKey = `${keyPrefix}:runs`;

function announcementKey(queue: string): string {
  return `${keyPrefix}:announced:${queue}`;
}

/** Tells the workers of a run, or tells them again. */
export async function announceRun(redis: Redis, run: Announcement): Promise<void> {
  await redis
    .multi()
    .zadd(runsKey, Date.now(), run.queue)
    .set(announcementKey(run.queue), JSON.stringify(run), "PX", announcedMs)
    .exec();
}

/** Workers take no new case of the run, once they have noticed. */
export async function withdrawRun(redis: Redis, queue: string): Promise<void> {
  await redis.del(announcementKey(queue));
}

/** The runs that are announced now, the oldest first. */
export async function announcedRuns(redis: Redis): Promise<readonly Announcement[]> {
  const queues = await redis.zrange(runsKey, 0, -1);
  const texts = queues.length === 0 ? [] : await redis.mget(queues.map(announcementKey));
  return texts
    .flatMap((text) => (text === null ? [] : [JSON.parse(text) as Announcement]))
    .toSorted((a, b) => (a.startedAt < b.startedAt ? -1 : 1));
}

/** Whether the run is still announced. */
export async function isAnnounced(redis: Redis, queue: string): Promise<boolean> {
  return (await redis.exists(announcementKey(queue))) === 1;
}

/** The queues of runs that nobody has gone on with for a week. */
export async function forgottenQueues(redis: Redis): Promise<readonly string[]> {
  return await redis.zrangebyscore(runsKey, 0, Date.now() - keptMs);
}

/** Nothing is left of the run in Redis. */
export async function forgetRun(redis: Redis, queue: string): Promise<void> {
  await redis.zrem(runsKey, queue);
}

/** A worker that looks into a queue which is gone leaves a few settings there. */
export async function sweepRun(redis: Redis, queue: string): Promise<void> {
  const isKept = (await redis.zscore(runsKey, queue)) !== null;
  if (!isKept)
    await redis.del(["meta", "events", "marker", "stalled-check"].map((key) => `${keyPrefix}:${queue}:${key}`));
}
