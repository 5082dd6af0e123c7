import { InputError, type Problem, throwIfAny } from "../core/index.ts";
import { isMetric, type Metric, resolveMetric } from "../metrics/index.ts";
import { type EvaluateRunOptions, evaluateRun, type RunScores, readQrels } from "../trec/index.ts";
import { alignColumns } from "./align-columns.ts";

const usualMetrics = ["map", "mrr", "ndcg@10", "recall@10", "recall@100", "precision@10"];

/** What `touchstone metrics` was asked for: its flags as they were typed. */
export interface MetricsRequest {
  readonly qrels: string;
  readonly run: string;
  /** None given: the usual ones. */
  readonly metric?: readonly string[];
  readonly perQuery?: boolean;
  readonly json?: boolean;
  readonly complete?: boolean;
  readonly level?: string;
  readonly judgedOnly?: boolean;
  readonly maxResults?: string;
  readonly singlePrecision?: boolean;
}

/**
 * Scores a run and prints the result on stdout, and on stderr what a reader of the
 * numbers should know.
 *
 * @throws InputError for names that are no metrics, numbers that are none, files that cannot be read, and
 *   files without a query in common.
 */
export async function runMetrics(request: MetricsRequest): Promise<void> {
  const { qrels: qrelsFile, run, perQuery: isByQuery = false, json: isJson = false } = request;
  const options = resolveOptions(request);
  const { metrics, isComplete } = options;
  const scores = await evaluateRun(run, { qrels: await readQrels(qrelsFile), ...options });
  checkOverlap(scores, { qrels: qrelsFile, run });
  for (const note of notesOf(scores, { run, isComplete })) process.stderr.write(`note: ${note}\n`);
  const lines = isJson ? jsonLines(scores, { metrics, isByQuery }) : tableLines(scores, { metrics, isByQuery });
  process.stdout.write(`${lines.join("\n")}\n`);
}

type Options = Omit<EvaluateRunOptions, "qrels" | "isComplete"> & { readonly isComplete: boolean };

/** The flags as options; all that is wrong with them is told at once. */
function resolveOptions({ metric = usualMetrics, ...flags }: MetricsRequest): Options {
  const problems: Problem[] = [];
  const metrics = resolveMetrics(metric, problems);
  const level = resolveWhole("--level", flags.level, problems);
  const limit = resolveWhole("--max-results", flags.maxResults, problems);
  throwIfAny(problems);
  return {
    metrics,
    isComplete: flags.complete ?? false,
    judgedOnly: flags.judgedOnly ?? false,
    precision: flags.singlePrecision === true ? "single" : "double",
    ...(level === undefined ? {} : { level }),
    ...(limit === undefined ? {} : { limit }),
  };
}

function resolveMetrics(names: readonly string[], problems: Problem[]): readonly Metric[] {
  const metrics = new Map<string, Metric>();
  for (const name of names) {
    const resolved = resolveMetric(name, "flag --metric");
    const problem = isMetric(resolved) ? whyNotOfFiles(resolved) : resolved;
    if (problem !== undefined) problems.push(problem);
    else if (isMetric(resolved)) metrics.set(resolved.id, resolved);
  }
  return [...metrics.values()];
}

/** A qrels file knows documents and grades: no spans, and no chunks of a document. */
function whyNotOfFiles({ id, options, definition }: Metric): Problem | undefined {
  const why = definition.needs === "spans" ? "it counts characters of evidence" : "options are about chunks and spans";
  if (definition.needs !== "spans" && Object.keys(options).length === 0) return undefined;
  const what = `\`${id}\` cannot be had of a qrels file: ${why}`;
  return {
    code: "metric-options",
    what,
    at: "flag --metric",
    fix: "leave it out, or run `touchstone eval` on a dataset",
  };
}

function resolveWhole(flag: string, written: string | undefined, problems: Problem[]): number | undefined {
  if (written === undefined) return undefined;
  if (/^[1-9]\d{0,14}$/.test(written)) return Number(written);
  problems.push({
    code: "flag-whole-number",
    what: `\`${written}\` is not a whole number, 1 or more`,
    at: `flag ${flag}`,
    fix: `write, for example, \`${flag} 2\``,
  });
  return undefined;
}

function checkOverlap(
  { n, unjudged }: RunScores,
  { qrels, run }: { readonly qrels: string; readonly run: string },
): void {
  if (n > 0) return;
  throw new InputError({
    code: "trec-no-overlap",
    what: unjudged === 0 ? "the run holds no result" : `no query of the run is judged in \`${qrels}\``,
    at: run,
    fix: "give the two files of one collection; with `--complete` a run without results counts with 0",
  });
}

/** What the means leave out, and what was wrong with the run and settled. */
function notesOf(
  { n, missing, unjudged, facts }: RunScores,
  { run, isComplete }: { readonly run: string; readonly isComplete: boolean },
): readonly string[] {
  const notes: string[] = [];
  if (isComplete && missing === n) notes.push("the run has none of the judged queries: every score is 0");
  else if (isComplete && missing > 0)
    notes.push(`${countOf(missing, "judged query", "judged queries")} not in the run: counted with 0`);
  else if (missing > 0) {
    notes.push(
      `${countOf(missing, "judged query", "judged queries")} not in the run: left out; --complete counts with 0`,
    );
  }
  if (unjudged > 0) notes.push(`${countOf(unjudged, "query", "queries")} of the run not judged: left out`);
  if (facts.isUngrouped) notes.push(`${run}: the lines of a query do not stand together; the run was held in memory`);
  if (facts.duplicates > 0) {
    const lines = facts.firstDuplicates.map(({ line, id, query }) => `line ${line}: \`${id}\` of query \`${query}\``);
    const more = facts.duplicates > lines.length ? ", …" : "";
    const count = countOf(facts.duplicates, "result", "results");
    notes.push(
      `${run}: ${count} of a document that the query has already: kept at its best place (${lines.join(", ")}${more})`,
    );
  }
  return notes;
}

function countOf(count: number, one: string, many: string): string {
  return `${count} ${count === 1 ? one : many}`;
}

interface Shown {
  readonly metrics: readonly Metric[];
  readonly isByQuery: boolean;
}

/** By hand, one query a line: an object would sort ids such as `9` and `10` as numbers. */
function jsonLines({ means, n, eachQuery }: RunScores, { metrics, isByQuery }: Shown): readonly string[] {
  const summary = metrics.map(({ id }, i) => [id, { mean: means[i] ?? null, n }] as const);
  const head = `{"metrics":${JSON.stringify(Object.fromEntries(summary))}`;
  if (!isByQuery) return [`${head}}`];
  const queries: string[] = [];
  eachQuery((query, values) => {
    const scores = Object.fromEntries(metrics.map(({ id }, i) => [id, values[i] ?? null] as const));
    queries.push(`${JSON.stringify(query)}:${JSON.stringify(scores)}`);
  });
  return [`${head},"queries":{`, queries.join(",\n"), "}}"];
}

/** Four digits, as trec_eval prints them. */
function tableLines({ means, n, eachQuery }: RunScores, { metrics, isByQuery }: Shown): readonly string[] {
  const rows: string[][] = [];
  if (isByQuery) eachQuery((query, values) => rows.push([query, ...values.map((value) => value.toFixed(4))]));
  const mean = [`mean of ${n}`, ...means.map((value) => value?.toFixed(4) ?? "–")];
  if (isByQuery) return alignColumns([["query", ...metrics.map(({ id }) => id)], ...rows, mean]);
  const summary = metrics.map(({ id }, i) => [id, mean[i + 1] ?? "", String(n)]);
  return alignColumns([["metric", "mean", "queries"], ...summary]);
}
