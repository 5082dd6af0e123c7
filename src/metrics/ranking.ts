/**
 * A ranked list as the gold credits it: all that a metric may look at.
 *
 * A relevant thing (an id, an any-of group, an evidence span) is credited once,
 * at the first chunk that satisfies it; later chunks of it keep their rank and
 * earn nothing. So k counts chunks, which is what the generator gets.
 */
export interface Ranking {
  /** By rank, best first: how many relevant things are credited there. */
  readonly credits: readonly number[];
  /** By rank: the sum of the grades credited there. */
  readonly gains: readonly number[];
  /** The gains of the best possible list, best first. */
  readonly ideal: readonly number[];
  /** How many relevant things there are, R. Above 0. */
  readonly total: number;
}
