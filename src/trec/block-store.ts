const segmentSize = 2 ** 22;
const fields = 6;

/**
 * Bytes by query, packed: millions of judgements cost little more than their ids. A
 * query has one block for each stretch of lines that it has in the file.
 */
export interface BlockStore {
  readonly segments: Uint8Array[];
  /** How much of the last segment is taken. */
  taken: number;
  /** By query: its first block. Queries are numbered from 0 in the order in which they come. */
  readonly firstBlocks: number[];
  /** Only of queries with several blocks. */
  readonly lastBlocks: Map<number, number>;
  /** Six numbers a block: segment, start, middle, end, line, and the next block of the query, 0 for none. */
  readonly blocks: number[];
}

/** A stretch of lines of one query: the ids from `start` to `middle`, one after the other, and the rest of it packed. */
export interface Block {
  readonly bytes: Uint8Array;
  readonly start: number;
  readonly middle: number;
  readonly end: number;
  /** The line of its first entry, counted from 1. */
  readonly line: number;
}

/** A store without blocks. */
export function createBlockStore(): BlockStore {
  return { segments: [], taken: 0, firstBlocks: [], lastBlocks: new Map(), blocks: [] };
}

/** What a block is made of; copied. */
export interface BlockParts {
  readonly ids: Uint8Array;
  readonly rest: Uint8Array;
  readonly line: number;
}

/** Adds a block of a query. */
export function addBlock(store: BlockStore, query: number, { ids, rest, line }: BlockParts): void {
  const length = ids.length + rest.length;
  let segment = store.segments.at(-1);
  if (segment === undefined || store.taken + length > segment.length) {
    segment = new Uint8Array(Math.max(segmentSize, length));
    store.segments.push(segment);
    store.taken = 0;
  }
  const start = store.taken;
  const middle = start + ids.length;
  segment.set(ids, start);
  segment.set(rest, middle);
  store.taken += length;
  const added = store.blocks.length / fields;
  store.blocks.push(store.segments.length - 1, start, middle, store.taken, line, 0);
  const first = store.firstBlocks[query];
  if (first === undefined) {
    store.firstBlocks[query] = added;
    return;
  }
  const last = store.lastBlocks.get(query) ?? first;
  store.blocks[last * fields + fields - 1] = added;
  store.lastBlocks.set(query, added);
}

/** Hands on the blocks of a query in the order of the file. */
export function eachBlock(store: BlockStore, query: number, use: (block: Block) => void): void {
  let block = store.firstBlocks[query];
  while (block !== undefined) {
    const at = block * fields;
    const [start = 0, middle = 0] = [store.blocks[at + 1], store.blocks[at + 2]];
    const [end = 0, line = 0, next = 0] = [store.blocks[at + 3], store.blocks[at + 4], store.blocks[at + 5]];
    use({ bytes: store.segments[store.blocks[at] ?? 0] ?? new Uint8Array(), start, middle, end, line });
    block = next === 0 ? undefined : next;
  }
}
