import { relative, sep } from "node:path";
import type { SuiteConfig } from "../config/index.ts";
import { CaseFailure, collectProblems, InputError, type Problem, sha256, throwIfAny } from "../core/index.ts";
import { defineMetric, type MetricDefinition, type MetricInput, metricDefinitions } from "../metrics/index.ts";
import { type Exports, loadModule, textOf } from "../target/index.ts";

/** A file of the user's and the metrics that it exports. */
export interface MetricFile {
  /** From the folder of the configuration, with `/`: the same on every machine. */
  readonly path: string;
  /** SHA-256 of its text, not of what it imports. */
  readonly hash: string;
  readonly definitions: readonly MetricDefinition[];
}

/**
 * The metrics of one's own that a suite may name.
 *
 * @throws InputError with every problem: a file that is missing, cannot be loaded or exports no
 * metric, a metric that is none, a name that is taken.
 */
export async function loadMetrics(suite: SuiteConfig, root: string): Promise<readonly MetricFile[]> {
  const problems: Problem[] = [];
  const files: MetricFile[] = [];
  const at = suite.originOf("metricFiles");
  for (const file of suite.metricFiles) {
    const path = relative(root, file).split(sep).join("/");
    const loaded = await collectProblems(problems, () => loadMetricFile(file, { path, at }));
    if (loaded !== undefined) files.push(loaded);
  }
  problems.push(...takenNames(files));
  throwIfAny(problems);
  return files;
}

async function loadMetricFile(
  file: string,
  { path, at }: { readonly path: string; readonly at: string },
): Promise<MetricFile> {
  const loaded = await loadModule(file);
  if (loaded.kind === "missing") {
    const what = `the file of metrics \`${path}\` cannot be read (${loaded.why})`;
    throw new InputError({ code: "metric-file-missing", what, at, fix: "give the path of a file that exists" });
  }
  if (loaded.kind === "broken") {
    const what = `the file of metrics \`${path}\` cannot be loaded: ${loaded.why}`;
    throw new InputError({ code: "metric-file-broken", what, at, fix: "make the file run by itself, then run again" });
  }
  const inputs = metricsIn(loaded.exports);
  if (inputs.length === 0) {
    throw new InputError({
      code: "metric-file-empty",
      what: `the file of metrics \`${path}\` exports no metric, an object with \`name\` and \`score\``,
      at,
      fix: 'write `export const own = { name: "own", score: ({ credits }) => … };`',
    });
  }
  const problems: Problem[] = [];
  const definitions = inputs.flatMap((input) => defineOwn(input, { path, problems }) ?? []);
  throwIfAny(problems);
  return { path, hash: sha256(loaded.source), definitions };
}

/** What is meant as a metric: every exported object with a `score`, alone or in a list, each once. */
function metricsIn(exports: Exports): readonly MetricInput[] {
  const nested = exports["default"];
  // A CommonJS file arrives as its `module.exports` under `default`.
  const all = [...Object.values(exports), ...(isObject(nested) ? Object.values(nested) : [])].flat();
  return [...new Set(all)].filter((one): one is MetricInput => isObject(one) && "score" in one);
}

function isObject(value: unknown): value is Exports {
  return typeof value === "object" && value !== null;
}

function defineOwn(
  input: MetricInput,
  { path, problems }: { readonly path: string; readonly problems: Problem[] },
): MetricDefinition | undefined {
  try {
    return { ...defineMetric(input), score: guarded(input) };
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    problems.push(...error.problems.map((problem) => ({ ...problem, at: path })));
    return undefined;
  }
}

/** The user's function on a copy, so that it changes no ranking; what it throws is an error of the case. */
function guarded(input: MetricInput): MetricDefinition["score"] {
  return (ranking, argument) => {
    try {
      const value: unknown = input.score(structuredClone(ranking), argument);
      // Nobody waits for it: it is no number, and must not end the process if it fails.
      if (value instanceof Promise) value.catch(() => undefined);
      return value as number;
    } catch (error) {
      const message = `\`${input.name}\` threw ${textOf(error)}`.slice(0, 500);
      throw new CaseFailure({ kind: "metric_threw", message });
    }
  };
}

function takenNames(files: readonly MetricFile[]): readonly Problem[] {
  const owners = new Map<string, string>(
    metricDefinitions.flatMap((one) => namesOf(one).map((name) => [name, `the built-in \`${one.name}\``] as const)),
  );
  const problems: Problem[] = [];
  for (const { path, definitions } of files) {
    for (const definition of definitions) {
      const owner = `\`${definition.name}\` of \`${path}\``;
      for (const name of namesOf(definition)) {
        const other = owners.get(name);
        if (other === undefined) owners.set(name, owner);
        else problems.push(takenName(name, { owner, other, path }));
      }
    }
  }
  return problems;
}

function namesOf({ name, aliases }: MetricDefinition): readonly string[] {
  return [...new Set([name, ...aliases])];
}

function takenName(
  name: string,
  { owner, other, path }: { readonly owner: string; readonly other: string; readonly path: string },
): Problem {
  return {
    code: "metric-name-taken",
    what: `two metrics are called \`${name}\`: ${owner} and ${other}`,
    at: path,
    fix: `give the one of \`${path}\` another name`,
  };
}
