import { InputError, type Problem, throwIfAny } from "../core/index.ts";
import { isMetric, type Metric, resolveMetric } from "../metrics/index.ts";
import { evaluateRun, type RunScores, readQrels } from "../trec/index.ts";

const usualMetrics = ["map", "mrr", "ndcg@10", "recall@10", "recall@100", "precision@10"];

/** What `touchstone metrics` was asked for. */
export interface MetricsRequest {
  readonly qrels: string;
  readonly run: string;
  /** None given: the usual ones. */
  readonly metric?: readonly string[];
  readonly perQuery?: boolean;
  readonly json?: boolean;
  readonly complete?: boolean;
}

/**
 * Scores a run and prints the result on stdout, and on stderr what a reader of the
 * numbers should know.
 *
 * @throws InputError for names that are no metrics, files that cannot be read, and
 *   files without a query in common.
 */
export async function runMetrics({
  qrels: qrelsFile,
  run,
  metric = usualMetrics,
  perQuery: isByQuery = false,
  json: isJson = false,
  complete: isComplete = false,
}: MetricsRequest): Promise<void> {
  const metrics = resolveMetrics(metric);
  const qrels = await readQrels(qrelsFile);
  const scores = await evaluateRun(run, { qrels, metrics, isComplete });
  checkOverlap(scores, { qrels: qrelsFile, run });
  for (const note of notesOf(scores, { run, isComplete })) process.stderr.write(`note: ${note}\n`);
  const lines = isJson ? jsonLines(scores, { metrics, isByQuery }) : tableLines(scores, { metrics, isByQuery });
  process.stdout.write(`${lines.join("\n")}\n`);
}

function resolveMetrics(names: readonly string[]): readonly Metric[] {
  const metrics = new Map<string, Metric>();
  const problems: Problem[] = [];
  for (const name of names) {
    const resolved = resolveMetric(name, "flag --metric");
    if (isMetric(resolved)) metrics.set(resolved.id, resolved);
    else problems.push(resolved);
  }
  throwIfAny(problems);
  return [...metrics.values()];
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

function alignColumns(rows: readonly (readonly string[])[]): readonly string[] {
  const widths = (rows[0] ?? []).map((_, column) => rows.reduce((w, row) => Math.max(w, row[column]?.length ?? 0), 0));
  return rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join("  ")
      .trimEnd(),
  );
}
