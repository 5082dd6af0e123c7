import type { Clock } from "./clock.ts";
import type { Quota } from "./quota.ts";

/** The longest distance that the gate ever keeps between two calls. */
const maxIntervalMs = 60_000;
/** After so many calls without a refusal, the gate tries to go a little faster. */
const easeEvery = 20;
const easeBy = 0.8;

/** A call that was let through. */
export interface Pass {
  /** When, in milliseconds since 1970. */
  readonly sentAt: number;
  /** As the how manieth. */
  readonly turn: number;
}

/**
 * The door to one provider that all workers pass. A refusal for going too fast (429)
 * closes it for everybody, so that they do not come back in step; afterwards calls are
 * let through at the pace that was accepted before: as many as were answered since the
 * last pause, over the time since then, or over the time of the new pause where that
 * is longer. Waiting here uses up nobody's attempts.
 *
 * A provider may also refuse now and then, however fast it is asked; going slower would
 * only take longer. It shows in the calls that went out behind a refused one: where more
 * of them were answered than refused, the pace stays as it is.
 */
export class Gate {
  readonly #clock: Clock;
  readonly #quota: Quota | null;
  #turns = 0;
  #pausedUntil = 0;
  #lastSent = 0;
  #intervalMs = 0;
  #answered = 0;
  #countedFrom: number;
  #sinceEase = 0;
  /** The first call that was refused since the door opened; null: none was. */
  #firstRefused: number | null = null;
  /** What became of calls behind a refused one, over the whole run. */
  #behind = { answered: 0, refused: 0 };
  #queue: Promise<void> = Promise.resolve();
  /** Refusals so far. */
  rateLimited = 0;
  /** For how long the door was closed, in milliseconds. */
  waitedMs = 0;

  constructor(clock: Clock, quota: Quota | null = null) {
    this.#clock = clock;
    this.#quota = quota;
    this.#countedFrom = clock.now();
  }

  /** For how long the door stays closed, in milliseconds. */
  get pausedMs(): number {
    return Math.max(0, this.#pausedUntil - this.#clock.now());
  }

  /** Whether refusals come from going too fast, as far as is known. */
  get isTooFast(): boolean {
    return this.#behind.refused >= this.#behind.answered;
  }

  /**
   * Waits for its turn. First come, first served.
   *
   * @param tokens that it will take, as estimated.
   */
  async enter(signal: AbortSignal, tokens = 0): Promise<Pass> {
    const before = this.#queue;
    let leave: () => void = () => undefined;
    this.#queue = new Promise((resolve) => {
      leave = resolve;
    });
    await before;
    try {
      await this.#quota?.take(tokens, signal);
      let wait = this.#untilOpen();
      while (wait > 0) {
        await this.#clock.sleep(wait, signal);
        wait = this.#untilOpen();
      }
      this.#lastSent = this.#clock.now();
      this.#turns += 1;
      return { sentAt: this.#lastSent, turn: this.#turns };
    } finally {
      leave();
    }
  }

  /** A call was answered. */
  answered({ turn }: Pass): void {
    if (this.#firstRefused !== null && turn > this.#firstRefused) this.#behind.answered += 1;
    this.#answered += 1;
    this.#sinceEase += 1;
    if (this.#sinceEase < easeEvery) return;
    this.#sinceEase = 0;
    this.#intervalMs *= easeBy;
  }

  /** A call was refused, and the provider wants `pauseMs` of quiet. */
  refused({ sentAt, turn }: Pass, pauseMs: number): void {
    this.rateLimited += 1;
    const now = this.#clock.now();
    const isNews = sentAt >= this.#pausedUntil;
    // A little more than asked, and not the same for every process that shares the limit.
    const until = now + pauseMs * (1 + 0.1 * this.#clock.random());
    this.waitedMs += Math.max(0, until - Math.max(now, this.#pausedUntil));
    this.#pausedUntil = Math.max(this.#pausedUntil, until);
    if (isNews) this.#firstRefused = turn;
    else if (this.#firstRefused !== null && turn > this.#firstRefused) this.#behind.refused += 1;
  }

  /** The pause is over: from what is known by now follows the pace. */
  #reopen(): void {
    this.#firstRefused = null;
    if (this.isTooFast) {
      const elapsed = this.#pausedUntil - this.#countedFrom;
      this.#intervalMs = Math.min(maxIntervalMs, elapsed / Math.max(1, this.#answered));
    }
    this.#answered = 0;
    this.#countedFrom = this.#pausedUntil;
    this.#sinceEase = 0;
  }

  #untilOpen(): number {
    const now = this.#clock.now();
    const paused = this.#pausedUntil - now;
    if (paused > 0) return paused;
    if (this.#firstRefused !== null) this.#reopen();
    return this.#intervalMs === 0 ? 0 : this.#lastSent + this.#intervalMs - now;
  }
}
