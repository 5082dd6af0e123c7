import type { ModelCalls } from "../record/index.ts";
import type { Clock } from "./clock.ts";

/** What a command may spend; undefined: as much as it takes. */
export interface Limits {
  /** Requests to models, retries included. */
  readonly calls?: number | undefined;
  /** Prompt and completion together, as far as the provider tells them. */
  readonly tokens?: number | undefined;
  /** US dollars, by the prices of the configuration; every model that is called must have one. */
  readonly costUsd?: number | undefined;
  readonly seconds?: number | undefined;
  /** Cases with an error. */
  readonly errors?: number | undefined;
}

type Spent = Readonly<Record<"calls" | "tokens" | "costUsd" | "errors", number>>;

/** Keeps count over all suites of a command. */
export class Budget {
  readonly #limits: Limits;
  readonly #clock: Clock;
  readonly #started: number;
  #before: Spent = { calls: 0, tokens: 0, costUsd: 0, errors: 0 };

  constructor(limits: Limits, clock: Clock) {
    this.#limits = limits;
    this.#clock = clock;
    this.#started = clock.elapsedMs();
  }

  /** Milliseconds that are left; undefined where time is not limited. */
  get timeLeftMs(): number | undefined {
    const { seconds } = this.#limits;
    return seconds === undefined ? undefined : Math.max(0, seconds * 1000 - (this.#clock.elapsedMs() - this.#started));
  }

  /** What is used up, in words; null while there is some of everything left. */
  usedUp(calls: ModelCalls | null, errors: number): string | null {
    const now = this.#total(calls, errors);
    if (this.timeLeftMs === 0) return `the ${this.#limits.seconds} seconds of \`--max-duration\` are over`;
    const reached = (key: keyof Spent): boolean => now[key] >= (this.#limits[key] ?? Number.POSITIVE_INFINITY);
    if (reached("calls")) return `${now.calls} calls were sent, and \`--max-calls\` allows ${this.#limits.calls}`;
    if (reached("tokens")) return `${now.tokens} tokens were used, and \`--max-tokens\` allows ${this.#limits.tokens}`;
    if (reached("costUsd"))
      return `$${now.costUsd.toFixed(4)} were spent, and \`--max-cost\` allows ${this.#limits.costUsd}`;
    return reached("errors")
      ? `${now.errors} cases have an error, and \`--bail\` allows fewer than ${this.#limits.errors}`
      : null;
  }

  /** A suite has ended: what it spent counts for the next. */
  settle(calls: ModelCalls | null, errors: number): void {
    this.#before = this.#total(calls, errors);
  }

  #total(calls: ModelCalls | null, errors: number): Spent {
    const before = this.#before;
    return {
      calls: before.calls + (calls?.requests ?? 0),
      tokens: before.tokens + (calls?.tokens ?? 0),
      costUsd: before.costUsd + (calls?.costUsd ?? 0),
      errors: before.errors + errors,
    };
  }
}
