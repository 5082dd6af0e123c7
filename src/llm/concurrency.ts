import PQueue from "p-queue";
import type { Clock } from "./clock.ts";

/**
 * As many calls at once as a service takes, found out by additive increase and
 * multiplicative decrease (AIMD; Chiu & Jain 1989, doi:10.1016/0169-7552(89)90019-6):
 * one more each time that as many as may be under way have been answered, half as many
 * when the service has had enough. It begins without a limit of its own, since the
 * caller has one.
 */
export class Concurrency {
  readonly #queue = new PQueue();
  readonly #clock: Clock;
  #limit = Number.POSITIVE_INFINITY;
  #halvedAt = Number.NEGATIVE_INFINITY;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** How many calls may be under way. */
  get limit(): number {
    return this.#limit;
  }

  /** Makes a call when its turn has come. */
  run<T>(call: () => Promise<T>): Promise<T> {
    return this.#queue.add(call);
  }

  /** A call was answered. */
  answered(): void {
    if (this.#limit < Number.POSITIVE_INFINITY) this.#set(this.#limit + 1 / this.#limit);
  }

  /** A call that went out at `sentAt` was too much. What was sent before the last halving tells nothing new. */
  tooMuch(sentAt: number): void {
    if (sentAt < this.#halvedAt) return;
    this.#halvedAt = this.#clock.now();
    const underWay = Math.max(1, this.#queue.pending);
    this.#set(Math.max(1, Math.min(this.#limit, underWay) / 2));
  }

  #set(limit: number): void {
    this.#limit = limit;
    this.#queue.concurrency = Math.floor(limit);
  }
}
