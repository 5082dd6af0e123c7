/** What the command line, or a caller of the library, sets over the file. */
export interface Flags {
  /** The suites to run; empty or absent: all. */
  readonly suites?: readonly string[] | undefined;
  readonly target?: string | undefined;
  readonly judge?: string | undefined;
  readonly prompt?: string | undefined;
  readonly maxConcurrency?: number | string | undefined;
  readonly repeat?: number | string | undefined;
  readonly seed?: number | string | undefined;
  /** A path, relative to the working folder; it must exist, unless it is to be written. */
  readonly baseline?: string | undefined;
  /** Accept the run as the new baseline, where it is whole; nothing is gated then. */
  readonly updateBaseline?: boolean | undefined;
  /** False: every model call is made anew, and none is kept. */
  readonly cache?: boolean | undefined;
  /** No model is called: what the cache does not have is an error of its case. */
  readonly cacheOnly?: boolean | undefined;
  /** `key=value` each; a case must match all. */
  readonly filterMetadata?: readonly string[] | undefined;
  /** A regular expression on id and query. */
  readonly filterPattern?: string | undefined;
  /** Only the first n of the cases that the other filters leave. */
  readonly filterFirstN?: number | string | undefined;
  /** `i/n`: of the cases that the other filters leave, the i-th of n parts. */
  readonly shard?: string | undefined;
}

/** Each flag that is a setting, with its spelling for origins and messages. */
const settingFlags = {
  target: "--target",
  judge: "--judge",
  maxConcurrency: "--max-concurrency",
  repeat: "--repeat",
  seed: "--seed",
} as const;

/** The settings that flags give, as the nearest layer. Numbers that are none stay text, for the schema to refuse. */
export function flagSettings(flags: Flags): Readonly<Record<string, unknown>> {
  const keys = Object.keys(settingFlags) as (keyof typeof settingFlags)[];
  return Object.fromEntries(keys.filter((key) => flags[key] !== undefined).map((key) => [key, numeric(flags[key])]));
}

/** `flag --judge` for the setting `judge`. */
export function flagOrigin(key: string): string {
  return `flag ${settingFlags[key as keyof typeof settingFlags] ?? `--${key}`}`;
}

/** The number that a text writes out in full, else the text as it stands. */
export function numeric(value: string | number | undefined): string | number | undefined {
  if (typeof value !== "string") return value;
  return /^-?\d+(\.\d+)?$/.test(value) ? Number(value) : value;
}
