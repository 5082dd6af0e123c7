import { ConstantBackoff, handleWhen, type RetryPolicy, retry } from "cockatiel";
import { type Clock, systemClock } from "./clock.ts";
import { CallFailure } from "./failure.ts";
import { interrupted } from "./fetch-text.ts";
import { Gate } from "./gate.ts";

/** How often and how fast calls to one service are tried again. */
export interface PatienceOptions {
  /** Attempts in all for one call, 1 or more. */
  readonly attempts: number;
  /** The wait before the second attempt, in milliseconds; it doubles from then on. */
  readonly baseDelayMs: number;
  readonly clock?: Clock | undefined;
}

/** The longest wait of our own between two attempts. */
const maxBackoffMs = 30_000;

/**
 * Calls one service and tries again what may succeed later. A rate limit makes all
 * callers of the service wait; any other failure only the call that met it.
 */
export class Patience {
  readonly gate: Gate;
  readonly clock: Clock;
  readonly #retry: RetryPolicy;
  readonly #baseDelayMs: number;

  constructor({ attempts, baseDelayMs, clock = systemClock }: PatienceOptions) {
    this.clock = clock;
    this.gate = new Gate(clock);
    this.#baseDelayMs = baseDelayMs;
    // The library counts the attempts. The waiting is done in `execute`: its own cannot be ended by Ctrl-C.
    this.#retry = retry(
      handleWhen((error) => error instanceof CallFailure && error.mayRetry),
      { maxAttempts: attempts - 1, backoff: new ConstantBackoff(0) },
    );
  }

  /**
   * Makes a call that throws `CallFailure` where it gets no answer.
   *
   * @throws CaseFailure the last failure, or `interrupted`.
   */
  async execute<T>(call: () => Promise<T>, signal: AbortSignal): Promise<T> {
    let waitMs = 0;
    return this.#retry.execute(async ({ attempt }) => {
      try {
        if (waitMs > 0) await this.clock.sleep(waitMs, signal);
        return await this.#attempt(call, { attempt, signal });
      } catch (error) {
        if (signal.aborted) throw interrupted();
        waitMs = this.#waitAfter(error, attempt);
        throw error;
      }
    }, signal);
  }

  async #attempt<T>(
    call: () => Promise<T>,
    { attempt, signal }: { readonly attempt: number; readonly signal: AbortSignal },
  ): Promise<T> {
    const sentAt = await this.gate.enter(signal);
    try {
      const value = await call();
      this.gate.answered();
      return value;
    } catch (error) {
      if (error instanceof CallFailure && error.isRateLimit) {
        this.gate.refused(sentAt, error.waitMs ?? this.#backoff(attempt));
      }
      throw error;
    }
  }

  #waitAfter(error: unknown, attempt: number): number {
    if (!(error instanceof CallFailure) || error.isRateLimit) return 0;
    return error.waitMs ?? this.#backoff(attempt);
  }

  /** Exponential, from half to the whole of it, so that workers do not come back in step. */
  #backoff(attempt: number): number {
    const whole = Math.min(maxBackoffMs, this.#baseDelayMs * 2 ** attempt);
    return whole * (0.5 + 0.5 * this.clock.random());
  }
}
