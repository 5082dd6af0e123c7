import { join, relative, resolve } from "node:path";
import { type Problem, suggestName, throwIfAny } from "../core/index.ts";
import { problemsOf } from "./config-problems.ts";
import { type Environment, type Expansion, expandVariables, type Provider, resolveProvider } from "./environment.ts";
import { type Flags, flagOrigin, flagSettings, numeric } from "./flags.ts";
import { applyLayers } from "./layers.ts";
import {
  builtinDefaults,
  type ConfigFile,
  type JudgeConfig,
  type SuiteSettings,
  suiteSchema,
  type TargetConfig,
} from "./schema.ts";
import type { YamlFile } from "./yaml-file.ts";

/** A target with its provider, where it calls a model; variables of the environment are filled in. */
export type ResolvedTarget =
  | Exclude<TargetConfig, { kind: "prompt" }>
  | (Omit<Extract<TargetConfig, { kind: "prompt" }>, "provider"> & { readonly provider: Provider });

/** A judge with its provider. */
export type ResolvedJudge =
  | Extract<JudgeConfig, { kind: "offline" }>
  | (Omit<Extract<JudgeConfig, { kind: "llm" }>, "provider"> & { readonly provider: Provider });

/** Which cases of the dataset run. */
export interface Selection {
  /** `key=value` each; a case must match all. */
  readonly metadata: readonly { readonly key: string; readonly value: string }[];
  /** On id and query. */
  readonly pattern: RegExp | null;
  readonly firstN: number | null;
}

/** One suite, ready to be planned. All paths are absolute. */
export interface SuiteConfig {
  readonly name: string;
  readonly dataset: string;
  readonly target: ResolvedTarget;
  /** Null: nothing is judged. */
  readonly judge: ResolvedJudge | null;
  readonly metrics: readonly string[];
  readonly slices: readonly string[];
  readonly gate: SuiteSettings["gate"];
  readonly baseline: string;
  /** The user named it: without it there is nothing to do. */
  readonly baselineMustExist: boolean;
  readonly updateBaseline: boolean;
  readonly minCoverage: number;
  readonly maxConcurrency: number;
  readonly repeat: number;
  readonly seed: number;
  readonly prompts: string;
  readonly reports: string;
  /** Folder of the cache of model calls; null: none. */
  readonly cache: string | null;
  readonly selection: Selection;
  /** Where a setting comes from: `default`, `touchstone.yaml:12`, `flag --judge`. */
  readonly originOf: (path: string) => string;
  /** The settings as written, before names and variables are resolved, for `config show`. */
  readonly written: Readonly<Record<string, unknown>>;
  readonly origins: ReadonlyMap<string, string>;
}

/** Everything that decides what a command does. */
export interface Config {
  /** Folder of `touchstone.yaml`; relative paths of the file start here. */
  readonly root: string;
  readonly suites: readonly SuiteConfig[];
}

/** What the resolution of suites starts from. */
export interface ResolutionInput {
  readonly file: ConfigFile;
  readonly yaml: YamlFile;
  readonly root: string;
  readonly flags: Flags;
  /** Null: `${…}` stays as it is written, for commands that call nothing. */
  readonly environment: Environment | null;
  /** The working folder: paths on the command line start here. */
  readonly cwd: string;
}

/**
 * The suites that are to run, with every layer applied and every name resolved.
 *
 * @throws InputError with every problem: unknown suite, target, judge or provider, a value off its range,
 * a variable of the environment that is not set.
 */
export function resolveSuites(input: ResolutionInput): readonly SuiteConfig[] {
  const problems: Problem[] = [];
  const known = Object.keys(input.file.suites);
  const wanted = input.flags.suites?.length ? [...new Set(input.flags.suites)] : known;
  if (wanted.length === 0) {
    problems.push({
      code: "config-no-suites",
      what: "there is no suite to run",
      at: input.yaml.placeOf(["suites"]),
      fix: "add one under `suites`",
    });
  }
  const suites = wanted.flatMap((name) => {
    if (Object.hasOwn(input.file.suites, name)) return resolveSuite(name, input, problems) ?? [];
    problems.push({
      code: "suite-unknown",
      what: `there is no suite \`${name}\``,
      at: input.yaml.placeOf(["suites"]),
      fix: suggestName(name, known),
    });
    return [];
  });
  throwIfAny(problems);
  return suites;
}

function resolveSuite(name: string, input: ResolutionInput, problems: Problem[]): SuiteConfig | undefined {
  const { file, yaml, root, flags, cwd } = input;
  const raw = yaml.value as {
    defaults?: Record<string, unknown>;
    suites: Record<string, Record<string, unknown> | null>;
  };
  const layered = applyLayers([
    {
      value: { dataset: join("datasets", name), baseline: join("baselines", `${name}.json`), ...builtinDefaults },
      originOf: () => "default",
    },
    { value: raw.defaults ?? {}, originOf: (path) => yaml.placeOf(["defaults", ...path]) },
    { value: raw.suites[name] ?? {}, originOf: (path) => yaml.placeOf(["suites", name, ...path]) },
    { value: flagSettings(flags), originOf: ([key = ""]) => flagOrigin(key) },
  ]);
  const originOf = (path: string): string => originAt(layered.origins, path);
  const parsed = suiteSchema.safeParse(layered.value);
  if (!parsed.success) {
    problems.push(
      ...problemsOf(parsed.error.issues, {
        value: layered.value,
        placeOf: (path) => originOf(path.map(String).join(".")),
      }),
    );
    return undefined;
  }
  const { dataset, baseline, prompts, reports, ...settings } = parsed.data;
  const resolution = { file, environment: input.environment, problems, originOf };
  return {
    ...settings,
    name,
    dataset: resolve(root, dataset),
    target: resolveTarget(settings.target, { ...resolution, root, prompt: flags.prompt }),
    judge: resolveJudge(settings.judge, resolution),
    baseline: flags.baseline === undefined ? resolve(root, baseline ?? "") : resolve(cwd, flags.baseline),
    baselineMustExist: flags.baseline !== undefined && flags.updateBaseline !== true,
    updateBaseline: flags.updateBaseline === true,
    prompts: resolve(root, prompts),
    reports: resolve(root, reports),
    cache: flags.cache === false ? null : join(root, ".touchstone", "cache"),
    selection: resolveSelection(flags, problems),
    originOf,
    written: layered.value,
    origins: layered.origins,
  };
}

/** The origin of the value at a path, or of the nearest value around or inside it. */
function originAt(origins: ReadonlyMap<string, string>, path: string): string {
  for (let prefix = path; prefix !== ""; prefix = prefix.slice(0, Math.max(0, prefix.lastIndexOf(".")))) {
    const exact = origins.get(prefix);
    if (exact !== undefined) return exact;
    const inside = [...origins.keys()].find((key) => key.startsWith(`${prefix}.`));
    if (inside !== undefined) return origins.get(inside) ?? "default";
  }
  return "default";
}

interface Resolution extends Expansion {
  readonly file: ConfigFile;
  readonly originOf: (path: string) => string;
}

function resolveTarget(
  written: SuiteSettings["target"],
  context: Resolution & { readonly root: string; readonly prompt: string | undefined },
): ResolvedTarget {
  const { file, problems, originOf, root, prompt } = context;
  const at = originOf("target");
  const target = named(written, {
    kind: "target",
    known: { builtin: { kind: "builtin" }, ...file.targets },
    at,
    problems,
  }) ?? { kind: "builtin" };
  if (prompt !== undefined && target.kind !== "prompt") {
    problems.push({
      code: "flag-prompt-unused",
      what: `a prompt was given, but the target is of kind \`${target.kind}\`, which has none`,
      at: "flag --prompt",
      fix: "choose a target of kind `prompt` with `--target`",
    });
  }
  if (target.kind === "prompt") {
    return {
      ...target,
      prompt: prompt ?? target.prompt,
      provider: resolveProvider(target.provider, file.providers, { ...context, at }),
    };
  }
  if (target.kind === "http") {
    const headers = Object.entries(target.headers ?? {}).map(
      ([key, value]) => [key, expandVariables(value, at, context)] as const,
    );
    return { ...target, url: expandVariables(target.url, at, context), headers: Object.fromEntries(headers) };
  }
  return target.kind === "builtin" ? target : { ...target, file: resolve(root, target.file) };
}

function resolveJudge(written: SuiteSettings["judge"], context: Resolution): ResolvedJudge | null {
  if (written === "none") return null;
  const { file, problems, originOf } = context;
  const at = originOf("judge");
  const judge = named(written, {
    kind: "judge",
    known: { offline: { kind: "offline" }, ...file.judges },
    at,
    problems,
  }) ?? { kind: "offline" };
  if (judge.kind === "offline") return judge;
  return { ...judge, provider: resolveProvider(judge.provider, file.providers, { ...context, at }) };
}

function named<T>(
  written: string | T,
  {
    kind,
    known,
    at,
    problems,
  }: {
    readonly kind: "target" | "judge";
    readonly known: Readonly<Record<string, T>>;
    readonly at: string;
    readonly problems: Problem[];
  },
): T | undefined {
  if (typeof written !== "string") return written;
  if (Object.hasOwn(known, written)) return known[written];
  const names = kind === "judge" ? [...Object.keys(known), "none"] : Object.keys(known);
  const fix = `${suggestName(written, names)}${suggestName(written, names).endsWith("?") ? "" : `, or add it under \`${kind}s\``}`;
  problems.push({ code: `${kind}-unknown`, what: `there is no ${kind} \`${written}\``, at, fix });
  return undefined;
}

function resolveSelection(flags: Flags, problems: Problem[]): Selection {
  const metadata = (flags.filterMetadata ?? []).flatMap((filter) => {
    const cut = filter.indexOf("=");
    if (cut > 0 && cut < filter.length - 1) return [{ key: filter.slice(0, cut), value: filter.slice(cut + 1) }];
    problems.push({
      code: "flag-filter-metadata",
      what: `\`${filter}\` is not of the form \`key=value\``,
      at: "flag --filter-metadata",
      fix: "write, for example, `--filter-metadata language=zh`",
    });
    return [];
  });
  return {
    metadata,
    pattern: patternOf(flags.filterPattern, problems),
    firstN: firstNOf(flags.filterFirstN, problems),
  };
}

function patternOf(pattern: string | undefined, problems: Problem[]): RegExp | null {
  if (pattern === undefined) return null;
  try {
    return new RegExp(pattern, "u");
  } catch (error) {
    problems.push({
      code: "flag-filter-pattern",
      what: `\`${pattern}\` is not a regular expression: ${(error as Error).message}`,
      at: "flag --filter-pattern",
      fix: "mend the pattern",
    });
    return null;
  }
}

function firstNOf(written: number | string | undefined, problems: Problem[]): number | null {
  const value = numeric(written);
  if (value === undefined) return null;
  if (typeof value === "number" && Number.isInteger(value) && value > 0) return value;
  problems.push({
    code: "flag-filter-first-n",
    what: `\`${value}\` is not a whole number, 1 or more`,
    at: "flag --filter-first-n",
    fix: "write, for example, `--filter-first-n 20`",
  });
  return null;
}

/** A path as messages show it: relative to the folder of the configuration where it lies inside. */
export function showPath(path: string, root: string): string {
  const shown = relative(root, path);
  return shown.startsWith("..") || shown === "" ? path : shown;
}
