import type { FileHandle } from "node:fs/promises";
import { open } from "node:fs/promises";
import { Readable } from "node:stream";
import { createGunzip } from "node:zlib";
import { InputError } from "../core/index.ts";

const pieceSize = 2 ** 20;
const newline = 10;

/** Takes a stretch of whole lines. Each ends in a line feed, also the last of the file. False: no more is wanted. */
export type TakeLines = (bytes: Uint8Array, start: number, end: number) => boolean;

/**
 * Reads a file in pieces and hands on whole lines, as bytes. It may be larger than
 * any text can be; only a line has to fit into memory. Gzip, known by its first two
 * bytes, is unpacked on the way; one byte order mark at the start is skipped.
 *
 * @throws InputError when the file cannot be read, or is UTF-16.
 */
export async function readLines(path: string, take: TakeLines): Promise<void> {
  const handle = await open(path).catch((error: unknown) => {
    throw unreadable(path, error);
  });
  try {
    await takeLines(await openSource(handle), { path, take });
  } catch (error) {
    throw unreadable(path, error);
  } finally {
    await handle.close();
  }
}

/** Whether a file can be read a second time: a pipe cannot. */
export async function isPlainFile(path: string): Promise<boolean> {
  const handle = await open(path).catch((error: unknown) => {
    throw unreadable(path, error);
  });
  try {
    return (await handle.stat()).isFile();
  } finally {
    await handle.close();
  }
}

/** Fills a buffer from an offset on and says with how many bytes; 0 at the end. */
type Source = (buffer: Buffer, offset: number) => Promise<number>;

async function takeLines(
  source: Source,
  { path, take }: { readonly path: string; readonly take: TakeLines },
): Promise<void> {
  let isFirst = true;
  for await (const { bytes, end } of wholeLines(source)) {
    const start = isFirst ? startOfText(bytes.subarray(0, end), path) : 0;
    isFirst = false;
    if (!take(bytes, start, end)) return;
  }
}

/** The lines of a source, as many as a buffer holds at a time; the buffer is filled again for the next. */
async function* wholeLines(source: Source): AsyncGenerator<{ readonly bytes: Buffer; readonly end: number }> {
  let bytes: Buffer = Buffer.allocUnsafe(pieceSize);
  let filled = 0;
  for (;;) {
    // One byte stays free, for the line feed of a last line that has none.
    if (bytes.length - 1 - filled < pieceSize / 4) bytes = grown(bytes, filled);
    const count = await source(bytes.subarray(0, -1), filled);
    if (count === 0) break;
    const end = endOfLastLine(bytes, filled, filled + count);
    filled += count;
    if (end === 0) continue;
    yield { bytes, end };
    bytes.copyWithin(0, end, filled);
    filled -= end;
  }
  if (filled === 0) return;
  bytes[filled] = newline;
  yield { bytes, end: filled + 1 };
}

function grown(buffer: Buffer, filled: number): Buffer {
  const larger = Buffer.allocUnsafe(2 * buffer.length);
  buffer.copy(larger, 0, 0, filled);
  return larger;
}

/** Only what came new can hold a line feed. 0: there is none. */
function endOfLastLine(bytes: Buffer, from: number, filled: number): number {
  const last = bytes.subarray(from, filled).lastIndexOf(newline);
  return last === -1 ? 0 : from + last + 1;
}

function startOfText([first, second, third]: Buffer, path: string): number {
  if (first === 0xef && second === 0xbb && third === 0xbf) return 3;
  if ((first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)) {
    throw new InputError({
      code: "trec-encoding",
      what: "the file is UTF-16, and TREC files are UTF-8",
      at: path,
      fix: "save it as UTF-8",
    });
  }
  return 0;
}

async function openSource(handle: FileHandle): Promise<Source> {
  const first = Buffer.alloc(2);
  const { bytesRead } = await handle.read(first, 0, 2, null);
  const head = first.subarray(0, bytesRead);
  if (bytesRead === 2 && head[0] === 0x1f && head[1] === 0x8b) return gunzipSource(handle, head);
  let isHeadTaken = false;
  return async (buffer, offset) => {
    let at = offset;
    if (!isHeadTaken) {
      isHeadTaken = true;
      at += head.copy(buffer, at);
    }
    const read = await handle.read(buffer, at, buffer.length - at, null);
    return at - offset + read.bytesRead;
  };
}

function gunzipSource(handle: FileHandle, head: Buffer): Source {
  const packed = Readable.from(packedPieces(handle, head));
  const gunzip = createGunzip({ chunkSize: pieceSize / 4 });
  packed.on("error", (error) => gunzip.destroy(error));
  const pieces = packed.pipe(gunzip)[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  let rest = Buffer.alloc(0);
  return async (buffer, offset) => {
    if (rest.length === 0) {
      const { value, done } = await pieces.next();
      if (done === true) return 0;
      rest = value as typeof rest;
    }
    const count = rest.copy(buffer, offset);
    rest = rest.subarray(count);
    return count;
  };
}

async function* packedPieces(handle: FileHandle, head: Buffer): AsyncGenerator<Buffer> {
  yield head;
  for (;;) {
    const buffer = Buffer.allocUnsafe(pieceSize / 4);
    const { bytesRead } = await handle.read(buffer, 0, buffer.length, null);
    if (bytesRead === 0) return;
    yield buffer.subarray(0, bytesRead);
  }
}

/** What the file system or gzip says, as a mistake of the user's; anything else is thrown on. */
function unreadable(path: string, error: unknown): unknown {
  if (!(error instanceof Error && "code" in error) || error instanceof InputError) return error;
  const code = String(error.code);
  if (code.startsWith("Z_") || code === "ERR_STREAM_PREMATURE_CLOSE") {
    const what = `the file starts as gzip and cannot be unpacked (${error.message})`;
    return new InputError({ code: "trec-gzip", what, at: path, fix: "pack it anew, or give it unpacked" });
  }
  if (!/^E[A-Z]+$/.test(code)) return error;
  const what = code === "EISDIR" ? "this is a folder, and a file is needed" : `the file cannot be read (${code})`;
  return new InputError({ code: "trec-file", what, at: path, fix: "give the path of a file that exists" });
}
