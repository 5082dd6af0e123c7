import {
  type CircuitBreakerPolicy,
  CircuitState,
  ConsecutiveBreaker,
  circuitBreaker,
  handleWhen,
  type IBackoff,
  type IBreaker,
  isBrokenCircuitError,
  SamplingBreaker,
} from "cockatiel";
import type { Clock } from "./clock.ts";
import { CallFailure } from "./failure.ts";

/** Failures in a row that open the circuit. */
const maxInARow = 5;
/** Or this share of the calls of a minute, of which there must be `minCalls`. */
const maxShare = 0.5;
const windowMs = 60_000;
const minCalls = 10;
/** The first pause of an open circuit; each probe that fails doubles it. */
const firstPauseMs = 1_000;
const longestPauseMs = 30_000;
/** For how long a service that has worked before may be away until its cases become errors. */
const maxOutageMs = 60_000;

/** How a call passes the breaker. */
export interface BreakerOptions {
  readonly signal: AbortSignal;
  /** Whether an open circuit is waited for; false where somebody else can answer meanwhile. Default true. */
  readonly waits?: boolean | undefined;
}

/**
 * Leaves a service that is down alone: five failures in a row, or more than half of a
 * minute's calls, open the circuit; after a pause one call alone tries whether it is
 * back. Calls wait meanwhile, which uses up none of their attempts, for a minute at
 * most, and not at all for a service that never answered: nobody is there.
 */
export class Breaker {
  readonly #clock: Clock;
  readonly #policy: CircuitBreakerPolicy;
  #hasAnswered = false;
  #downSince: number | null = null;
  #pauseMs = firstPauseMs;
  #openedAt = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
    this.#policy = circuitBreaker(
      handleWhen((error) => error instanceof CallFailure && error.isOutage),
      { halfOpenAfter: { next: () => this.#pause(firstPauseMs) }, breaker: either() },
    );
    this.#policy.onStateChange((state) => {
      if (state === CircuitState.Closed) this.#downSince = null;
      if (state !== CircuitState.Open) return;
      this.#openedAt = Date.now();
      this.#downSince ??= clock.now();
    });
  }

  /** Milliseconds until somebody tries again; null while calls go through. */
  get pausedMs(): number | null {
    return this.#downSince === null ? null : Math.max(0, this.#openedAt + this.#pauseMs - Date.now());
  }

  /**
   * @throws CallFailure what the call throws, or `unavailable` when the circuit is open and not waited for any longer.
   */
  async execute<T>(call: () => Promise<T>, { signal, waits = true }: BreakerOptions): Promise<T> {
    for (;;) {
      try {
        const value = await this.#policy.execute(call, signal);
        this.#hasAnswered = true;
        return value;
      } catch (error) {
        if (!isBrokenCircuitError(error)) throw error;
        if (!waits || this.#isGivenUp()) throw unavailable(this.pausedMs ?? 0);
      }
      await this.#clock.sleep(Math.max(1, this.pausedMs ?? 0), signal);
    }
  }

  #isGivenUp(): boolean {
    const now = this.#clock.now();
    return !this.#hasAnswered || now - (this.#downSince ?? now) > maxOutageMs;
  }

  #pause(duration: number): IBackoff<unknown> {
    this.#pauseMs = duration;
    return { duration, next: () => this.#pause(Math.min(longestPauseMs, duration * 2)) };
  }
}

function unavailable(pausedMs: number): CallFailure {
  const seconds = Math.ceil(pausedMs / 1000);
  const message = `the service failed again and again, and is left alone for another ${seconds} s`;
  return new CallFailure({ kind: "unavailable", message }, { mayRetry: false, isAway: true });
}

/** Open as soon as one of the two rules says so. */
function either(): IBreaker {
  const rules: readonly IBreaker[] = [
    new ConsecutiveBreaker(maxInARow),
    // Half a call less, so that rounding does not make it one more.
    new SamplingBreaker({ threshold: maxShare, duration: windowMs, minimumRps: ((minCalls - 0.5) * 1000) / windowMs }),
  ];
  return {
    // Only read and set to carry a breaker over to another process.
    state: null,
    success: (state) => {
      for (const rule of rules) rule.success(state);
    },
    failure: (state) => rules.map((rule) => rule.failure(state)).some((opens) => opens),
  };
}
