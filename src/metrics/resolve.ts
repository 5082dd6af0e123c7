import { nearestName, type Problem } from "../core/index.ts";
import { metricDefinitions } from "./list.ts";
import type { MetricDefinition } from "./metric.ts";

/** A metric with its cut-off. Equal id, equal number. */
export interface Metric {
  /** `recall@5`: the canonical spelling. */
  readonly id: string;
  readonly k: number;
  readonly definition: MetricDefinition;
}

/**
 * The metric that a name means: `recall@5`, also spelled `Recall@5` or `R@5`.
 *
 * @returns the metric, or the problem with the name, with the nearest one as a fix.
 */
export function resolveMetric(name: string, at?: string): Metric | Problem {
  const [stem = "", cutoff, ...rest] = name.trim().toLowerCase().split("@");
  const definition = metricDefinitions.find((one) => one.name === stem || one.aliases.includes(stem));
  const place = at === undefined ? {} : { at };
  if (definition === undefined) {
    const nearest = nearestName(
      stem,
      metricDefinitions.map((one) => one.name),
    );
    const fix =
      nearest === undefined
        ? `choose one of ${metricDefinitions.map((one) => `\`${one.name}@k\``).join(", ")}`
        : `did you mean \`${nearest}@${cutoff ?? 5}\`?`;
    return { code: "metric-unknown", what: `there is no metric \`${name}\``, ...place, fix };
  }
  if (cutoff === undefined || !/^[1-9]\d{0,5}$/.test(cutoff) || rest.length > 0) {
    return {
      code: "metric-cutoff",
      what: `\`${name}\` needs a cut-off, a whole number from 1 to 999999 after \`@\``,
      ...place,
      fix: `write \`${definition.name}@5\``,
    };
  }
  return { id: `${definition.name}@${cutoff}`, k: Number(cutoff), definition };
}

/** Whether `resolveMetric` found the metric. */
export function isMetric(resolved: Metric | Problem): resolved is Metric {
  return "definition" in resolved;
}
