import type { Ranking } from "./ranking.ts";

/** One measure of a ranked list: a pure function and what a legend says of it. */
export interface MetricDefinition {
  /** As the field prints it, without the cut-off: `recall`. */
  readonly name: string;
  /** Other spellings of the name, lower case: `r`, `rr`. */
  readonly aliases: readonly string[];
  readonly title: string;
  /** One sentence for people who do not program. */
  readonly summary: string;
  /** Paper or tool, with the version, that the formula comes from. */
  readonly source: string;
  /** In: a ranking with `total` above 0, and the cut-off `k`, 1 or more. Out: 0 to 1. */
  readonly score: (ranking: Ranking, k: number) => number;
}
