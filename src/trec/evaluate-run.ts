import type { Metric, Ranking, RankLabel } from "../metrics/index.ts";
import { type ByteText, readByteText } from "./byte-text.ts";
import { findId } from "./id-table.ts";
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
  readonly queries: readonly { readonly id: string; readonly values: readonly number[] }[];
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
  const values = new Map<ByteText, readonly number[]>();
  let unjudged = 0;
  const rank = createRanker(qrels);
  const facts = await readRun(file, {
    restart: () => {
      values.clear();
      unjudged = 0;
    },
    take: (list) => {
      if (!qrels.store.firstBlocks.has(list.query)) {
        unjudged += 1;
        return;
      }
      const ranking = rank(list);
      values.set(
        list.query,
        metrics.map(({ definition, argument }) => definition.score(ranking, argument)),
      );
    },
  });
  const missing = [...qrels.store.firstBlocks.keys()].filter((query) => !values.has(query));
  const zeros = metrics.map(() => 0);
  if (isComplete) for (const query of missing) values.set(query, zeros);
  const ids = [...values.keys()].sort(compareByteTexts);
  return {
    means: metrics.map((_, i) => meanOf(ids, (id) => values.get(id)?.[i] ?? 0)),
    n: ids.length,
    queries: ids.map((id) => ({ id: readByteText(id), values: values.get(id) ?? zeros })),
    missing: missing.length,
    unjudged,
    facts,
  };
}

function compareByteTexts(a: ByteText, b: ByteText): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

function meanOf(ids: readonly ByteText[], valueIn: (id: ByteText) => number): number | null {
  if (ids.length === 0) return null;
  let sum = 0;
  for (const id of ids) sum += valueIn(id);
  return sum / ids.length;
}

/** The scale that `err` takes where the file has no higher grade, as in gdeval. */
const usualHighestGrade = 4;
const unjudgedGrade = -(2 ** 31);

/** Makes rankings of lists, with one place in memory for the grades of all of them. */
function createRanker(qrels: Qrels): (list: RunList) => Ranking {
  const highestGrade = Math.max(usualHighestGrade, qrels.highestGrade);
  let grades = new Int32Array(1024);
  return (list) => {
    const { ids, order } = list;
    if (grades.length < ids.count) grades = new Int32Array(2 * ids.count);
    grades.fill(unjudgedGrade, 0, ids.count);
    const ideal: number[] = [];
    let nonRelevant = 0;
    eachJudgement(qrels, list.query, (bytes, start, end, grade) => {
      if (grade > 0) ideal.push(grade);
      else if (grade === 0) nonRelevant += 1;
      const found = findId(ids, bytes, start, end);
      if (found !== -1) grades[found] = grade;
    });
    ideal.sort((a, b) => b - a);
    return { ...placesOf(order, grades, ids.count), ideal, total: ideal.length, nonRelevant, highestGrade };
  };
}

function placesOf(order: Int32Array, grades: Int32Array, count: number): Pick<Ranking, "credits" | "gains" | "labels"> {
  const credits: number[] = [];
  const gains: number[] = [];
  const labels: RankLabel[] = [];
  for (let i = 0; i < count; i += 1) {
    const grade = grades[order[i] as number] as number;
    const isRelevant = grade > 0;
    credits.push(isRelevant ? 1 : 0);
    gains.push(isRelevant ? grade : 0);
    labels.push(isRelevant ? "relevant" : labelOf(grade));
  }
  return { credits, gains, labels };
}

/** A negative grade says that the document was in the pool and nobody judged it. */
function labelOf(grade: number): RankLabel {
  if (grade === 0) return "notRelevant";
  return grade === unjudgedGrade ? "unjudged" : "pooled";
}
