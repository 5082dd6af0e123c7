import { addBlock, type Block, type BlockStore, createBlockStore, eachBlock } from "./block-store.ts";
import { createFields, type Fields, fieldCount, isBlank, scanFields } from "./fields.ts";
import { addId, createIdTable, type IdTable, isId, skipId } from "./id-table.ts";
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
import { addToList, closeList, createRunList, type Duplicate, openList, queryOf, type RunList } from "./run-list.ts";
import { textOf } from "./text.ts";

/** How scores are kept: `single` rounds them to a C float, so that some which differ are tied. */
export type ScorePrecision = "single" | "double";

/** Who wants the lists of a run. */
export interface RunReader {
  /** `double` when not given. */
  readonly precision?: ScorePrecision;
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
  const isSingle = reader.precision === "single";
  const state = createState(file, { isHeld, isSingle });
  await readInto(state, reader);
  if (!state.isUngrouped || isHeld) return finish(state, reader);
  reader.restart();
  const again = createState(file, { isHeld: true, isSingle });
  await readInto(again, reader);
  return finish(again, reader);
}

interface State {
  readonly problems: ProblemList;
  readonly fields: Fields;
  readonly list: RunList;
  /** Where lists are kept until all lines are read; null: they are handed on at once. */
  readonly held: { readonly store: BlockStore; readonly packer: Packer } | null;
  /** The queries so far, so that one that comes back is noticed. */
  readonly queries: IdTable;
  readonly firstDuplicates: Duplicate[];
  readonly isSingle: boolean;
  isUngrouped: boolean;
  line: number;
  lines: number;
  duplicates: number;
}

function createState(
  file: string,
  { isHeld, isSingle }: { readonly isHeld: boolean; readonly isSingle: boolean },
): State {
  const queries = createIdTable();
  return {
    problems: createProblemList(file),
    fields: createFields(),
    queries,
    list: createRunList(queries),
    held: isHeld ? { store: createBlockStore(), packer: createPacker() } : null,
    firstDuplicates: [],
    isSingle,
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
  const { fields, list } = state;
  let i = start;
  while (i < end) {
    state.line += 1;
    // Most lines are of the query of the line above.
    const behind = skipQuery(list, bytes, i);
    const isSame = behind > i;
    i = scanFields(bytes, behind, fields, isSame ? 1 : 0);
    if (!hasColumns(state)) continue;
    if (!isSame && !openQuery(state, bytes, reader)) return false;
    addResult(state, bytes);
  }
  return true;
}

/** Where the query of the line above ends, if the line starts with it; else the start of the line. */
function skipQuery({ queries, query }: RunList, bytes: Uint8Array, start: number): number {
  if (query === -1) return start;
  const end = skipId(queries, query, bytes, start);
  return isBlank(bytes[end] as number) ? end : start;
}

function hasColumns({ fields, problems, line }: State): boolean {
  const count = fields[fieldCount] as number;
  if (count >= 5) return true;
  if (count > 0) reportColumns(problems, { line, count });
  return false;
}

function reportColumns(
  problems: ProblemList,
  { line, count }: { readonly line: number; readonly count: number },
): void {
  reportLine(problems, line, () => ({
    code: "trec-run-line",
    what: `a line of a run has 6 columns, and this one has ${count}`,
    fix: "write `query Q0 document rank score tag`",
  }));
}

/** Turns to the query of the line. False: it was there before, and lists are not kept. */
function openQuery(state: State, bytes: Uint8Array, reader: RunReader): boolean {
  const { fields, list, queries, held } = state;
  const start = fields[0] as number;
  const end = fields[1] as number;
  // With blanks before it the query may be the same all the same.
  if (list.query !== -1 && isId(queries, list.query, bytes, start, end)) return true;
  closeQuery(state, reader);
  const added = addId(queries, bytes, start, end);
  openList(list, added < 0 ? -1 - added : added);
  if (added >= 0) return true;
  state.isUngrouped = true;
  return held !== null;
}

function addResult(state: State, bytes: Uint8Array): void {
  const { fields, list, held } = state;
  const start = fields[4] as number;
  const end = fields[5] as number;
  const written = parseScore(bytes, fields[8] as number, fields[9] as number);
  const score = state.isSingle ? Math.fround(written) : written;
  if (Number.isNaN(score)) {
    reportScore(state, bytes);
    return;
  }
  state.lines += 1;
  if (held !== null) packResult(held.packer, bytes, { start, end, score, line: state.line });
  else if (!addToList(list, bytes, start, end, score)) {
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
    state.firstDuplicates.push({ query: queryOf(state.list), id: textOf(...id), line });
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
  if (packer.length > 0) addBlock(store, list.query, { packer, middle: packer.length, line: 0 });
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
  const { held, list, queries } = state;
  if (held !== null) {
    for (let query = 0; query < queries.count; query += 1) {
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
    const isNew = addToList(state.list, bytes, from, to, view.getFloat64(to));
    if (!isNew) noteDuplicate(state, { line, id: [bytes, from, to] });
  }
}
