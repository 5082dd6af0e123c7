import type { Clock } from "./clock.ts";

/** The longest distance that the gate ever keeps between two calls. */
const maxIntervalMs = 60_000;
/** After so many calls without a refusal, the gate tries to go a little faster. */
const easeEvery = 20;
const easeBy = 0.8;

/**
 * The door to one provider that all workers pass. A refusal for going too fast (429)
 * closes it for everybody, so that they do not come back in step; afterwards calls are
 * let through at the pace that was accepted before: as many as were answered since the
 * last pause, over the time since then, or over the time of the new pause where that
 * is longer. Waiting here uses up nobody's attempts.
 */
export class Gate {
  readonly #clock: Clock;
  #pausedUntil = 0;
  #lastSent = 0;
  #intervalMs = 0;
  #answered = 0;
  #countedFrom: number;
  #sinceEase = 0;
  #queue: Promise<void> = Promise.resolve();
  /** Refusals so far. */
  rateLimited = 0;
  /** For how long the door was closed, in milliseconds. */
  waitedMs = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
    this.#countedFrom = clock.now();
  }

  /** Waits for its turn and gives the time at which the call may go out. First come, first served. */
  async enter(signal: AbortSignal): Promise<number> {
    const before = this.#queue;
    let leave: () => void = () => undefined;
    this.#queue = new Promise((resolve) => {
      leave = resolve;
    });
    await before;
    try {
      let wait = this.#untilOpen();
      while (wait > 0) {
        await this.#clock.sleep(wait, signal);
        wait = this.#untilOpen();
      }
      this.#lastSent = this.#clock.now();
      return this.#lastSent;
    } finally {
      leave();
    }
  }

  /** A call was answered. */
  answered(): void {
    this.#answered += 1;
    this.#sinceEase += 1;
    if (this.#sinceEase < easeEvery) return;
    this.#sinceEase = 0;
    this.#intervalMs *= easeBy;
  }

  /** A call that went out at `sentAt` was refused, and the provider wants `pauseMs` of quiet. */
  refused(sentAt: number, pauseMs: number): void {
    this.rateLimited += 1;
    const now = this.#clock.now();
    const isNews = sentAt >= this.#pausedUntil;
    // A little more than asked, and not the same for every process that shares the limit.
    const until = now + pauseMs * (1 + 0.1 * this.#clock.random());
    this.waitedMs += Math.max(0, until - Math.max(now, this.#pausedUntil));
    this.#pausedUntil = Math.max(this.#pausedUntil, until);
    if (!isNews) return;
    const elapsed = Math.max(pauseMs, now - this.#countedFrom);
    this.#intervalMs = Math.min(maxIntervalMs, elapsed / Math.max(1, this.#answered));
    this.#answered = 0;
    this.#countedFrom = until;
    this.#sinceEase = 0;
  }

  #untilOpen(): number {
    const now = this.#clock.now();
    return Math.max(this.#pausedUntil - now, this.#intervalMs === 0 ? 0 : this.#lastSent + this.#intervalMs - now);
  }
}
