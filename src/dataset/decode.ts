import { InputError } from "../core/index.ts";

/** A file's text, and what a person should know about how it was read. */
export interface DecodedText {
  readonly text: string;
  readonly notes: readonly string[];
}

/**
 * The text of a file in whatever encoding it was saved: by its byte order mark, else
 * UTF-16 when every other byte at the start is zero, else strict UTF-8, else GB18030
 * (which Chinese Excel writes; it holds GBK and GB2312), with a note that says so.
 *
 * Nothing is ever replaced by U+FFFD: what cannot be read is an error.
 *
 * @param name the file as notes and messages call it.
 * @throws InputError when no encoding fits, and when the text holds a NUL.
 */
export function decodeText(bytes: Uint8Array, name: string): DecodedText {
  const decoded = decodeBytes(bytes, name);
  const nul = decoded.text.indexOf("\0");
  if (nul !== -1) {
    throw new InputError({
      code: "dataset-nul",
      what: "the file holds a NUL character, so it is no text file, or damaged",
      at: `${name}:${lineAt(decoded.text, nul)}`,
      fix: "save it again as text in UTF-8",
    });
  }
  const lost = decoded.text.indexOf("\uFFFD");
  if (lost === -1) return decoded;
  const line = lineAt(decoded.text, lost);
  return {
    text: decoded.text,
    notes: [...decoded.notes, `${name}:${line}: holds U+FFFD, a character that an earlier conversion lost`],
  };
}

function decodeBytes(bytes: Uint8Array, name: string): DecodedText {
  const utf16 = utf16Of(bytes);
  if (utf16 !== undefined) {
    const text = decodeStrict(bytes, utf16);
    if (text !== undefined) return { text, notes: [] };
    throw unreadable(name, `the file begins as ${utf16.toUpperCase()} and does not go on so`);
  }
  const utf8 = decodeStrict(bytes, "utf-8");
  if (utf8 !== undefined) return { text: utf8, notes: [] };
  const loose = new TextDecoder("utf-8").decode(bytes);
  if (isDamagedUtf8(loose)) {
    const at = `${name}:${lineAt(loose, loose.indexOf("\uFFFD"))}`;
    throw unreadable(at, "the file is UTF-8 but for some bytes that are not");
  }
  const gb18030 = decodeStrict(bytes, "gb18030");
  if (gb18030 !== undefined) return { text: gb18030, notes: [`${name}: decoded as GB18030`] };
  throw unreadable(name, "the file is neither UTF-8 nor UTF-16 nor GB18030");
}

function decodeStrict(bytes: Uint8Array, encoding: string): string | undefined {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch (error) {
    if (error instanceof TypeError) return undefined;
    throw error;
  }
}

function utf16Of([first, second]: Uint8Array): "utf-16le" | "utf-16be" | undefined {
  if (first === 0xff && second === 0xfe) return "utf-16le";
  if (first === 0xfe && second === 0xff) return "utf-16be";
  // Without a mark: these files begin with a Latin letter, a brace or a bracket.
  if (first !== 0 && second === 0) return "utf-16le";
  if (first === 0 && second !== 0 && second !== undefined) return "utf-16be";
  return undefined;
}

/** Other encodings read as UTF-8 give hardly any whole character beyond ASCII, and many that are lost. */
function isDamagedUtf8(loose: string): boolean {
  const beyondAscii = loose.match(/[^\0-\x7F]/gu)?.length ?? 0;
  const lost = loose.match(/\uFFFD/gu)?.length ?? 0;
  return beyondAscii - lost > lost;
}

/** The 1-based line of an offset; CRLF, LF and CR each end a line. */
function lineAt(text: string, offset: number): number {
  return (text.slice(0, offset).match(/\r\n|\n|\r/g)?.length ?? 0) + 1;
}

function unreadable(at: string, what: string): InputError {
  return new InputError({ code: "dataset-encoding", what, at, fix: "save the file again in UTF-8" });
}
