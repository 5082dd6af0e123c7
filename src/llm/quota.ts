import type { Redis } from "ioredis";
import type { RateLimiterAbstract, RateLimiterRes } from "rate-limiter-flexible";
import type { Clock } from "./clock.ts";

/** What a provider allows, as its owner states it. */
export interface QuotaLimits {
  readonly requestsPerMinute?: number | undefined;
  /** Prompt and completion together. */
  readonly tokensPerMinute?: number | undefined;
  /** The share of both that is used, above 0 to 1. Default 0.8: others use the key too, and tokens are estimated. */
  readonly share?: number | undefined;
}

/** What several processes share their quota through; null: this process has it alone. */
export type QuotaStore = Redis | null;

/** Windows of so many seconds: in any 60 s lie at most 11 of them, so that the share is never passed by more than a tenth. */
const windowSeconds = 6;

/** How many may go out in a window of how many seconds, for a limit a minute. */
export function windowOf(perMinute: number): { readonly points: number; readonly seconds: number } {
  // A limit of less than one a window gets a longer one.
  const seconds = Math.max(windowSeconds, Math.ceil(60 / perMinute));
  return { points: Math.max(1, Math.floor((perMinute * seconds) / 60)), seconds };
}

/** One kind of thing that is counted. */
interface Counter {
  readonly limiter: RateLimiterAbstract;
  readonly points: number;
}

/**
 * Holds calls back so that a provider's requests and tokens a minute are kept. In any 60
 * seconds at most 1.1 times the share of the limit goes out.
 */
export class Quota {
  readonly #limits: QuotaLimits;
  readonly #key: string;
  readonly #store: QuotaStore;
  readonly #clock: Clock;
  #counters: Promise<{ readonly requests: Counter | null; readonly tokens: Counter | null }> | undefined;

  /** @param key what the quota belongs to: calls of the same key share it. */
  constructor(
    limits: QuotaLimits,
    { key, store, clock }: { readonly key: string; readonly store: QuotaStore; readonly clock: Clock },
  ) {
    this.#limits = limits;
    this.#key = key;
    this.#store = store;
    this.#clock = clock;
  }

  /** Waits until a call of so many tokens, as estimated, may go out. Calls come one after the other. */
  async take(tokens: number, signal: AbortSignal): Promise<void> {
    const { requests, tokens: counted } = await this.#open();
    if (requests !== null) await this.#takeFrom(requests, 1, signal);
    if (counted !== null) await this.#takeFrom(counted, tokens, signal);
  }

  /** Once the provider has told the true number of tokens: what was taken too little is made up for. */
  async correct(estimated: number, used: number): Promise<void> {
    const { tokens } = await this.#open();
    if (tokens === null || used === estimated) return;
    if (used > estimated) await tokens.limiter.penalty(this.#key, used - estimated);
    else await tokens.limiter.reward(this.#key, estimated - used);
  }

  /** A call of more than a window has takes several. */
  async #takeFrom({ limiter, points }: Counter, wanted: number, signal: AbortSignal): Promise<void> {
    for (let left = wanted; left > 0; ) {
      const part = Math.min(left, points);
      const refused = await limiter.consume(this.#key, part).then(
        () => null,
        (reason: RateLimiterRes | Error) => reason,
      );
      if (refused instanceof Error) throw refused;
      if (refused === null) left -= part;
      else await this.#clock.sleep(Math.max(1, refused.msBeforeNext), signal);
    }
  }

  #open() {
    this.#counters ??= this.#openNow();
    return this.#counters;
  }

  async #openNow() {
    const { requestsPerMinute, tokensPerMinute, share = 0.8 } = this.#limits;
    // Loaded here: most runs state no quota.
    const { RateLimiterMemory, RateLimiterRedis } = await import("rate-limiter-flexible");
    const counter = (perMinute: number | undefined, keyPrefix: string): Counter | null => {
      if (perMinute === undefined) return null;
      const { points, seconds } = windowOf(perMinute * share);
      const options = { points, duration: seconds, keyPrefix: `touchstone:${keyPrefix}` };
      const storeClient = this.#store;
      return {
        points,
        limiter:
          storeClient === null ? new RateLimiterMemory(options) : new RateLimiterRedis({ ...options, storeClient }),
      };
    };
    return { requests: counter(requestsPerMinute, "requests"), tokens: counter(tokensPerMinute, "tokens") };
  }
}

/**
 * About how many tokens a text has, before anybody has counted: a quarter of its letters, and one for
 * each Chinese character or other sign that is no letter of an alphabet. Too many rather than too few.
 */
export function guessTokens(text: string): number {
  let wide = 0;
  for (let i = 0; i < text.length; i++) if (text.charCodeAt(i) >= 0x2e80) wide += 1;
  return Math.ceil((text.length - wide) / 4) + wide;
}
