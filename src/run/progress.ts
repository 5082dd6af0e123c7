import type { JournalEvent, ModelCalls } from "../record/index.ts";
import type { CaseRunner } from "./case-runner.ts";
import type { Clock } from "./clock.ts";
import type { Plan } from "./plan.ts";
import { jobKey, type Recorded } from "./recorded.ts";

/** How far a run is. */
export interface Progress {
  readonly suite: string;
  /** Case × repeat: finished, well or badly. */
  readonly done: number;
  readonly planned: number;
  readonly errors: number;
  /** Cases by the kind of the first error that they had in this execution. */
  readonly errorsByKind: ReadonlyMap<string, number>;
  /** Case × repeat: finished before this execution began. */
  readonly doneBefore: number;
  readonly elapsedMs: number;
  /** What was sent to models so far; null when none was opened. */
  readonly calls: ModelCalls | null;
  /** What calls are held back for now; null when they are not. */
  readonly waiting: ReturnType<Plan["chats"]["waiting"]>;
}

/** What progress is made of. */
export interface ProgressOptions {
  readonly recorded: Recorded;
  readonly runner: CaseRunner;
  readonly clock: Clock;
  readonly onProgress: (progress: Progress) => void;
}

/** It is told at least so often: what is waited for shows also while nothing ends. */
const tickMs = 1_000;

/** Counts what ends, and tells it. */
export class ProgressCount {
  readonly planned: number;
  done: number;
  errors: number;
  readonly #plan: Plan;
  readonly #options: ProgressOptions;
  readonly #doneBefore: number;
  readonly #started: number;
  readonly #seen = new Set<string>();
  readonly #errorsByKind = new Map<string, number>();
  readonly #ticker: NodeJS.Timeout;

  constructor(plan: Plan, options: ProgressOptions) {
    const { settled } = options.recorded;
    this.#plan = plan;
    this.#options = options;
    this.planned = plan.cases.length * plan.suite.repeat;
    this.done = settled.size;
    this.errors = [...settled.values()].filter((isWell) => !isWell).length;
    this.#doneBefore = this.done;
    this.#started = options.clock.elapsedMs();
    this.#ticker = setInterval(() => this.tell(), tickMs);
    this.tell();
  }

  /** Looks for the error in an event; a case counts once. */
  note(event: JournalEvent): void {
    const kind = errorKindOf(event);
    if (kind === undefined || !("caseId" in event) || this.#seen.has(jobKey(event))) return;
    this.#seen.add(jobKey(event));
    this.#errorsByKind.set(kind, (this.#errorsByKind.get(kind) ?? 0) + 1);
  }

  /** One more is done. */
  end({ isWell }: { readonly isWell: boolean }): void {
    this.done += 1;
    if (!isWell) this.errors += 1;
    this.tell();
  }

  tell(): void {
    const { runner, clock, onProgress } = this.#options;
    const { suite, chats } = this.#plan;
    onProgress({
      suite: suite.name,
      done: this.done,
      planned: this.planned,
      errors: this.errors,
      errorsByKind: this.#errorsByKind,
      doneBefore: this.#doneBefore,
      elapsedMs: clock.elapsedMs() - this.#started,
      calls: runner.calls(),
      waiting: chats.waiting(),
    });
  }

  /** Nothing is told any more. */
  close(): void {
    clearInterval(this.#ticker);
  }
}

function errorKindOf(event: JournalEvent): string | undefined {
  if (event.event === "failed") return event.error.kind;
  if (event.event !== "retrieved" && event.event !== "judged") return undefined;
  for (const score of Object.values(event.scores)) if (score.kind === "error") return score.error.kind;
  return undefined;
}
