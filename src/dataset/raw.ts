/**
 * A value as a file has it, before anything is cast. JSON and YAML readers give
 * numbers (and in YAML every word without quotes) as `Plain`, with the letters
 * that stand in the file, since `007`, `1e3` and `12345678901234567890` are ids.
 */
export type Raw = string | boolean | null | Plain | readonly Raw[] | RawObject;

/** An object of a file, by the keys as written. */
export interface RawObject {
  readonly [key: string]: Raw;
}

/** A scalar written without quotes. A class, so that no object in a file can look like one. */
export class Plain {
  readonly source: string;
  /** In YAML a word without quotes is an ordinary way to write a text; in JSON it can only be a number. */
  readonly of: "json" | "yaml";

  constructor(source: string, of: "json" | "yaml") {
    this.source = source;
    this.of = of;
  }
}

/** One case or document as its file has it: fields by the name as written. */
export interface RawRecord {
  readonly at: string;
  readonly fields: ReadonlyMap<string, Raw>;
}

/** Whether a value of a file is an object. */
export function isRawObject(value: Raw | undefined): value is RawObject {
  return typeof value === "object" && value !== null && !Array.isArray(value) && !(value instanceof Plain);
}

/** Whether a value of a file is a list. */
export function isRawList(value: Raw | undefined): value is readonly Raw[] {
  return Array.isArray(value);
}

/** The text of a scalar, letter for letter; undefined when it is none. */
export function textOf(value: Raw | undefined): string | undefined {
  if (typeof value === "string") return value;
  return value instanceof Plain ? value.source : undefined;
}

/** What a value is, for messages. */
export function describeRaw(value: Raw): string {
  if (value === null) return "null";
  if (value instanceof Plain) return `\`${value.source}\``;
  if (typeof value === "boolean") return `\`${value}\``;
  if (typeof value === "string") return "a text";
  return isRawList(value) ? "a list" : "an object";
}
