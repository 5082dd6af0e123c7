import { addId, clearIds, compareIds, createIdTable, type IdTable, textOfId } from "./id-table.ts";

/**
 * What a run retrieved for one query. It is filled again for the next query, so
 * that what is to last has to be copied out.
 */
export interface RunList {
  /** The queries of the run so far; `query` is the number of this one. */
  readonly queries: IdTable;
  query: number;
  /** The documents in the order of the lines, each once. */
  readonly ids: IdTable;
  /** By document. */
  scores: Float64Array;
  /** Best first, as numbers of documents: `ids.count` of them, once the list is closed. */
  order: Int32Array;
  isInOrder: boolean;
  /** How many entries were dropped, since their document was there already. */
  dropped: number;
}

/** A document that a run lists again for a query. */
export interface Duplicate {
  readonly query: string;
  readonly id: string;
  readonly line: number;
}

const smallest = 64;

/** A list without documents, of a run with these queries. */
export function createRunList(queries: IdTable): RunList {
  return {
    queries,
    query: -1,
    ids: createIdTable(),
    scores: new Float64Array(smallest),
    order: new Int32Array(smallest),
    isInOrder: true,
    dropped: 0,
  };
}

/** Takes all documents out, for another query. */
export function openList(list: RunList, query: number): void {
  clearIds(list.ids);
  list.query = query;
  list.isInOrder = true;
  list.dropped = 0;
}

/**
 * Adds a document with its score. One that is there already keeps the better score,
 * so that it stands at its first place.
 *
 * @returns whether it is new.
 */
export function addToList(list: RunList, bytes: Uint8Array, start: number, end: number, score: number): boolean {
  const { ids } = list;
  const added = addId(ids, bytes, start, end);
  if (added < 0) {
    const known = -1 - added;
    list.dropped += 1;
    if (score > (list.scores[known] as number)) {
      list.scores[known] = score;
      list.isInOrder = false;
    }
    return false;
  }
  if (added >= list.scores.length) {
    const scores = new Float64Array(2 * added);
    scores.set(list.scores);
    list.scores = scores;
  }
  list.scores[added] = score;
  if (added > 0 && list.isInOrder) {
    const above = list.scores[added - 1] as number;
    if (score >= above && (score > above || compareIds(ids, added, added - 1) > 0)) list.isInOrder = false;
  }
  return true;
}

/**
 * Puts the list in order: by score, highest first, and equal scores by id, the last
 * in the order of bytes first. The rank column of the file plays no part.
 *
 * Source: trec_eval 9.0.8.
 */
export function closeList(list: RunList): void {
  const { count } = list.ids;
  if (list.order.length < count) list.order = new Int32Array(2 * count);
  const { order } = list;
  for (let i = 0; i < count; i += 1) order[i] = i;
  if (list.isInOrder || insertInOrder(list)) return;
  const sorted = Array.from(order.subarray(0, count)).sort((a, b) => (isBefore(list, a, b) ? -1 : 1));
  order.set(sorted);
}

/** Most runs are in order but for tied scores. Gives up, with false, where much has to be moved. */
function insertInOrder(list: RunList): boolean {
  const { order, ids } = list;
  let moves = 16 * ids.count;
  for (let i = 1; i < ids.count; i += 1) {
    const added = order[i] as number;
    let j = i;
    while (j > 0 && isBefore(list, added, order[j - 1] as number)) {
      order[j] = order[j - 1] as number;
      j -= 1;
    }
    order[j] = added;
    moves -= i - j;
    if (moves < 0) return false;
  }
  return true;
}

function isBefore({ scores, ids }: RunList, a: number, b: number): boolean {
  const one = scores[a] as number;
  const other = scores[b] as number;
  return one > other || (one === other && compareIds(ids, a, b) > 0);
}

/** The ids of the list with their scores, best first. */
export function entriesOf({ ids, order, scores }: RunList): readonly { readonly id: string; readonly score: number }[] {
  return Array.from(order.subarray(0, ids.count), (document) => ({
    id: textOfId(ids, document),
    score: scores[document] as number,
  }));
}

/** The id of the query of the list. */
export function queryOf({ queries, query }: RunList): string {
  return textOfId(queries, query);
}
