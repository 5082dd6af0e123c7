import type { Queue, QueueOptions } from "bullmq";
import type { Redis } from "ioredis";
import { hashJson, type TargetAnswer } from "../core/index.ts";
import type { Manifest, ModelCalls } from "../record/index.ts";
import { forgetRun } from "./announcement.ts";
import { keyPrefix } from "./redis.ts";

/** A case as it waits in the queue: the worker has the dataset. */
export interface QueuedJob {
  readonly caseId: string;
  readonly repeat: number;
  /** An answer that the run has already; it is only judged. */
  readonly answer?: TargetAnswer;
}

/** What a worker says when a case is done. */
export interface QueuedReply {
  readonly isWell: boolean;
  /** Its events, as lines of a journal. */
  readonly journal: string;
  /** What the worker has sent to models since its last reply. */
  readonly calls: ModelCalls | null;
}

/** The queue of one run. */
export type CaseQueue = Queue<QueuedJob, QueuedReply>;

/** The name of a run's queue; also runs of one id on two machines have two. */
export function queueOf({ runId, suite, startedAt }: Pick<Manifest, "runId" | "suite" | "startedAt">): string {
  return hashJson([runId, suite, startedAt]).slice(0, 32);
}

/** The same for the same case of the same run, so that it is never queued twice. */
export function jobIdOf(queue: string, { caseId, repeat }: QueuedJob): string {
  return hashJson([queue, caseId, repeat]);
}

/** How coordinator and workers open a queue. */
export function queueOptions(redis: Redis): QueueOptions {
  // The stream of events has a copy of each reply, and nobody reads it.
  return { connection: redis, prefix: keyPrefix, streams: { events: { maxLen: 1 } } };
}

/** Leaves nothing of a run in Redis. */
export async function clearQueue(redis: Redis, queue: CaseQueue): Promise<void> {
  await queue.obliterate({ force: true });
  await forgetRun(redis, queue.name);
}
