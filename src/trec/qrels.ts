import { InputError } from "../core/index.ts";
import { addBlock, type Block, type BlockStore, createBlockStore, eachBlock } from "./block-store.ts";
import { createFields, type Fields, fieldCount, isBlank, scanFields } from "./fields.ts";
import { addId, clearIds, createIdTable, type IdTable, isId, skipId, textOfId } from "./id-table.ts";
import { maxGrade, parseGrade } from "./numbers.ts";
import {
  createPacker,
  foldSign,
  maxWholeSize,
  type Packer,
  packBytes,
  packWhole,
  reserve,
  type Unpacker,
  unfoldSign,
  unpackWhole,
} from "./packed.ts";
import { createProblemList, type ProblemList, reportLine, throwIfReported } from "./problem-list.ts";
import { readLines } from "./read-lines.ts";
import { textOf } from "./text.ts";

/** The judgements of a qrels file, packed: about as large as the ids in it. */
export interface Qrels {
  readonly file: string;
  /** The judged queries; their numbers are those of the store. */
  readonly queries: IdTable;
  readonly store: BlockStore;
  /** How many lines hold a judgement. */
  readonly judgements: number;
  /** The highest grade in the file; 0 when there is none above it. */
  readonly highestGrade: number;
}

/** What a qrels file has on a query, in the order of the file. Each document once. */
export function eachJudgement({ store }: Qrels, query: number, take: TakeJudgement): void {
  eachBlock(store, query, (block) => unpackBlock(block, take));
}

/** Takes one judgement: where the id of the document stands in bytes, its grade, and the line. */
export type TakeJudgement = (bytes: Uint8Array, start: number, end: number, grade: number, line: number) => void;

/**
 * Reads a qrels file: `query iteration document grade`, separated by ASCII white space.
 * Blank lines are skipped; a line that starts with `#` is a line like others.
 *
 * @throws InputError for a line with fewer or more columns, a grade that is not a whole
 *   number, a document that is judged twice for a query, and a file without a judgement.
 *
 * Source: the format of trec_eval 9.0.8.
 */
export async function readQrels(file: string): Promise<Qrels> {
  const state = createState(file);
  await readLines(file, (bytes, start, end) => {
    parseLines(state, bytes, { start, end });
    return true;
  });
  closeBlock(state);
  checkSplitQueries(state);
  throwIfReported(state.problems);
  const { queries, store, judgements, highestGrade } = state;
  if (judgements > 0) return { file, queries, store, judgements, highestGrade };
  throw new InputError({
    code: "trec-empty",
    what: "the qrels file holds no judgement",
    at: file,
    fix: "give a file with lines of `query 0 document grade`",
  });
}

interface State {
  readonly problems: ProblemList;
  readonly store: BlockStore;
  readonly fields: Fields;
  readonly packer: Packer;
  /** The documents of the block that is read. */
  readonly ids: IdTable;
  readonly queries: IdTable;
  /** The number of the query whose block is read; -1 before the first. */
  query: number;
  line: number;
  firstLine: number;
  lastLine: number;
  lastLength: number;
  judgements: number;
  highestGrade: number;
}

function createState(file: string): State {
  return {
    problems: createProblemList(file),
    store: createBlockStore(),
    fields: createFields(),
    packer: createPacker(),
    ids: createIdTable(),
    queries: createIdTable(),
    query: -1,
    line: 0,
    firstLine: 0,
    lastLine: 0,
    lastLength: 0,
    judgements: 0,
    highestGrade: 0,
  };
}

function parseLines(
  state: State,
  bytes: Uint8Array,
  { start, end }: { readonly start: number; readonly end: number },
): void {
  const { fields } = state;
  let i = start;
  while (i < end) {
    state.line += 1;
    const behind = skipQuery(state, bytes, i);
    const isSame = behind > i;
    i = scanFields(bytes, behind, fields, isSame ? 1 : 0);
    if (!hasColumns(state)) continue;
    if (!isSame) openBlock(state, bytes);
    addJudgement(state, bytes);
  }
}

/** Where the query of the line above ends, if the line starts with it; else the start of the line. */
function skipQuery({ queries, query }: State, bytes: Uint8Array, start: number): number {
  if (query === -1) return start;
  const end = skipId(queries, query, bytes, start);
  return isBlank(bytes[end] as number) ? end : start;
}

function hasColumns(state: State): boolean {
  const count = state.fields[fieldCount];
  if (count !== 4 && count !== 0) reportColumns(state);
  return count === 4;
}

function reportColumns({ problems, fields, line }: State): void {
  const count = fields[fieldCount] as number;
  reportLine(problems, line, () => ({
    code: "trec-qrels-line",
    what: `a line of qrels has 4 columns, and this one has ${count === 6 ? "6 or more" : count}`,
    fix: "write `query 0 document grade`",
  }));
}

function addJudgement(state: State, bytes: Uint8Array): void {
  const { fields } = state;
  const start = fields[4] as number;
  const end = fields[5] as number;
  const grade = parseGrade(bytes, fields[6] as number, fields[7] as number);
  if (Number.isNaN(grade)) {
    reportGrade(state, bytes);
    return;
  }
  if (addId(state.ids, bytes, start, end) < 0) {
    reportTwice(state, { line: state.line, query: state.query, id: textOf(bytes, start, end) });
    return;
  }
  pack(state, end - start, grade);
}

/** Almost every line follows the one before, and most ids are as long as the one before: that is two bits beside the grade. */
function pack(state: State, length: number, grade: number): void {
  const { packer, line } = state;
  if (packer.length === 0) {
    state.firstLine = line;
    state.lastLine = line - 1;
    state.lastLength = 0;
  }
  const skipped = line - state.lastLine;
  const isOther = length !== state.lastLength;
  reserve(packer, 3 * maxWholeSize);
  packWhole(packer, 4 * foldSign(grade) + (isOther ? 2 : 0) + (skipped === 1 ? 0 : 1));
  if (isOther) packWhole(packer, length);
  if (skipped !== 1) packWhole(packer, skipped);
  state.lastLine = line;
  state.lastLength = length;
  state.judgements += 1;
  if (grade > state.highestGrade) state.highestGrade = grade;
}

function reportGrade({ problems, fields, line }: State, bytes: Uint8Array): void {
  const found = textOf(bytes, fields[6] as number, fields[7] as number).slice(0, 60);
  reportLine(problems, line, () => ({
    code: "trec-grade",
    what: `a grade is a whole number from -${maxGrade} to ${maxGrade}, and this one is \`${found}\``,
    fix: "write a whole number; 0 means that it is not relevant",
  }));
}

function reportTwice(
  { problems, queries }: State,
  { line, query, id }: { readonly line: number; readonly query: number; readonly id: string },
): void {
  reportLine(problems, line, () => ({
    code: "trec-judged-twice",
    what: `document \`${id}\` of query \`${textOfId(queries, query)}\` is judged a second time`,
    why: "only one of the two grades could count",
    fix: "keep one of them; the other one stands above",
  }));
}

function openBlock(state: State, bytes: Uint8Array): void {
  const start = state.fields[0] as number;
  const end = state.fields[1] as number;
  // With blanks before it the query may be the same all the same.
  if (state.query !== -1 && isId(state.queries, state.query, bytes, start, end)) return;
  closeBlock(state);
  const added = addId(state.queries, bytes, start, end);
  state.query = added < 0 ? -1 - added : added;
}

function closeBlock({ packer, ids, store, query, firstLine }: State): void {
  const middle = packer.length;
  if (middle > 0) {
    const idsLength = ids.ends[ids.count] as number;
    reserve(packer, idsLength);
    packBytes(packer, ids.bytes, 0, idsLength);
    addBlock(store, query, { packer, middle, line: firstLine });
  }
  packer.length = 0;
  clearIds(ids);
}

/** A query whose lines stand apart may have a document in two blocks. */
function checkSplitQueries(state: State): void {
  const { store, ids } = state;
  for (const query of store.lastBlocks.keys()) {
    clearIds(ids);
    eachBlock(store, query, (block) =>
      unpackBlock(block, (bytes, start, end, _grade, line) => {
        if (addId(ids, bytes, start, end) < 0) reportTwice(state, { line, query, id: textOf(bytes, start, end) });
      }),
    );
  }
}

function unpackBlock({ bytes, start, middle, line }: Block, take: TakeJudgement): void {
  const unpacker: Unpacker = { bytes, at: start };
  let lineOfEntry = line - 1;
  let from = middle;
  let length = 0;
  while (unpacker.at < middle) {
    const entry = unpackWhole(unpacker);
    const flags = entry % 4;
    if (flags > 1) length = unpackWhole(unpacker);
    lineOfEntry += flags % 2 === 0 ? 1 : unpackWhole(unpacker);
    take(bytes, from, from + length, unfoldSign((entry - flags) / 4), lineOfEntry);
    from += length;
  }
}
