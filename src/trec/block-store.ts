const segmentSize = 2 ** 22;
const fields = 5;

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
  /** Five numbers a block: segment, start, end, line, and the next block of the query, 0 for none. */
  readonly blocks: number[];
}

/** A stretch of lines of one query, packed. */
export interface Block {
  readonly bytes: Uint8Array;
  readonly start: number;
  readonly end: number;
  /** The line of its first entry, counted from 1. */
  readonly line: number;
}

/** A store without blocks. */
export function createBlockStore(): BlockStore {
  return { segments: [], taken: 0, firstBlocks: [], lastBlocks: new Map(), blocks: [] };
}

/** Adds a block of a query: `length` bytes from the start of `bytes`. */
export function addBlock(
  store: BlockStore,
  query: number,
  { bytes, length, line }: { readonly bytes: Uint8Array; readonly length: number; readonly line: number },
): void {
  let segment = store.segments.at(-1);
  if (segment === undefined || store.taken + length > segment.length) {
    segment = new Uint8Array(Math.max(segmentSize, length));
    store.segments.push(segment);
    store.taken = 0;
  }
  const start = store.taken;
  segment.set(bytes.subarray(0, length), start);
  store.taken += length;
  const added = store.blocks.length / fields;
  store.blocks.push(store.segments.length - 1, start, store.taken, line, 0);
  const first = store.firstBlocks[query];
  if (first === undefined) {
    store.firstBlocks[query] = added;
    return;
  }
  const last = store.lastBlocks.get(query) ?? first;
  store.blocks[last * fields + 4] = added;
  store.lastBlocks.set(query, added);
}

/** Hands on the blocks of a query in the order of the file. */
export function eachBlock(store: BlockStore, query: number, use: (block: Block) => void): void {
  let block = store.firstBlocks[query];
  while (block !== undefined) {
    const at = block * fields;
    const [segment = 0, start = 0, end = 0] = [store.blocks[at], store.blocks[at + 1], store.blocks[at + 2]];
    use({ bytes: store.segments[segment] ?? new Uint8Array(), start, end, line: store.blocks[at + 3] ?? 0 });
    const next = store.blocks[at + 4] ?? 0;
    block = next === 0 ? undefined : next;
  }
}
