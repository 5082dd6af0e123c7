import {
  defineMetric,
  isMetric,
  type Metric,
  type MetricDefinition,
  metricDefinitions,
  type Ranking,
  resolveMetric,
} from "../../../src/metrics/index.ts";

/** What a column of the expected files holds, as a function of the ranking. */
export type Measure = (ranking: Ranking) => number;

const found = ({ credits }: Ranking, k: number): number => credits.slice(0, k).reduce((sum, credit) => sum + credit, 0);
const everything = Number.POSITIVE_INFINITY;
const share = (part: number, whole: number): number => (whole === 0 ? 0 : part / whole);

/** Measures that Touchstone does not have, as a user would add them, so that their columns are checked too. */
const ownDefinitions: readonly MetricDefinition[] = [
  defineMetric({ name: "num_ret", score: ({ credits }) => credits.length }),
  defineMetric({ name: "num_rel", score: ({ total }) => total }),
  defineMetric({ name: "num_rel_ret", score: (ranking) => found(ranking, everything) }),
  defineMetric({
    name: "num_nonrel_judged_ret",
    score: ({ labels }) => labels.filter((label) => label === "notRelevant").length,
  }),
  defineMetric({ name: "utility", score: (ranking) => 2 * found(ranking, everything) - ranking.credits.length }),
  defineMetric({
    name: "relative_p",
    parameter: "optionalCutoff",
    score: (ranking, k) =>
      share(found(ranking, k), Math.min(k === everything ? ranking.credits.length : k, ranking.total)),
  }),
  defineMetric({
    name: "set_map",
    score: (ranking) => {
      const relevant = found(ranking, everything);
      return share(relevant * relevant, ranking.credits.length * ranking.total);
    },
  }),
  defineMetric({
    name: "all_rel",
    parameter: "cutoff",
    score: (ranking, k) => (ranking.total > 0 && found(ranking, k) === ranking.total ? 1 : 0),
  }),
  defineMetric({
    name: "ap_min",
    parameter: "cutoff",
    score: (ranking, k) => share(measureNamed(`map@${k}`)(ranking) * ranking.total, Math.min(k, ranking.total)),
  }),
  defineMetric({
    name: "rbp_residual",
    parameter: "persistence",
    score: ({ labels }, p) =>
      labels.reduce(
        (sum, label, i) => sum + (label === "unjudged" || label === "pooled" ? (1 - p) * p ** i : 0),
        p ** labels.length,
      ),
  }),
  defineMetric({
    name: "rbp_graded",
    parameter: "persistence",
    score: ({ gains, highestGrade }, p) =>
      gains.reduce((sum, gain, i) => sum + (1 - p) * (gain / highestGrade) * p ** i, 0),
  }),
  defineMetric({
    name: "eleven_points",
    score: (ranking) => {
      let sum = 0;
      // trec_eval adds them from the highest level down.
      for (let i = 10; i >= 0; i--) sum += measureNamed(`iprec@${i / 10}`)(ranking);
      return sum / 11;
    },
  }),
];

const definitions = [...metricDefinitions, ...ownDefinitions];

/** The names that stand in a column, where they are not those of a metric or its alias. */
const columnNames: Readonly<Record<string, string>> = {
  set_relative_P: "relative_p",
  "11pt_avg": "eleven_points",
  iprec_at_recall: "iprec",
  rr_cut: "mrr",
  err_g4: "err",
  err_gmax: "err",
  recall_cap: "relative_p",
  ndcg_exp_cut: "ndcg_exp",
  chunk_P: "chunk_precision",
};

/** The metric id that a column holds: `ndcg_cut_10` is `ndcg@10`. */
export function metricIdOf(column: string): string {
  const [, name = column, argument] = /^(.*?)(?:_([\d.]+))?$/.exec(column) ?? [];
  const stem = columnNames[name] ?? name;
  if (argument === undefined) return stem;
  return name.startsWith("rbp") ? `${stem}(${argument})` : `${stem}@${argument}`;
}

/** What a column holds, as a metric. */
export function metricOf(column: string): Metric {
  return metricNamed(metricIdOf(column));
}

/** What a column holds. */
export function measureOf(column: string): Measure {
  return measureNamed(metricIdOf(column));
}

function measureNamed(id: string): Measure {
  const { definition, argument } = metricNamed(id);
  return (ranking) => definition.score(ranking, argument);
}

/** A metric by its id. */
export function metricNamed(id: string): Metric {
  const metric = resolveMetric(id, undefined, { definitions });
  if (!isMetric(metric)) throw new Error(metric.what);
  return metric;
}
