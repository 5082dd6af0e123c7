import { closeSync, openSync, readSync } from "node:fs";
import { type JournalEvent, parseEvent } from "./journal.ts";
import { type EventReader, type EventSource, RunJournal } from "./run-journal.ts";

/** Of the file, read in one go when all of it is read. */
const blockBytes = 2 ** 18;

/** Read in one go for a single line: most are shorter. */
const shortestRead = 2 ** 13;

const lineEnd = 10;

/** The journal in a file; the place of an event is where its line begins, in bytes. */
export function journalFile(path: string): EventSource {
  return {
    *events(): Generator<JournalEvent> {
      for (const { event } of eventsIn(path)) yield event;
    },
    open: () => new LineReader(path),
  };
}

/**
 * The journal in a file. A torn last line, which a kill leaves behind, is left out.
 *
 * @throws SyntaxError as `parseEvent`; errors of the file system as they are.
 */
export function readJournal(path: string): RunJournal {
  const journal = new RunJournal(journalFile(path));
  for (const { event, place } of eventsIn(path)) journal.note(event, place);
  return journal;
}

/** Bytes of a file up to the end of its last whole line. */
export function wholeLength(path: string): number {
  let length = 0;
  for (const { place, bytes, isLast } of linesOf(path)) if (!isLast) length = place + bytes.length + 1;
  return length;
}

function* eventsIn(path: string): Generator<{ readonly event: JournalEvent; readonly place: number }> {
  let number = 0;
  for (const { bytes, place, isLast } of linesOf(path)) {
    number += 1;
    // A line without its end was not written whole, even when it reads as if it were.
    const event = isLast ? undefined : parseEvent(bytes.toString("utf8"), { number, isLast });
    if (event !== undefined) yield { event, place };
  }
}

interface Line {
  /** Without its end. */
  readonly bytes: Buffer;
  readonly place: number;
  /** It has no end: it is torn, or the file ends with a whole line and this one is empty. */
  readonly isLast: boolean;
}

function* linesOf(path: string): Generator<Line> {
  const file = openSync(path, "r");
  try {
    let rest: Buffer = Buffer.alloc(0);
    let place = 0;
    for (;;) {
      const block = Buffer.allocUnsafe(blockBytes);
      const read = readSync(file, block, 0, blockBytes, null);
      if (read === 0) break;
      const bytes = Buffer.concat([rest, block.subarray(0, read)]);
      let begin = 0;
      for (let end = bytes.indexOf(lineEnd); end !== -1; end = bytes.indexOf(lineEnd, begin)) {
        yield { bytes: bytes.subarray(begin, end), place: place + begin, isLast: false };
        begin = end + 1;
      }
      rest = bytes.subarray(begin);
      place += begin;
    }
    yield { bytes: rest, place, isLast: true };
  } finally {
    closeSync(file);
  }
}

/** Reads single lines, each whole in one go where it is no longer than those before. */
class LineReader implements EventReader {
  readonly #file: number;
  /** As long as the longest line so far, at least. */
  #buffer = Buffer.allocUnsafe(shortestRead);

  constructor(path: string) {
    this.#file = openSync(path, "r");
  }

  read(place: number): JournalEvent {
    for (;;) {
      const length = readSync(this.#file, this.#buffer, 0, this.#buffer.length, place);
      const end = this.#buffer.subarray(0, length).indexOf(lineEnd);
      if (end !== -1) return JSON.parse(this.#buffer.toString("utf8", 0, end)) as JournalEvent;
      if (length < this.#buffer.length) throw new Error("the journal changed while it was read");
      this.#buffer = Buffer.allocUnsafe(this.#buffer.length * 2);
    }
  }

  close(): void {
    closeSync(this.#file);
  }
}
