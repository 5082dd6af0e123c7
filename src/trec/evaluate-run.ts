import type { Metric, Ranking, RankLabel } from "../metrics/index.ts";
import { compareIds, findId, textOfId } from "./id-table.ts";
import { eachJudgement, type Qrels } from "./qrels.ts";
import { type RunFacts, readRun } from "./run.ts";
import type { RunList } from "./run-list.ts";

/** The scores of a run. */
export interface RunScores {
  /** By metric, in the order asked for. Null: there is no query to take a mean of. */
  readonly means: readonly (number | null)[];
  /** How many queries the means are over. */
  readonly n: number;
  /** By query, in the order of the bytes of their ids; the values in the order of the metrics. */
  readonly eachQuery: (take: (id: string, values: readonly number[]) => void) => void;
  /** Judged queries that the run does not have: in the means, with 0, only where they were asked for. */
  readonly missing: number;
  /** Queries of the run without judgements, which are left out. */
  readonly unjudged: number;
  readonly facts: RunFacts;
}

/** What a run is scored with. */
export interface EvaluateRunOptions {
  readonly qrels: Qrels;
  readonly metrics: readonly Metric[];
  /** A judged query that the run does not have counts with 0: `-c` of trec_eval. */
  readonly isComplete: boolean;
}

/**
 * Scores a run file query by query, as trec_eval does. The mean of a metric is the
 * plain sum in the order of the bytes of the query ids, divided once, so that it is
 * the same to the last bit. A judged query with nothing relevant counts, with 0.
 *
 * @throws InputError for what cannot be read; see `readRun`.
 *
 * Source: trec_eval 9.0.8, with scores in double precision.
 */
export async function evaluateRun(
  file: string,
  { qrels, metrics, isComplete }: EvaluateRunOptions,
): Promise<RunScores> {
  const width = metrics.length;
  const { queries } = qrels;
  const values = new Float64Array(queries.count * width);
  const isScored = new Uint8Array(queries.count);
  const rank = createRanker(qrels);
  let unjudged = 0;
  const facts = await readRun(file, {
    restart: () => {
      values.fill(0);
      isScored.fill(0);
      unjudged = 0;
    },
    take: (list) => {
      const query = findQuery(qrels, list);
      if (query === -1) {
        unjudged += 1;
        return;
      }
      const ranking = rank(list, query);
      isScored[query] = 1;
      for (let i = 0; i < width; i += 1) values[query * width + i] = scoreOf(metrics[i] as Metric, ranking);
    },
  });
  const all = Int32Array.from(isScored.keys()).sort((a, b) => compareIds(queries, a, b));
  const counted = isComplete ? all : all.filter((query) => isScored[query] === 1);
  return {
    means: metrics.map((_, i) => meanOf(counted, (query) => values[query * width + i] ?? 0)),
    n: counted.length,
    eachQuery: (take) => {
      for (const query of counted) {
        take(textOfId(queries, query), [...values.subarray(query * width, (query + 1) * width)]);
      }
    },
    missing: isScored.reduce((missing, one) => missing + 1 - one, 0),
    unjudged,
    facts,
  };
}

function findQuery(qrels: Qrels, { queries, query }: RunList): number {
  const { bytes, ends } = queries;
  return findId(qrels.queries, bytes, ends[query] as number, ends[query + 1] as number);
}

function scoreOf({ definition, argument }: Metric, ranking: Ranking): number {
  return definition.score(ranking, argument);
}

function meanOf(queries: Int32Array, valueIn: (query: number) => number): number | null {
  if (queries.length === 0) return null;
  let sum = 0;
  for (const query of queries) sum += valueIn(query);
  return sum / queries.length;
}

/** The scale that `err` takes where the file has no higher grade, as in gdeval. */
const usualHighestGrade = 4;
const unjudgedGrade = -(2 ** 31);

/** Makes rankings of lists, each in the same memory as the one before. */
function createRanker(qrels: Qrels): (list: RunList, query: number) => Ranking {
  const highestGrade = Math.max(usualHighestGrade, qrels.highestGrade);
  const places: Places = { credits: [], gains: [], labels: [] };
  const ideal: number[] = [];
  let grades = new Int32Array(1024);
  let relevant = new Int32Array(1024);
  return ({ ids, order }, query) => {
    if (grades.length < ids.count) grades = new Int32Array(2 * ids.count);
    grades.fill(unjudgedGrade, 0, ids.count);
    let total = 0;
    let nonRelevant = 0;
    eachJudgement(qrels, query, (bytes, start, end, grade) => {
      if (total === relevant.length) relevant = doubled(relevant);
      if (grade > 0) relevant[total++] = grade;
      else if (grade === 0) nonRelevant += 1;
      const found = findId(ids, bytes, start, end);
      if (found !== -1) grades[found] = grade;
    });
    fillDescending(ideal, relevant.subarray(0, total));
    fillPlaces(places, { order, grades, count: ids.count });
    return { ...places, ideal, total, nonRelevant, highestGrade };
  };
}

function doubled(numbers: Int32Array<ArrayBuffer>): Int32Array<ArrayBuffer> {
  const larger = new Int32Array(2 * numbers.length);
  larger.set(numbers);
  return larger;
}

function fillDescending(list: number[], numbers: Int32Array): void {
  numbers.sort();
  const { length } = numbers;
  for (let i = 0; i < length; i += 1) list[i] = numbers[length - 1 - i] as number;
  list.length = length;
}

/** What a ranking says by rank. */
interface Places {
  readonly credits: number[];
  readonly gains: number[];
  readonly labels: RankLabel[];
}

function fillPlaces(
  { credits, gains, labels }: Places,
  { order, grades, count }: { readonly order: Int32Array; readonly grades: Int32Array; readonly count: number },
): void {
  for (let i = 0; i < count; i += 1) {
    const grade = grades[order[i] as number] as number;
    const isRelevant = grade > 0;
    credits[i] = isRelevant ? 1 : 0;
    gains[i] = isRelevant ? grade : 0;
    labels[i] = isRelevant ? "relevant" : labelOf(grade);
  }
  for (const list of [credits, gains, labels]) list.length = count;
}

/** A negative grade says that the document was in the pool and nobody judged it. */
function labelOf(grade: number): RankLabel {
  if (grade === 0) return "notRelevant";
  return grade === unjudgedGrade ? "unjudged" : "pooled";
}
