/** The time as a value that is handed in. */
export interface Clock {
  /** ISO 8601 in UTC. */
  readonly now: () => string;
  /** Milliseconds from an unknown start, never going back: only for differences. */
  readonly elapsedMs: () => number;
}

/** The machine's own clock. */
export const systemClock: Clock = {
  now: () => new Date().toISOString(),
  elapsedMs: () => performance.now(),
};
