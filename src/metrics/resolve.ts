import { nearestName, type Problem } from "../core/index.ts";
import { metricDefinitions } from "./list.ts";
import type { MetricDefinition, MetricParameter } from "./metric.ts";
import {
  type Bracket,
  describeOptions,
  formatBracket,
  parseBracket,
  type RelevanceOptions,
  usualOptions,
} from "./options.ts";

/** A metric with its parameter. Equal id, equal number. */
export interface Metric {
  /** `recall@5`, `rbp(0.8)`: the canonical spelling. */
  readonly id: string;
  /** What `definition.score` takes: cut-off (Infinity: the whole list), recall level, persistence; 0 for none. */
  readonly argument: number;
  /** How the list is held against the gold: what stands in the brackets. */
  readonly options: RelevanceOptions;
  readonly definition: MetricDefinition;
}

/** How a parameter is written, and what it may be. */
interface ParameterForm {
  /** Behind the name, for a table: `@k`. */
  readonly shown: string;
  /** Behind the name, for a hint: `@5`. */
  readonly example: string;
  /** What the metric needs, for a message. */
  readonly need: string;
  /** The value of what stands behind the name (undefined: nothing does), or null when it is not one. */
  readonly parse: (suffix: string | undefined, persistence: string | undefined) => number | null;
}

const forms: Readonly<Record<MetricParameter, ParameterForm>> = {
  cutoff: {
    shown: "@k",
    example: "@5",
    need: "a cut-off, a whole number from 1 to 999999 after `@`",
    parse: parseCutoff,
  },
  optionalCutoff: {
    shown: "@k",
    example: "@10",
    need: "no cut-off, or a whole number from 1 to 999999 after `@`",
    parse: (suffix) => (suffix === undefined ? Number.POSITIVE_INFINITY : parseCutoff(suffix)),
  },
  recallLevel: {
    shown: "@r",
    example: "@0.1",
    need: "a recall level, a number from 0 to 1 after `@`",
    parse: (suffix) => {
      const level = parseShare(suffix?.startsWith("@") === true ? suffix.slice(1) : undefined);
      return level !== null && level <= 1 ? level : null;
    },
  },
  persistence: {
    shown: "(p)",
    example: "(0.8)",
    need: "a persistence, a number between 0 and 1 in brackets",
    parse: (suffix, persistence) => {
      const p = parseShare(persistence);
      return suffix === undefined && p !== null && p > 0 && p < 1 ? p : null;
    },
  },
  none: {
    shown: "",
    example: "",
    need: "nothing behind its name",
    parse: (suffix) => (suffix === undefined ? 0 : null),
  },
};

/** Where to look a name up. */
export interface ResolveOptions {
  /** None given: those that are built in. Of two with one name the first counts. */
  readonly definitions?: readonly MetricDefinition[];
}

/**
 * The metric that a name means: `recall@5`, also spelled `Recall@5` or `R@5`; `mrr` or
 * `RR@10`; `rbp(0.8)`; `iprec@0.1`; with options `recall(view=documents)@5`.
 *
 * @returns the metric, or the problem with the name, with the nearest one as a fix.
 */
export function resolveMetric(
  name: string,
  at?: string,
  { definitions = metricDefinitions }: ResolveOptions = {},
): Metric | Problem {
  const [, stem = "", inside, suffix] = /^([^@(]*)(?:\(([^)]*)\))?(.*)$/s.exec(name.trim().toLowerCase()) ?? [];
  const behind = suffix === "" ? undefined : suffix;
  const definition =
    definitions.find((one) => one.name === stem) ?? definitions.find((one) => one.aliases.includes(stem));
  const place = at === undefined ? {} : { at };
  const bracket = parseBracket(inside);
  const persistence = typeof bracket === "string" ? undefined : bracket.persistence;
  if (definition === undefined) {
    const fix = nearestMetric(stem, { suffix: behind, persistence, definitions });
    return { code: "metric-unknown", what: `there is no metric \`${name}\``, ...place, fix };
  }
  const wrong = typeof bracket === "string" ? bracket : whyNotIn(bracket, definition);
  if (typeof bracket === "string" || wrong !== undefined) {
    const fix = `write \`${definition.name}${forms[definition.parameter].example}\``;
    return { code: "metric-options", what: `\`${name}\`: ${wrong}`, ...place, fix };
  }
  const { need, example, parse } = forms[definition.parameter];
  const argument = parse(behind, persistence);
  if (argument === null) {
    const fix = `write \`${definition.name}${example}\``;
    return { code: "metric-cutoff", what: `\`${name}\` needs ${need}`, ...place, fix };
  }
  const { options } = bracket;
  return { id: idOf(definition, argument, options), argument, options, definition };
}

/** Why a metric cannot have what stands in its brackets; undefined when it can. */
function whyNotIn({ options, persistence }: Bracket, { parameter, needs }: MetricDefinition): string | undefined {
  if (persistence !== undefined && parameter !== "persistence")
    return `\`${persistence}\` in brackets means nothing here`;
  if (needs === "spans" && options !== usualOptions) return "it counts characters, and has no options";
  return undefined;
}

/** Whether `resolveMetric` found the metric. */
export function isMetric(resolved: Metric | Problem): resolved is Metric {
  return "definition" in resolved;
}

/** What the metric tells, with its cut-off and its options filled in. */
export function describeMetric({ argument, options, definition }: Metric): string {
  return [summaryOf(definition, argument), ...describeOptions(options)].join(" ");
}

function summaryOf({ parameter, summary, summaryOfWhole }: MetricDefinition, argument: number): string {
  if (argument === Number.POSITIVE_INFINITY) return summaryOfWhole ?? summary;
  if (parameter !== "cutoff" && parameter !== "optionalCutoff") return summary;
  return summary.replace(/\bk\b/g, String(argument)).replace("first 1 results", "first result");
}

/** The names under which a metric goes, with its parameter as a letter: `["mrr", "mrr@k"]`. */
export function spellings(name: string, parameter: MetricParameter): readonly string[] {
  const whole = `${name}${forms[parameter].shown}`;
  return parameter === "optionalCutoff" ? [name, whole] : [whole];
}

function nearestMetric(
  stem: string,
  {
    suffix,
    persistence,
    definitions,
  }: {
    readonly suffix: string | undefined;
    readonly persistence: string | undefined;
    readonly definitions: readonly MetricDefinition[];
  },
): string {
  const nearest = nearestName(
    stem,
    definitions.map((one) => one.name),
  );
  const definition = definitions.find((one) => one.name === nearest);
  if (definition === undefined) {
    const all = definitions.map(({ name, parameter }) => `\`${spellings(name, parameter).at(-1) ?? name}\``);
    return `choose one of ${all.join(", ")}`;
  }
  const { parse, example } = forms[definition.parameter];
  const argument = parse(suffix, persistence);
  return `did you mean \`${argument === null ? `${definition.name}${example}` : idOf(definition, argument, {})}\`?`;
}

function idOf({ name, parameter }: MetricDefinition, argument: number, options: RelevanceOptions): string {
  const isBare = parameter === "none" || argument === Number.POSITIVE_INFINITY || parameter === "persistence";
  const bracket = formatBracket(options, parameter === "persistence" ? argument : undefined);
  return `${name}${bracket}${isBare ? "" : `@${argument}`}`;
}

function parseCutoff(suffix: string | undefined): number | null {
  return suffix !== undefined && /^@[1-9]\d{0,5}$/.test(suffix) ? Number(suffix.slice(1)) : null;
}

function parseShare(text: string | undefined): number | null {
  return text !== undefined && /^(?:\d(?:\.\d{1,9})?|\.\d{1,9})$/.test(text) ? Number(text) : null;
}
