/**
 * A text whose characters are the bytes of an id, one each (Latin-1). Equal bytes
 * are equal texts, and `<` compares by bytes, which for UTF-8 is the order of code
 * points; the UTF-16 order of the id itself is another one.
 */
export type ByteText = string;

/** The bytes of a range as a text of one character a byte. */
export function byteTextOf(bytes: Uint8Array, start: number, end: number): ByteText {
  return viewOf(bytes, start, end).toString("latin1");
}

/** What an id says, for people and for JSON. */
export function readByteText(text: ByteText): string {
  return Buffer.from(text, "latin1").toString("utf8");
}

/** The bytes of an id as a `ByteText`. */
export function toByteText(text: string): ByteText {
  return Buffer.from(text, "utf8").toString("latin1");
}

/** The text that a range of bytes says in UTF-8. */
export function textOf(bytes: Uint8Array, start: number, end: number): string {
  return viewOf(bytes, start, end).toString("utf8");
}

function viewOf(bytes: Uint8Array, start: number, end: number): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset + start, end - start);
}
