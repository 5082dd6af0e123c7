/** Bytes that grow while they are written; taken back to the start for the next block. */
export interface Packer {
  bytes: Uint8Array;
  view: DataView;
  length: number;
}

/** A packer with room for some entries. */
export function createPacker(): Packer {
  const bytes = new Uint8Array(2 ** 14);
  return { bytes, view: new DataView(bytes.buffer), length: 0 };
}

/** Makes sure that `count` more bytes fit. */
export function reserve(packer: Packer, count: number): void {
  const needed = packer.length + count;
  if (needed <= packer.bytes.length) return;
  const bytes = new Uint8Array(Math.max(needed, 2 * packer.bytes.length));
  bytes.set(packer.bytes);
  packer.bytes = bytes;
  packer.view = new DataView(bytes.buffer);
}

/** Room that a whole number may take. */
export const maxWholeSize = 8;

/** Writes a whole number from 0 to 2^53, seven bits a byte, the low ones first. */
export function packWhole(packer: Packer, value: number): void {
  let rest = value;
  while (rest > 127) {
    packer.bytes[packer.length++] = (rest % 128) | 128;
    rest = Math.floor(rest / 128);
  }
  packer.bytes[packer.length++] = rest;
}

/** A whole number of either sign as one from 0 on, small if it is small; `unfoldSign` takes it back. */
export function foldSign(value: number): number {
  return value < 0 ? -2 * value - 1 : 2 * value;
}

/** The number of either sign that was folded. */
export function unfoldSign(folded: number): number {
  // Small ones stay whole numbers to the engine: a division would make an object of each.
  if (folded < 2 ** 30) return (folded & 1) === 0 ? folded >> 1 : -((folded + 1) >> 1);
  return folded % 2 === 0 ? folded / 2 : -(folded + 1) / 2;
}

/** Writes bytes as they are. */
export function packBytes(packer: Packer, bytes: Uint8Array, start: number, end: number): void {
  const { bytes: own } = packer;
  let j = packer.length;
  for (let i = start; i < end; i += 1, j += 1) own[j] = bytes[i] as number;
  packer.length = j;
}

/** Where a reader stands in packed bytes. */
export interface Unpacker {
  bytes: Uint8Array;
  at: number;
}

/** Reads the next whole number. */
export function unpackWhole(unpacker: Unpacker): number {
  let byte = unpacker.bytes[unpacker.at++] as number;
  if (byte < 128) return byte;
  let value = byte & 127;
  let scale = 128;
  do {
    byte = unpacker.bytes[unpacker.at++] as number;
    value += (byte & 127) * scale;
    scale *= 128;
  } while (byte > 127);
  return value;
}
