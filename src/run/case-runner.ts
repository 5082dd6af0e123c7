import type { ModelCalls } from "../record/index.ts";
import type { Plan } from "./plan.ts";
import { type CaseOptions, type Job, runCase } from "./run-case.ts";

/** Where the cases of a run are carried out. */
export interface CaseRunner {
  /** How many are handed to it at once. */
  readonly concurrency: number;
  /** As `runCase`; null: the case was given up, and has told nothing. */
  run(job: Job, options: CaseOptions): Promise<boolean | null>;
  /** The run takes no new case; what is under way may finish. */
  stop(): void;
  /** What was sent to models so far; null when none was opened. */
  calls(): ModelCalls | null;
}

/** In this very process. */
export function inProcess(plan: Plan): CaseRunner {
  return {
    concurrency: plan.suite.maxConcurrency,
    run: (job, options) => runCase(job, plan, options),
    stop: () => {},
    calls: () => plan.chats.statistics(),
  };
}
