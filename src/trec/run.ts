import { addBlock, type Block, type BlockStore, createBlockStore, eachBlock } from "./block-store.ts";
import { type ByteText, byteTextOf, textOf } from "./byte-text.ts";
import { createFields, type Fields, fieldCount, isSameRange, scanFields } from "./fields.ts";
import { parseScore } from "./numbers.ts";
import {
  createPacker,
  maxWholeSize,
  type Packer,
  packBytes,
  packWhole,
  reserve,
  type Unpacker,
  unpackWhole,
} from "./packed.ts";
import { createProblemList, type ProblemList, reportLine, throwIfReported } from "./problem-list.ts";
import { isPlainFile, readLines } from "./read-lines.ts";
import { addToList, closeList, createRunList, type Duplicate, openList, type RunList } from "./run-list.ts";

/** Who wants the lists of a run. */
export interface RunReader {
  /** Takes the list of one query, each query once. The list is filled anew for the next. */
  readonly take: (list: RunList) => void;
  /** What was taken so far is void: the run turned out to be ungrouped and is read again from the start. */
  readonly restart: () => void;
}

/** What a run file was found to be. */
export interface RunFacts {
  /** How many lines hold a result. */
  readonly lines: number;
  /** The lines of some query do not stand together, so that the run was held in memory. */
  readonly isUngrouped: boolean;
  /** How many lines name a document a further time; they were dropped. */
  readonly duplicates: number;
  /** The first of them. */
  readonly firstDuplicates: readonly Duplicate[];
}

const shownDuplicates = 3;

/**
 * Reads a run file, `query Q0 document rank score tag`, separated by ASCII white space,
 * and hands on the list of each query in order of score. One list at a time is in
 * memory, unless the lines of a query stand apart. The columns Q0, rank and tag are not
 * looked at; the tag may be missing, and what follows it is left alone.
 *
 * @throws InputError for a line with fewer columns and for a score that is not a number.
 *
 * Source: the format of trec_eval 9.0.8.
 */
export async function readRun(file: string, reader: RunReader): Promise<RunFacts> {
  // A pipe can be read but once, so that its lists are kept until it is known to end.
  const isHeld = !(await isPlainFile(file));
  const state = createState(file, { isHeld });
  await readInto(state, reader);
  if (!state.isUngrouped || isHeld) return finish(state, reader);
  reader.restart();
  const again = createState(file, { isHeld: true });
  await readInto(again, reader);
  return finish(again, reader);
}

interface State {
  readonly problems: ProblemList;
  readonly fields: Fields;
  readonly list: RunList;
  /** Where lists are kept until all lines are read; null: they are handed on at once. */
  readonly held: { readonly store: BlockStore; readonly packer: Packer } | null;
  readonly seen: Set<ByteText>;
  readonly firstDuplicates: Duplicate[];
  /** The bytes of the query that is read. */
  query: Uint8Array;
  isUngrouped: boolean;
  line: number;
  lines: number;
  duplicates: number;
}

function createState(file: string, { isHeld }: { readonly isHeld: boolean }): State {
  return {
    problems: createProblemList(file),
    fields: createFields(),
    list: createRunList(),
    held: isHeld ? { store: createBlockStore(), packer: createPacker() } : null,
    seen: new Set(),
    firstDuplicates: [],
    query: new Uint8Array(),
    isUngrouped: false,
    line: 0,
    lines: 0,
    duplicates: 0,
  };
}

async function readInto(state: State, reader: RunReader): Promise<void> {
  await readLines(state.problems.file, (bytes, start, end) => parseLines(state, bytes, { start, end, reader }));
  if (state.held === null && state.isUngrouped) return;
  closeQuery(state, reader);
  throwIfReported(state.problems);
}

/** Parses whole lines. False: the run is ungrouped, and the rest is of no use. */
function parseLines(
  state: State,
  bytes: Uint8Array,
  { start, end, reader }: { readonly start: number; readonly end: number; readonly reader: RunReader },
): boolean {
  const { fields } = state;
  let i = start;
  while (i < end) {
    state.line += 1;
    i = scanFields(bytes, i, fields);
    const count = fields[fieldCount] as number;
    if (count < 5) {
      if (count > 0) reportColumns(state, count);
      continue;
    }
    if (!isSameRange(bytes, fields[0] as number, fields[1] as number, state.query)) {
      openQuery(state, bytes, reader);
      if (state.isUngrouped && state.held === null) return false;
    }
    addResult(state, bytes);
  }
  return true;
}

function reportColumns({ problems, line }: State, count: number): void {
  reportLine(problems, line, () => ({
    code: "trec-run-line",
    what: `a line of a run has 6 columns, and this one has ${count}`,
    fix: "write `query Q0 document rank score tag`",
  }));
}

function openQuery(state: State, bytes: Uint8Array, reader: RunReader): void {
  closeQuery(state, reader);
  const { fields, list, seen } = state;
  const [start, end] = [fields[0] as number, fields[1] as number];
  // A copy, which `slice` of a Buffer is not.
  state.query = new Uint8Array(bytes.subarray(start, end));
  const query = byteTextOf(bytes, start, end);
  if (seen.has(query)) state.isUngrouped = true;
  else seen.add(query);
  openList(list, query);
}

function addResult(state: State, bytes: Uint8Array): void {
  const { fields, list, held } = state;
  const start = fields[4] as number;
  const end = fields[5] as number;
  const score = parseScore(bytes, fields[8] as number, fields[9] as number);
  if (Number.isNaN(score)) {
    reportScore(state, bytes);
    return;
  }
  state.lines += 1;
  if (held !== null) packResult(held.packer, bytes, { start, end, score, line: state.line });
  else if (!addToList(list, bytes, { start, end, score })) {
    noteDuplicate(state, { line: state.line, id: [bytes, start, end] });
  }
}

function reportScore({ problems, fields, line }: State, bytes: Uint8Array): void {
  const found = textOf(bytes, fields[8] as number, fields[9] as number).slice(0, 60);
  reportLine(problems, line, () => ({
    code: "trec-score",
    what: `the score must be a number, and this one is \`${found}\``,
    fix: "write the score in the fifth column, as a decimal number",
  }));
}

function noteDuplicate(
  state: State,
  { line, id }: { readonly line: number; readonly id: readonly [bytes: Uint8Array, start: number, end: number] },
): void {
  state.duplicates += 1;
  if (state.firstDuplicates.length < shownDuplicates) {
    state.firstDuplicates.push({ query: state.list.query, id: textOf(...id), line });
  }
}

function closeQuery({ held, list }: State, reader: RunReader): void {
  if (held === null) {
    if (list.ids.count === 0) return;
    closeList(list);
    reader.take(list);
    return;
  }
  const { store, packer } = held;
  if (packer.length > 0) addBlock(store, list.query, { bytes: packer.bytes, length: packer.length, line: 0 });
  packer.length = 0;
}

function packResult(
  packer: Packer,
  bytes: Uint8Array,
  {
    start,
    end,
    score,
    line,
  }: { readonly start: number; readonly end: number; readonly score: number; readonly line: number },
): void {
  reserve(packer, end - start + 2 * maxWholeSize + 8);
  packWhole(packer, end - start);
  packBytes(packer, bytes, start, end);
  packer.view.setFloat64(packer.length, score);
  packer.length += 8;
  packWhole(packer, line);
}

function finish(state: State, reader: RunReader): RunFacts {
  const { held, list } = state;
  if (held !== null) {
    for (const query of held.store.firstBlocks.keys()) {
      openList(list, query);
      eachBlock(held.store, query, (block) => unpackBlock(state, block));
      closeList(list);
      reader.take(list);
    }
  }
  const { lines, isUngrouped, duplicates, firstDuplicates } = state;
  return { lines, isUngrouped, duplicates, firstDuplicates };
}

function unpackBlock(state: State, { bytes, start, end }: Block): void {
  const unpacker: Unpacker = { bytes, at: start };
  const view = new DataView(bytes.buffer, bytes.byteOffset);
  while (unpacker.at < end) {
    const length = unpackWhole(unpacker);
    const from = unpacker.at;
    const to = from + length;
    unpacker.at = to + 8;
    const line = unpackWhole(unpacker);
    const isNew = addToList(state.list, bytes, { start: from, end: to, score: view.getFloat64(to) });
    if (!isNew) noteDuplicate(state, { line, id: [bytes, from, to] });
  }
}
