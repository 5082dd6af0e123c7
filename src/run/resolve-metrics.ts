import type { SuiteConfig } from "../config/index.ts";
import { InputError, type Problem } from "../core/index.ts";
import { isMetric, type Metric, type MetricDefinition, metricDefinitions, resolveMetric } from "../metrics/index.ts";
import { loadMetrics } from "./load-metrics.ts";

/** What a suite measures of retrieval, and what it could. */
export interface SuiteMetrics {
  readonly metrics: readonly Metric[];
  /** Built in, and the user's own. */
  readonly definitions: readonly MetricDefinition[];
  /** Path to hash of the files whose metrics are measured: what another file holds changes no number. */
  readonly files: Readonly<Record<string, string>>;
}

/**
 * The metrics that a suite names, each once.
 *
 * @throws InputError with every name that means none, and what is wrong with the files of the user's own.
 */
export async function resolveMetrics(suite: SuiteConfig, root: string): Promise<SuiteMetrics> {
  const own = await loadMetrics(suite, root);
  const definitions = [...metricDefinitions, ...own.flatMap((file) => file.definitions)];
  const problems: Problem[] = [];
  const byId = new Map<string, Metric>();
  for (const name of suite.metrics) {
    const resolved = resolveMetric(name, suite.originOf("metrics"), { definitions });
    if (isMetric(resolved)) byId.set(resolved.id, resolved);
    else problems.push(resolved);
  }
  if (problems.length > 0) throw new InputError(problems);
  const metrics = [...byId.values()];
  const used = own.filter((file) => metrics.some(({ definition }) => file.definitions.includes(definition)));
  return { metrics, definitions, files: Object.fromEntries(used.map(({ path, hash }) => [path, hash])) };
}
