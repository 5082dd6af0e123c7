const newline = 10;
const maxFields = 6;

/**
 * Where the fields of one line stand: the start of field i at `2 * i`, its end,
 * exclusive, at `2 * i + 1`; the number of fields, 0 to 6, at `fieldCount`.
 */
export type Fields = Int32Array;

/** The place in `Fields` that holds the number of fields. */
export const fieldCount = 2 * maxFields;

/** A place for the fields of one line at a time. */
export function createFields(): Fields {
  return new Int32Array(fieldCount + 1);
}

/**
 * Finds the fields of the line that starts at `start`. Only ASCII white space
 * separates them: U+00A0 and its like are part of an id. What stands after the
 * sixth field is not looked at.
 *
 * In: `bytes` has a line feed at or after `start`.
 *
 * @returns where the next line starts.
 */
export function scanFields(bytes: Uint8Array, start: number, fields: Fields): number {
  let i = start;
  let count = 0;
  while (count < maxFields) {
    i = skipBlanks(bytes, i);
    if (bytes[i] === newline) break;
    fields[2 * count] = i;
    i = skipField(bytes, i);
    fields[2 * count + 1] = i;
    count += 1;
  }
  while (bytes[i] !== newline) i += 1;
  fields[fieldCount] = count;
  return i + 1;
}

function skipBlanks(bytes: Uint8Array, start: number): number {
  let i = start;
  let byte = bytes[i] as number;
  while (byte === 32 || (byte <= 13 && byte >= 9 && byte !== newline)) {
    i += 1;
    byte = bytes[i] as number;
  }
  return i;
}

function skipField(bytes: Uint8Array, start: number): number {
  let i = start;
  let byte = bytes[i] as number;
  while (byte > 32 || byte < 9 || (byte > 13 && byte < 32)) {
    i += 1;
    byte = bytes[i] as number;
  }
  return i;
}

/** Whether a range of bytes holds the same as `other`. */
export function isSameRange(bytes: Uint8Array, start: number, end: number, other: Uint8Array): boolean {
  if (end - start !== other.length) return false;
  let i = start;
  while (i < end && bytes[i] === other[i - start]) i += 1;
  return i === end;
}
