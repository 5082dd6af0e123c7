import { InputError, type Problem } from "../core/index.ts";
import type { BoundsOf } from "./bounds.ts";
import type { Ranking } from "./ranking.ts";

/**
 * What stands behind the name of a metric: a cut-off that it needs (`recall@5`), a
 * cut-off or the whole list (`mrr@10`, `mrr`), a recall level from 0 to 1
 * (`iprec@0.1`), a persistence between 0 and 1 (`rbp(0.8)`), or nothing (`rprec`).
 */
export type MetricParameter = "cutoff" | "optionalCutoff" | "recallLevel" | "persistence" | "none";

/** One measure of a ranked list: a pure function and what a legend says of it. */
export interface MetricDefinition {
  /** As the field prints it, without its parameter: `recall`. Lower case. */
  readonly name: string;
  /** Other spellings of the name, lower case: `r`, `rr`. */
  readonly aliases: readonly string[];
  readonly parameter: MetricParameter;
  readonly title: string;
  /** One sentence for people who do not program; `k` in it stands for the cut-off. */
  readonly summary: string;
  /** The sentence where the whole list counts, if `summary` speaks of `k` and there may be none. */
  readonly summaryOfWhole?: string;
  /** Paper or tool, with the version, that the formula comes from. */
  readonly source: string;
  /** `spans`: it counts characters, and is absent where the gold is not evidence spans. */
  readonly needs?: "spans";
  /**
   * In: a ranking, and the parameter: the cut-off `k` (1 or more, Infinity for the whole
   * list), the recall level, the persistence, or 0 where there is none. Out: 0 to 1.
   * Where nothing is relevant (`total` is 0) or nothing was retrieved, 0.
   */
  readonly score: (ranking: Ranking, argument: number) => number;
  /** The lowest and the highest score over all ways to judge what nobody judged, where that is known. */
  readonly bounds?: BoundsOf;
}

/** What a metric of one's own has to say; the rest has a default. */
export interface MetricInput {
  readonly name: string;
  readonly score: (ranking: Ranking, argument: number) => number;
  /** None given: no parameter. */
  readonly parameter?: MetricParameter;
  readonly aliases?: readonly string[];
  /** None given: the name. */
  readonly title?: string;
  /** None given: the name. */
  readonly summary?: string;
  /** None given: `defined by the user`. */
  readonly source?: string;
}

const parameters: readonly MetricParameter[] = ["cutoff", "optionalCutoff", "recallLevel", "persistence", "none"];

/**
 * A metric of one's own, from a TypeScript or JavaScript file.
 *
 * @throws InputError for what no metric can be called or be.
 */
export function defineMetric(input: MetricInput): MetricDefinition {
  const problems = problemsIn(input);
  if (problems.length > 0) throw new InputError(problems);
  const { name, score, parameter = "none", aliases = [], title = name, summary = title } = input;
  return { name, aliases, parameter, title, summary, source: input.source ?? "defined by the user", score };
}

function problemsIn({ name, score, parameter = "none", aliases = [], ...texts }: MetricInput): readonly Problem[] {
  const wrong = (what: string, fix: string): Problem => ({ code: "metric-definition", what, fix });
  const isList = Array.isArray(aliases);
  const problems = [name, ...(isList ? aliases : [])].filter((one) => !isMetricName(one)).map(unusableName);
  const metric = `the metric \`${String(name)}\``;
  if (!isList) problems.push(wrong(`${metric} has \`aliases\` that are no list`, 'write `aliases: ["other_name"]`'));
  if (typeof score !== "function") {
    const fix = "write `score: (ranking, k) => …`, a number from 0 to 1";
    problems.push(wrong(`${metric} has no function \`score\``, fix));
  }
  if (!parameters.includes(parameter)) {
    const fix = `choose one of ${parameters.map((one) => `\`${one}\``).join(", ")}`;
    problems.push(wrong(`${metric} has the parameter \`${String(parameter)}\``, fix));
  }
  for (const key of ["title", "summary", "source"] as const) {
    if (texts[key] !== undefined && typeof texts[key] !== "string")
      problems.push(wrong(`${metric} has a \`${key}\` that is no text`, "write a sentence, or leave it out"));
  }
  return problems;
}

function isMetricName(name: unknown): boolean {
  return typeof name === "string" && /^[a-z][a-z0-9_]*$/.test(name);
}

function unusableName(name: unknown): Problem {
  return {
    code: "metric-definition",
    what: `no metric can be called \`${String(name)}\``,
    fix: "use lower case letters, digits and `_`, a letter first",
  };
}
