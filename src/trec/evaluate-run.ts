import type { JudgedListOptions, Metric, Ranking } from "../metrics/index.ts";
import { compareIds, createIdTable, findId, textOfId } from "./id-table.ts";
import type { Qrels } from "./qrels.ts";
import { createRanker } from "./ranker.ts";
import { type RunFacts, readRun, type ScorePrecision } from "./run.ts";
import { createRunList, type RunList } from "./run-list.ts";

/** The scores of a run. */
export interface RunScores {
  /** By metric, in the order asked for. Null: there is no query to take a mean of. */
  readonly means: readonly (number | null)[];
  /** How many queries the means are over. */
  readonly n: number;
  /** By query, in the order of the bytes of their ids; the values in the order of the metrics. */
  readonly eachQuery: (take: (id: string, values: readonly number[]) => void) => void;
  /** Judged queries that the run does not have: in the means only where they were asked for. */
  readonly missing: number;
  /** Queries of the run without judgements, which are left out. */
  readonly unjudged: number;
  readonly facts: RunFacts;
}

/** What a run is scored with, and how trec_eval would be called. */
export interface EvaluateRunOptions extends Omit<JudgedListOptions, "highestGrade"> {
  readonly qrels: Qrels;
  readonly metrics: readonly Metric[];
  /** A judged query that the run does not have counts as an empty list, `-c`; false when not given. */
  readonly isComplete?: boolean;
  /** `single` rounds each score as trec_eval 9.0.8 does; `double`, as in 10.0, when not given. */
  readonly precision?: ScorePrecision;
}

/**
 * Scores a run file query by query, as trec_eval does. The mean of a metric is the
 * plain sum in the order of the bytes of the query ids, divided once, so that it is
 * the same to the last bit. A judged query with nothing relevant counts, with 0.
 *
 * @throws InputError for what cannot be read; see `readRun`.
 *
 * Source: trec_eval 9.0.8.
 */
export async function evaluateRun(
  file: string,
  { qrels, metrics, isComplete = false, precision = "double", ...listOptions }: EvaluateRunOptions,
): Promise<RunScores> {
  const width = metrics.length;
  const { queries } = qrels;
  const values = new Float64Array(queries.count * width);
  const isScored = new Uint8Array(queries.count);
  const rank = createRanker(qrels, listOptions);
  let unjudged = 0;
  const score = (list: RunList, query: number): void => {
    const ranking = rank(list, query);
    for (let i = 0; i < width; i += 1) values[query * width + i] = scoreOf(metrics[i] as Metric, ranking);
  };
  const facts = await readRun(file, {
    precision,
    restart: () => {
      isScored.fill(0);
      unjudged = 0;
    },
    take: (list) => {
      const query = findQuery(qrels, list);
      if (query === -1) {
        unjudged += 1;
        return;
      }
      isScored[query] = 1;
      score(list, query);
    },
  });
  const nothing = createRunList(createIdTable());
  if (isComplete) for (const [query, one] of isScored.entries()) if (one === 0) score(nothing, query);
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
