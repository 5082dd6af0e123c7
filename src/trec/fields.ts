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
 * Finds the fields of a line from `start` on, where the field of number `first`
 * follows. Only ASCII white space separates them: U+00A0 and its like are part of an
 * id. What stands after the sixth field is not looked at.
 *
 * In: `bytes` has a line feed at or after `start`.
 *
 * @returns where the next line starts.
 */
export function scanFields(bytes: Uint8Array, start: number, fields: Fields, first: number): number {
  let i = start;
  let count = first;
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

/** Whether a byte separates fields. */
export function isBlank(byte: number): boolean {
  return byte === 32 || (byte <= 13 && byte >= 9 && byte !== newline);
}

function skipBlanks(bytes: Uint8Array, start: number): number {
  let i = start;
  let byte = bytes[i] as number;
  while (isBlank(byte)) {
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
