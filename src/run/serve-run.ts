import { setTimeout as sleep } from "node:timers/promises";
import type { Redis } from "ioredis";
import { hideSecrets, type JournalEvent, type ModelCalls } from "../record/index.ts";
import { type Announcement, isAnnounced, sweepRun } from "./announcement.ts";
import { systemClock } from "./clock.ts";
import { graceMs } from "./execute.ts";
import { callsSince } from "./model-calls.ts";
import type { Plan } from "./plan.ts";
import { type QueuedJob, type QueuedReply, queueOptions } from "./queued-job.ts";
import { jobKey, nothingRecorded } from "./recorded.ts";
import { runCase } from "./run-case.ts";

/** How often a worker looks what runs there are. */
export const lookMs = 1_000;

/** The cases of a worker that has not been heard of for `lockMs` are given to others. */
const stalled = {
  lockDuration: 10_000,
  stalledInterval: 5_000,
  // Machines that are taken away are no fault of a case; one that kills whoever takes it must end some time.
  maxStalledCount: 10,
};

interface ServeOptions {
  readonly redis: Redis;
  readonly signal: AbortSignal;
  readonly tell: (line: string) => void;
}

/** Takes cases of a run until it is over, or the signal is aborted. Returns how many it gave back unfinished. */
export async function serveRun(run: Announcement, plan: Plan, { redis, signal, tell }: ServeOptions): Promise<number> {
  // Loaded here: who works without a queue does not wait for it.
  const { Worker, WaitingError } = await import("bullmq");
  const inFlight = new AbortController();
  const carryOut = caseWorker(plan, inFlight.signal);
  let done = 0;
  let givenBack = 0;
  const concurrency = plan.suite.maxConcurrency;
  tell(`${run.suite}: serving run ${run.runId}, ${concurrency} cases at once`);
  const worker = new Worker<QueuedJob, QueuedReply>(
    run.queue,
    async (job, token) => {
      const reply = await carryOut(job.data);
      if (inFlight.signal.aborted) {
        givenBack += 1;
        await job.moveToWait(token);
        throw new WaitingError();
      }
      done += 1;
      return reply;
    },
    { ...queueOptions(redis), ...stalled, concurrency },
  );
  // The connection itself tells what becomes of it; a lost case is taken over by another worker.
  worker.on("error", () => {});
  while (!signal.aborted && (await unlessAborted(isAnnounced(redis, run.queue), signal)) === true)
    await unlessAborted(sleep(lookMs), signal);
  const stop = (): unknown => setTimeout(() => inFlight.abort(), graceMs);
  if (signal.aborted) stop();
  else signal.addEventListener("abort", stop, { once: true });
  // A Redis that is away cannot be told; it notices by itself that the worker is gone.
  const leave = worker.close().then(() => sweepRun(redis, run.queue));
  await Promise.race([leave, afterAbort(signal, 2 * graceMs)]);
  signal.removeEventListener("abort", stop);
  tell(
    `${run.suite}: run ${run.runId} is over here, ${done} cases done${givenBack === 0 ? "" : `, ${givenBack} given back`}`,
  );
  return givenBack;
}

/** Carries out one case after the other; each reply counts what was sent to models since the last one. */
function caseWorker(plan: Plan, signal: AbortSignal): (job: QueuedJob) => Promise<QueuedReply> {
  const cases = new Map(plan.dataset.cases.map((one) => [one.id, one]));
  let told: ModelCalls | null = null;
  return async ({ caseId, repeat, answer }) => {
    const evalCase = cases.get(caseId);
    if (evalCase === undefined) throw new Error(`the dataset has no case ${caseId}`);
    const answers = new Map(answer === undefined ? [] : [[jobKey({ caseId, repeat }), answer]]);
    const lines: string[] = [];
    const append = (event: JournalEvent): void => {
      lines.push(JSON.stringify(hideSecrets(event, plan.suite.secrets)));
    };
    const recorded = { ...nothingRecorded, answers };
    const isWell = await runCase({ evalCase, repeat }, plan, { append, clock: systemClock, signal, recorded });
    const sent = plan.chats.statistics();
    const calls = sent === null ? null : callsSince(told, sent);
    told = sent;
    return { isWell, journal: lines.join("\n"), calls };
  };
}

/** What a promise gives; undefined as soon as the signal is aborted. */
export async function unlessAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T | undefined> {
  const ended = new AbortController();
  const aborted = new Promise<undefined>((resolve) => {
    if (signal.aborted) resolve(undefined);
    signal.addEventListener("abort", () => resolve(undefined), { once: true, signal: ended.signal });
  });
  return await Promise.race([promise, aborted]).finally(() => ended.abort());
}

async function afterAbort(signal: AbortSignal, milliseconds: number): Promise<void> {
  await unlessAborted(new Promise(() => {}), signal);
  await sleep(milliseconds, undefined, { ref: false });
}
