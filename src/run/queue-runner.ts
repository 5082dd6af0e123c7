import { setTimeout as sleep } from "node:timers/promises";
import type { Job } from "bullmq";
import type { Redis } from "ioredis";
import type { CaseError } from "../core/index.ts";
import { type JournalEvent, type ModelCalls, parseJournal } from "../record/index.ts";
import { type Announcement, announceRun, renewMs, withdrawRun } from "./announcement.ts";
import type { CaseRunner } from "./case-runner.ts";
import { sumCalls } from "./model-calls.ts";
import { type CaseQueue, clearQueue, jobIdOf, type QueuedJob, type QueuedReply } from "./queued-job.ts";
import { jobKey } from "./recorded.ts";
import type { Job as CaseJob, CaseOptions } from "./run-case.ts";

/** So many are queued, or their replies fetched, in one go: a reply may have some megabytes. */
const batch = 100;

/** How long to rest when there is nothing to queue and nothing to fetch. */
const restMs = 100;

/** A Redis that refuses a command, such as one without memory, is asked again after this long. */
const retryMs = 1_000;

/** A Redis that is away at the end is not waited for longer. */
const closeMs = 5_000;

/** After so many renewals without a reply or a case in work the user is told. */
const idleRenewals = 6;

/** BullMQ's words for a job whose workers died again and again. */
const lostReason = "job stalled more than allowable limit";

const workerLost: CaseError = {
  kind: "worker_lost",
  message: "every worker that took the case died over it, or lost Redis",
};

interface Waiting {
  readonly data: QueuedJob;
  readonly resolve: (outcome: Outcome | null) => void;
  readonly reject: (error: unknown) => void;
}

type Outcome = { readonly reply: QueuedReply } | { readonly error: CaseError };

interface QueueRunnerOptions {
  readonly redis: Redis;
  readonly queue: CaseQueue;
  readonly tell: (line: string) => void;
}

/**
 * Hands the cases of a run to workers and takes their events. All that it does in Redis is done over and over by one
 * loop, so that a Redis which goes away, or forgets, is made up for by the next turn.
 */
export class QueueRunner implements CaseRunner {
  /** More than any fleet works on at once, and few enough to be held here and there. */
  readonly concurrency = 4_000;
  readonly #run: Announcement;
  readonly #redis: Redis;
  readonly #queue: CaseQueue;
  readonly #tell: (line: string) => void;
  readonly #waiting = new Map<string, Waiting>();
  readonly #toQueue = new Set<string>();
  readonly #toRemove = new Set<string>();
  #calls: ModelCalls | null = null;
  #state: "running" | "stopping" | "stopped" | "closed" = "running";
  #fault: unknown;
  #told = "";
  #working: Promise<void> = Promise.resolve();
  #signal: AbortSignal | undefined;
  #idle = 0;
  #renewal: NodeJS.Timeout | undefined;

  constructor(run: Announcement, { redis, queue, tell }: QueueRunnerOptions) {
    this.#run = run;
    this.#redis = redis;
    this.#queue = queue;
    this.#tell = tell;
  }

  /** Offers the run to workers. */
  async open(): Promise<void> {
    // It is paused when the run was interrupted.
    await this.#queue.resume();
    await announceRun(this.#redis, this.#run);
    this.#redis.on("ready", this.#queueAgain);
    this.#renewal = setInterval(() => void this.#attempt(() => this.#renew()), renewMs);
    this.#working = this.#work().catch((error: unknown) => {
      this.#fault = error;
      for (const { reject } of this.#waiting.values()) reject(error);
    });
  }

  async run({ evalCase, repeat }: CaseJob, { append, clock, signal, recorded }: CaseOptions): Promise<boolean | null> {
    if (this.#fault !== undefined) throw this.#fault;
    const key = { caseId: evalCase.id, repeat };
    const answer = recorded?.answers.get(jobKey(key));
    const id = jobIdOf(this.#queue.name, key);
    this.#listen(signal);
    const outcome = await this.#outcomeOf(id, { ...key, ...(answer === undefined ? {} : { answer }) });
    if (outcome === null) return null;
    const events: readonly JournalEvent[] =
      "reply" in outcome
        ? parseJournal(outcome.reply.journal)
        : [{ event: "failed", at: clock.now(), ...key, error: outcome.error }];
    for (const event of events) append(event);
    this.#toRemove.add(id);
    if (!("reply" in outcome)) return false;
    const { calls, isWell } = outcome.reply;
    if (calls !== null) this.#calls = sumCalls([...(this.#calls === null ? [] : [this.#calls]), calls]);
    return isWell;
  }

  stop(): void {
    if (this.#state === "running") this.#state = "stopping";
  }

  calls(): ModelCalls | null {
    return this.#calls;
  }

  /** Takes the run back. When it is finished nothing of it is left in Redis, else it can be gone on with. */
  async close({ isFinished }: { readonly isFinished: boolean }): Promise<void> {
    this.#state = "closed";
    clearInterval(this.#renewal);
    this.#redis.off("ready", this.#queueAgain);
    const timeout = new AbortController();
    const leave = this.#attempt(async () => {
      await withdrawRun(this.#redis, this.#run.queue);
      await this.#working;
      if (isFinished) await clearQueue(this.#redis, this.#queue);
    });
    await Promise.race([leave, sleep(closeMs, undefined, { signal: timeout.signal }).catch(() => {})]);
    timeout.abort();
  }

  #outcomeOf(id: string, data: QueuedJob): Promise<Outcome | null> {
    return new Promise<Outcome | null>((resolve, reject) => {
      this.#waiting.set(id, { data, resolve, reject });
      this.#toQueue.add(id);
    }).finally(() => this.#waiting.delete(id));
  }

  /** Once for all cases: they have the same signal. */
  #listen(signal: AbortSignal): void {
    if (this.#signal === signal) return;
    this.#signal = signal;
    signal.addEventListener("abort", this.#giveUp, { once: true });
  }

  readonly #giveUp = (): void => {
    for (const { resolve } of this.#waiting.values()) resolve(null);
  };

  /** A Redis that was started anew may have forgotten; what it still has is not queued twice. */
  readonly #queueAgain = (): void => {
    for (const id of this.#waiting.keys()) this.#toQueue.add(id);
    void this.#attempt(() => this.#renew());
  };

  async #renew(): Promise<void> {
    if (this.#state !== "running" || this.#redis.status !== "ready") return;
    await announceRun(this.#redis, this.#run);
    this.#idle = (await this.#queue.getActiveCount()) > 0 ? 0 : this.#idle + 1;
    if (this.#idle !== idleRenewals || this.#waiting.size === 0) return;
    this.#tell(`${this.#run.suite}: no worker takes a case; is one running, and does it refuse the run?`);
  }

  async #work(): Promise<void> {
    while (this.#state !== "closed") {
      const isDone = await this.#attempt(() => this.#turn());
      if (isDone !== true) await sleep(isDone === undefined ? retryMs : restMs);
    }
  }

  /** One turn of the loop. Returns whether there was anything to do. */
  async #turn(): Promise<boolean> {
    if (this.#state === "stopping") {
      await withdrawRun(this.#redis, this.#run.queue);
      await this.#queue.pause();
      this.#state = "stopped";
    }
    for (const id of [...this.#toRemove]) {
      await this.#queue.remove(id);
      this.#toRemove.delete(id);
    }
    const isQueued = await this.#queueSome();
    const hasReplies = await this.#fetchSome();
    if (this.#state === "stopped" && !hasReplies && (await this.#queue.getActiveCount()) === 0) this.#giveUp();
    return isQueued || hasReplies;
  }

  async #queueSome(): Promise<boolean> {
    if (this.#state !== "running") return false;
    const ids = [...this.#toQueue].slice(0, batch);
    const jobs = ids.flatMap((jobId) => {
      const data = this.#waiting.get(jobId)?.data;
      return data === undefined ? [] : [{ name: "case", data, opts: { jobId } }];
    });
    if (jobs.length > 0) await this.#queue.addBulk(jobs);
    for (const id of ids) this.#toQueue.delete(id);
    return ids.length > 0;
  }

  /** Replies to what is waited for; others stay where they are until their case is. */
  async #fetchSome(): Promise<boolean> {
    const ended = await this.#queue.getRanges(["completed", "failed"]);
    const ids = ended.filter((id) => this.#waiting.has(id)).slice(0, batch);
    await Promise.all(
      ids.map(async (id) => {
        const job = await this.#queue.getJob(id);
        if (job !== undefined) this.#settle(id, job);
      }),
    );
    if (ids.length > 0) this.#idle = 0;
    return ids.length > 0;
  }

  #settle(id: string, { returnvalue, failedReason, stacktrace }: Job<QueuedJob, QueuedReply>): void {
    const waiting = this.#waiting.get(id);
    if (!failedReason) waiting?.resolve({ reply: returnvalue });
    else if (failedReason === lostReason) waiting?.resolve({ error: workerLost });
    else waiting?.reject(new Error(`on a worker: ${stacktrace?.at(-1) ?? failedReason}`));
  }

  /** Undefined: Redis refused, and the user was told so. */
  async #attempt<T>(step: () => Promise<T>): Promise<T | undefined> {
    try {
      return await step();
    } catch (error) {
      if (!isOfRedis(error)) throw error;
      if (this.#state !== "closed" && error.message !== this.#told) this.#tell(`Redis refuses: ${error.message}`);
      this.#told = error.message;
      return undefined;
    }
  }
}

function isOfRedis(error: unknown): error is Error {
  return error instanceof Error && (error.name === "ReplyError" || error.message === "Connection is closed.");
}
