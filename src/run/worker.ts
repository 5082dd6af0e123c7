import { setTimeout as sleep } from "node:timers/promises";
import { loadConfig } from "../config/index.ts";
import { InputError } from "../core/index.ts";
import type { QuotaStore } from "../llm/index.ts";
import { hideSecrets, whatDiffers } from "../record/index.ts";
import { type Announcement, announcedRuns, sharedFlags } from "./announcement.ts";
import type { Clock } from "./clock.ts";
import { closePlans, type Plan, planSuites } from "./plan.ts";
import { connectRedis } from "./redis.ts";
import { lookMs, serveRun, unlessAborted } from "./serve-run.ts";

/** How a worker works. */
export interface WorkerOptions {
  /** Path of `touchstone.yaml`; default: the one of the working folder. */
  readonly config?: string | undefined;
  /** Cases at once; default: as the suite has it. */
  readonly maxConcurrency?: string | undefined;
  /** Whether it ends when there has been no run to serve for a minute. */
  readonly isOnce: boolean;
  readonly clock: Clock;
  /** Of touchstone. */
  readonly version: string;
  /** Aborted: no new case is taken, and calls in flight get a few seconds to finish. */
  readonly signal: AbortSignal;
  /** Takes a line for the user. */
  readonly tell: (line: string) => void;
}

/** What a worker did. */
export interface WorkerOutcome {
  readonly served: number;
  readonly refused: number;
  /** Cases that were in flight at the end, and that others take over. */
  readonly givenBack: number;
}

interface PlanOptions extends Pick<WorkerOptions, "config" | "maxConcurrency" | "version" | "tell"> {
  /** The fleet shares the limits of its providers through it. */
  readonly quotaStore: QuotaStore;
}

/** Machines of one matrix do not start at once. */
const onceMs = 60_000;

/**
 * Serves the runs that are announced at a Redis, one after the other.
 *
 * @throws InputError when it cannot be reached at the start.
 */
export async function serveRuns(url: string, options: WorkerOptions): Promise<WorkerOutcome> {
  const { signal, tell, isOnce, clock } = options;
  const redis = await connectRedis(url, tell);
  const refused = new Set<string>();
  let served = 0;
  let givenBack = 0;
  tell("looking for runs");
  try {
    for (let idleSince = clock.elapsedMs(); !signal.aborted; ) {
      const runs = (await unlessAborted(announcedRuns(redis), signal)) ?? [];
      const run = runs.find(({ queue }) => !refused.has(queue));
      if (run === undefined) {
        if (isOnce && clock.elapsedMs() - idleSince >= onceMs) break;
        await unlessAborted(sleep(lookMs), signal);
        continue;
      }
      const plan = await planRun(run, { ...options, quotaStore: redis });
      if (plan === null) refused.add(run.queue);
      else {
        givenBack += await serveRun(run, plan, { redis, signal, tell });
        await closePlans([plan]);
        served += 1;
        idleSince = clock.elapsedMs();
      }
    }
  } finally {
    redis.disconnect();
  }
  return { served, refused: refused.size, givenBack };
}

/** The same plan as the coordinator's; null: this checkout has another, which was told. */
async function planRun(run: Announcement, { tell, ...options }: PlanOptions): Promise<Plan | null> {
  try {
    return await planSame(run, options);
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    tell(`${error.message}\nrefused run ${run.runId} of ${run.suite}; looking for others`);
    return null;
  }
}

async function planSame(
  run: Announcement,
  { config: path, maxConcurrency, version, quotaStore }: Omit<PlanOptions, "tell">,
): Promise<Plan> {
  const flags = { ...sharedFlags(run.flags), suites: [run.suite], maxConcurrency };
  const { suites, root } = await loadConfig({ path, flags });
  const plans = await planSuites(suites, root, { quotaStore });
  const [plan] = plans;
  if (plan === undefined) throw new Error(`the suite ${run.suite} has no plan`);
  const fingerprint = hideSecrets(plan.fingerprint, plan.suite.secrets);
  const differences = whatDiffers(run, { fingerprint, tool: { version } });
  if (differences.length === 0) return plan;
  await closePlans(plans);
  throw new InputError({
    code: "worker-other",
    what: `the suite \`${run.suite}\` here is not that of the run: ${differences.join(", ")}`,
    at: root,
    why: "half of one and half of another would be no run",
    fix: "check out the commit that the run was started from, with the same variables, and start the worker again",
  });
}
