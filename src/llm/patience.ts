import { ConstantBackoff, handleWhen, type RetryPolicy, retry } from "cockatiel";
import { CaseFailure } from "../core/index.ts";
import { Breaker } from "./breaker.ts";
import { type Clock, systemClock } from "./clock.ts";
import { Concurrency } from "./concurrency.ts";
import { CallFailure } from "./failure.ts";
import { interrupted } from "./fetch-text.ts";
import { Gate } from "./gate.ts";
import type { Quota } from "./quota.ts";

/** How often and how fast calls to one service are tried again. */
export interface PatienceOptions {
  /** Attempts in all for one call, 1 or more. Default 4, and 10 where the service refuses for too many requests. */
  readonly attempts?: number | undefined;
  /** The wait before the second attempt, in milliseconds; it doubles from then on. */
  readonly baseDelayMs: number;
  readonly clock?: Clock | undefined;
  /** Null or absent: as many calls as there are. */
  readonly quota?: Quota | null | undefined;
}

/** How one call is made. */
export interface PatientCall {
  readonly signal: AbortSignal;
  /** What has its own breaker and number of calls at once, such as a model. Default: all calls alike. */
  readonly lane?: string | undefined;
  /** How many tokens it will take, as estimated; counted where there is a quota. Default 0. */
  readonly tokens?: number | undefined;
  /** Whether a service that is down is waited for. Default true. */
  readonly waits?: boolean | undefined;
}

/** The longest wait of our own between two attempts. */
const maxBackoffMs = 30_000;
const usualAttempts = 4;
/** Refusals for going too fast are no fault of the call: when a fifth of all calls are refused, one in ten million is lost. */
const usualRefusals = 10;

interface Lane {
  readonly concurrency: Concurrency;
  readonly breaker: Breaker;
}

/**
 * Calls one service and tries again what may succeed later. A rate limit makes all
 * callers of the service wait; any other failure only the call that met it.
 */
export class Patience {
  readonly gate: Gate;
  readonly clock: Clock;
  readonly #retry: RetryPolicy;
  readonly #maxRefusals: number;
  readonly #baseDelayMs: number;
  readonly #lanes = new Map<string, Lane>();

  constructor({ attempts, baseDelayMs, clock = systemClock, quota = null }: PatienceOptions) {
    this.clock = clock;
    this.gate = new Gate(clock, quota);
    this.#maxRefusals = attempts ?? usualRefusals;
    this.#baseDelayMs = baseDelayMs;
    // The library counts the attempts. The waiting is done in `execute`: its own cannot be ended by Ctrl-C.
    this.#retry = retry(
      handleWhen((error) => error instanceof CallFailure && error.mayRetry && !error.isRateLimit),
      { maxAttempts: (attempts ?? usualAttempts) - 1, backoff: new ConstantBackoff(0) },
    );
  }

  /** What calls are held back for, in words, and for how many milliseconds more; null when they are not. */
  get waiting(): { readonly why: string; readonly milliseconds: number } | null {
    const limited = this.gate.pausedMs;
    if (limited > 0) return { why: "rate limit", milliseconds: limited };
    const down = [...this.#lanes.values()].flatMap(({ breaker }) => breaker.pausedMs ?? []);
    return down.length === 0 ? null : { why: "outage", milliseconds: Math.min(...down) };
  }

  /**
   * Makes a call that throws `CallFailure` where it gets no answer.
   *
   * @throws CaseFailure the last failure, or `interrupted`.
   */
  async execute<T>(call: () => Promise<T>, options: PatientCall): Promise<T> {
    const { signal } = options;
    let waitMs = 0;
    return this.#retry.execute(async ({ attempt }) => {
      try {
        if (waitMs > 0) await this.clock.sleep(waitMs, signal);
        return await this.#attempt(call, options);
      } catch (error) {
        if (signal.aborted) throw interrupted();
        if (error instanceof CallFailure) waitMs = error.waitMs ?? this.#backoff(attempt);
        throw error;
      }
    }, signal);
  }

  /** One attempt: being refused for going too fast is none. */
  async #attempt<T>(call: () => Promise<T>, options: PatientCall): Promise<T> {
    const lane = this.#laneOf(options.lane ?? "");
    for (let refusals = 0; ; refusals++) {
      try {
        return await lane.concurrency.run(() => this.#send(call, { ...options, lane, refusals }));
      } catch (error) {
        const isRefused = error instanceof CallFailure && error.isRateLimit;
        if (!isRefused || refusals + 1 >= this.#maxRefusals) throw error;
      }
    }
  }

  async #send<T>(
    call: () => Promise<T>,
    { lane, refusals, ...options }: Omit<PatientCall, "lane"> & { readonly lane: Lane; readonly refusals: number },
  ): Promise<T> {
    const pass = await this.gate.enter(options.signal, options.tokens ?? 0);
    try {
      const value = await lane.breaker.execute(call, options);
      lane.concurrency.answered();
      this.gate.answered(pass);
      return value;
    } catch (error) {
      const isRateLimit = error instanceof CallFailure && error.isRateLimit;
      if (isRateLimit) this.gate.refused(pass, error.waitMs ?? this.#backoff(refusals));
      if (isRateLimit ? this.gate.isTooFast : isOverload(error)) lane.concurrency.tooMuch(pass.sentAt);
      throw error;
    }
  }

  #laneOf(name: string): Lane {
    const lane = this.#lanes.get(name) ?? {
      concurrency: new Concurrency(this.clock),
      breaker: new Breaker(this.clock),
    };
    this.#lanes.set(name, lane);
    return lane;
  }

  /** Exponential, from half to the whole of it, so that workers do not come back in step. */
  #backoff(attempt: number): number {
    const whole = Math.min(maxBackoffMs, this.#baseDelayMs * 2 ** attempt);
    return whole * (0.5 + 0.5 * this.clock.random());
  }
}

/** Whether fewer calls at once may do better. */
function isOverload(error: unknown): boolean {
  return error instanceof CaseFailure && (error.error.kind === "timeout" || error.error.status === 503);
}
