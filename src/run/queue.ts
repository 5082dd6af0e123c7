import type { Flags } from "../config/index.ts";
import type { Manifest } from "../record/index.ts";
import { forgottenQueues, sharedFlags } from "./announcement.ts";
import { QueueRunner } from "./queue-runner.ts";
import { type CaseQueue, clearQueue, queueOf, queueOptions } from "./queued-job.ts";
import { connectRedis } from "./redis.ts";

/** Workers on many machines, met at a Redis. */
export interface Fleet {
  /** Offers a run to them. */
  announce(manifest: Manifest): Promise<QueueRunner>;
  close(): void;
}

/** What a fleet is opened with. */
export interface FleetOptions {
  readonly flags: Flags;
  /** Takes a line for the user, such as what is waited for. */
  readonly tell: (line: string) => void;
}

/**
 * Meets workers at a Redis.
 *
 * @throws InputError when the address is none, or nobody answers there.
 */
export async function openFleet(url: string, { flags, tell }: FleetOptions): Promise<Fleet> {
  const redis = await connectRedis(url, tell);
  // Loaded here: who works without a queue does not wait for it.
  const { Queue } = await import("bullmq");
  const open = (name: string): CaseQueue => {
    const queue: CaseQueue = new Queue(name, queueOptions(redis));
    // The connection itself tells what becomes of it.
    queue.on("error", () => {});
    return queue;
  };
  return {
    close: () => redis.disconnect(),
    announce: async ({ runId, suite, startedAt, fingerprint, tool }) => {
      for (const name of await forgottenQueues(redis)) await clearQueue(redis, open(name));
      const queue = queueOf({ runId, suite, startedAt });
      const run = { queue, runId, suite, startedAt, fingerprint, tool, flags: sharedFlags(flags) };
      const runner = new QueueRunner(run, { redis, queue: open(queue), tell });
      await runner.open();
      tell(`${suite}: run ${runId} is open to workers: \`touchstone worker --queue …\``);
      return runner;
    },
  };
}
