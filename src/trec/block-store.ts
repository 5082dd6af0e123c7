import type { Packer } from "./packed.ts";

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
  count: number;
  /** Six numbers a block: segment, start, middle, end, line, and the next block of the query, 0 for none. */
  blocks: Int32Array;
}

/** A stretch of lines of one query: something packed from `start` to `middle`, and plain bytes behind it. */
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
  return {
    segments: [],
    taken: 0,
    firstBlocks: [],
    lastBlocks: new Map(),
    count: 0,
    blocks: new Int32Array(64 * fields),
  };
}

/** What a block is made of: all that the packer holds, which is copied. */
export interface BlockParts {
  readonly packer: Packer;
  /** Where the plain bytes begin. */
  readonly middle: number;
  readonly line: number;
}

/** Adds a block of a query. */
export function addBlock(store: BlockStore, query: number, { packer, middle, line }: BlockParts): void {
  const { length } = packer;
  let segment = store.segments.at(-1);
  if (segment === undefined || store.taken + length > segment.length) {
    segment = new Uint8Array(Math.max(segmentSize, length));
    store.segments.push(segment);
    store.taken = 0;
  }
  const start = store.taken;
  segment.set(packer.bytes.subarray(0, length), start);
  store.taken += length;
  const added = store.count;
  store.count += 1;
  if (store.count * fields > store.blocks.length) store.blocks = doubled(store.blocks);
  const { blocks } = store;
  const at = added * fields;
  blocks[at] = store.segments.length - 1;
  blocks[at + 1] = start;
  blocks[at + 2] = start + middle;
  blocks[at + 3] = store.taken;
  blocks[at + 4] = line;
  chain(store, query, added);
}

function doubled(numbers: Int32Array): Int32Array {
  const larger = new Int32Array(2 * numbers.length);
  larger.set(numbers);
  return larger;
}

/** Puts a block behind the other ones of its query. */
function chain({ firstBlocks, lastBlocks, blocks }: BlockStore, query: number, added: number): void {
  const first = firstBlocks[query];
  if (first === undefined) {
    firstBlocks[query] = added;
    return;
  }
  const last = lastBlocks.get(query) ?? first;
  blocks[last * fields + fields - 1] = added;
  lastBlocks.set(query, added);
}

/** Hands on the blocks of a query in the order of the file. */
export function eachBlock(
  { segments, firstBlocks, blocks }: BlockStore,
  query: number,
  use: (block: Block) => void,
): void {
  let block = firstBlocks[query];
  while (block !== undefined) {
    const at = block * fields;
    use({
      bytes: segments[blocks[at] as number] as Uint8Array,
      start: blocks[at + 1] as number,
      middle: blocks[at + 2] as number,
      end: blocks[at + 3] as number,
      line: blocks[at + 4] as number,
    });
    const next = blocks[at + 5] as number;
    block = next === 0 ? undefined : next;
  }
}
