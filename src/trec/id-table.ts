import { textOf } from "./text.ts";

/**
 * Ids as bytes: the documents of one query, or the queries of a file. Each has a number,
 * in the order in which they came: 0, 1, 2 and so on. No text is made of any of them. Functions on the way of each line
 * take plain arguments: an object for each of millions of lines costs more than the work.
 */
export interface IdTable {
  count: number;
  /** All ids, one after the other; id i goes from `ends[i]` to `ends[i + 1]`. */
  bytes: Uint8Array;
  ends: Int32Array;
  hashes: Int32Array;
  /** Open addressing: the number of an id plus 1, or 0 for free. */
  slots: Int32Array;
  /** One less than the number of slots in use, a power of two. */
  mask: number;
}

const smallest = 64;
const offsetBasis = 0x811c9dc5 | 0;
const prime = 0x01000193;

/** A table without ids. */
export function createIdTable(): IdTable {
  return {
    count: 0,
    bytes: new Uint8Array(16 * smallest),
    ends: new Int32Array(smallest + 1),
    hashes: new Int32Array(smallest + 1),
    slots: new Int32Array(2 * smallest),
    mask: 2 * smallest - 1,
  };
}

/** Takes all ids out. The next query is taken to be about as long as the last. */
export function clearIds(table: IdTable): void {
  let size = 2 * smallest;
  while (size < 2 * table.count) size *= 2;
  table.mask = size - 1;
  table.slots.fill(0, 0, size);
  table.count = 0;
}

/** The number of an id, -1 when it is not there. */
export function findId(table: IdTable, bytes: Uint8Array, start: number, end: number): number {
  return (table.slots[slotOf(table, bytes, start, end, hashId(bytes, start, end))] as number) - 1;
}

/**
 * Puts an id in.
 *
 * @returns its number when it is new, else -1 less the number that it has: -1 for 0, -2 for 1.
 */
export function addId(table: IdTable, bytes: Uint8Array, start: number, end: number): number {
  const added = table.count;
  const from = table.ends[added] as number;
  const to = from + end - start;
  if (to > table.bytes.length || added + 2 > table.ends.length) growIds(table, to);
  // Copied while it is hashed: that it is there already is the exception.
  const hash = copyAndHash(bytes, start, end, table.bytes, from);
  const slot = slotOf(table, bytes, start, end, hash);
  const taken = table.slots[slot] as number;
  if (taken !== 0) return -taken;
  table.ends[added + 1] = to;
  table.hashes[added] = hash;
  table.count = added + 1;
  table.slots[slot] = added + 1;
  if (2 * table.count > table.mask) growSlots(table);
  return added;
}

/** FNV-1a (Fowler, Noll, Vo), with its high bits folded into the low ones, which choose the slot. */
function copyAndHash(bytes: Uint8Array, start: number, end: number, to: Uint8Array, at: number): number {
  let hash = offsetBasis;
  let j = at;
  for (let i = start; i < end; i += 1, j += 1) {
    const byte = bytes[i] as number;
    to[j] = byte;
    hash = Math.imul(hash ^ byte, prime);
  }
  return hash ^ (hash >>> 15);
}

/** The same hash of an id that is only looked for. */
function hashId(bytes: Uint8Array, start: number, end: number): number {
  let hash = offsetBasis;
  for (let i = start; i < end; i += 1) hash = Math.imul(hash ^ (bytes[i] as number), prime);
  return hash ^ (hash >>> 15);
}

/** The slot that an id has or, when it is not there, would take. */
function slotOf(table: IdTable, bytes: Uint8Array, start: number, end: number, hash: number): number {
  const { slots, mask, hashes } = table;
  let slot = hash & mask;
  for (;;) {
    const id = (slots[slot] as number) - 1;
    if (id === -1 || (hashes[id] === hash && isId(table, id, bytes, start, end))) return slot;
    slot = (slot + 1) & mask;
  }
}

/** Whether a range of bytes is the id with a number. */
export function isId(
  { bytes: own, ends }: IdTable,
  id: number,
  bytes: Uint8Array,
  start: number,
  end: number,
): boolean {
  const from = ends[id] as number;
  if ((ends[id + 1] as number) - from !== end - start) return false;
  let i = start;
  while (i < end && bytes[i] === own[from + i - start]) i += 1;
  return i === end;
}

/** Where the id with a number ends if the bytes from `start` on begin with it, else `start`. */
export function skipId({ bytes: own, ends }: IdTable, id: number, bytes: Uint8Array, start: number): number {
  const from = ends[id] as number;
  const to = ends[id + 1] as number;
  let j = from;
  // Past the end of `bytes` stands nothing that an id has: the loop ends there too.
  while (j < to && own[j] === bytes[start + j - from]) j += 1;
  return j === to ? start + to - from : start;
}

/** What an id says. */
export function textOfId({ bytes, ends }: IdTable, id: number): string {
  return textOf(bytes, ends[id] as number, ends[id + 1] as number);
}

function takeSlot({ slots, mask }: IdTable, hash: number, id: number): void {
  let slot = hash & mask;
  while (slots[slot] !== 0) slot = (slot + 1) & mask;
  slots[slot] = id + 1;
}

function growIds(table: IdTable, bytesNeeded: number): void {
  if (bytesNeeded > table.bytes.length) {
    const bytes = new Uint8Array(Math.max(bytesNeeded, 2 * table.bytes.length));
    bytes.set(table.bytes);
    table.bytes = bytes;
  }
  if (table.count + 2 <= table.ends.length) return;
  const ends = new Int32Array(2 * table.ends.length);
  ends.set(table.ends);
  const hashes = new Int32Array(2 * table.ends.length);
  hashes.set(table.hashes);
  table.ends = ends;
  table.hashes = hashes;
}

function growSlots(table: IdTable): void {
  const size = 2 * (table.mask + 1);
  if (table.slots.length < size) table.slots = new Int32Array(size);
  else table.slots.fill(0, 0, size);
  table.mask = size - 1;
  for (let id = 0; id < table.count; id += 1) takeSlot(table, table.hashes[id] as number, id);
}

/** Below 0 when id a comes before id b in the order of bytes, above 0 when it comes after. */
export function compareIds({ bytes, ends }: IdTable, a: number, b: number): number {
  const startA = ends[a] as number;
  const startB = ends[b] as number;
  const lengthA = (ends[a + 1] as number) - startA;
  const lengthB = (ends[b + 1] as number) - startB;
  const length = Math.min(lengthA, lengthB);
  for (let i = 0; i < length; i += 1) {
    const difference = (bytes[startA + i] as number) - (bytes[startB + i] as number);
    if (difference !== 0) return difference;
  }
  return lengthA - lengthB;
}
