/** One of `of` parts of a dataset, from 1 on. */
export interface Shard {
  readonly index: number;
  readonly of: number;
}

/** How the record names it, among the filters of a run. */
export function formatShard({ index, of }: Shard): string {
  return `shard ${index}/${of}`;
}

/** The shard that a filter of a run names; null for any other filter. */
export function parseShard(filter: string): Shard | null {
  const [, index, of] = /^shard (\d+)\/(\d+)$/.exec(filter) ?? [];
  return index === undefined || of === undefined ? null : { index: Number(index), of: Number(of) };
}
