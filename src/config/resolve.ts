import { join, relative, resolve } from "node:path";
import { formatProblem, type Language, type Problem, suggestName, throwIfAny } from "../core/index.ts";
import { problemsOf } from "./config-problems.ts";
import { type Environment, type Expansion, expandJson, expandVariables } from "./environment.ts";
import { type Flags, flagOrigin, flagSettings } from "./flags.ts";
import { applyLayers } from "./layers.ts";
import { type Provider, type Route, resolveProvider } from "./provider.ts";
import {
  builtinDefaults,
  type ConfigFile,
  type JudgeConfig,
  judgeDefaults,
  type SuiteSettings,
  suiteSchema,
  type TargetConfig,
} from "./schema.ts";
import { resolveSelection, type Selection } from "./selection.ts";
import type { YamlFile } from "./yaml-file.ts";

/** A target with its provider, where it calls a model; variables of the environment are filled in. */
export type ResolvedTarget =
  | Exclude<TargetConfig, { kind: "prompt" }>
  | (Omit<Extract<TargetConfig, { kind: "prompt" }>, "provider" | "fallback" | "embedding"> &
      Routes & { readonly embedding: Route | undefined });

/** A judge with its provider. */
export type ResolvedJudge =
  | Extract<JudgeConfig, { kind: "offline" }>
  | (Omit<Extract<JudgeConfig, { kind: "llm" }>, "provider" | "fallback" | "prompts" | "dimensions"> &
      Routes & {
        readonly prompts: Readonly<Record<Language, string>>;
        readonly dimensions: readonly string[];
      });

/** Who serves a model, and who answers while that one cannot. */
interface Routes {
  readonly provider: Provider;
  readonly fallback: readonly Route[];
}

/** One suite, ready to be planned. All paths are absolute. */
export interface SuiteConfig {
  readonly name: string;
  readonly dataset: string;
  readonly target: ResolvedTarget;
  /** Null: nothing is judged. */
  readonly judge: ResolvedJudge | null;
  readonly metrics: readonly string[];
  readonly metricFiles: readonly string[];
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
  /** Nothing is sent to a model that the cache does not have. */
  readonly cacheOnly: boolean;
  /** US dollars for a million tokens, by model. */
  readonly prices: ConfigFile["prices"];
  readonly selection: Selection;
  /** Values of the environment that were filled in for `${…}`: they are hidden from all that is recorded. */
  readonly secrets: readonly string[];
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
  /** A run that may cost more, in US dollars, is asked for first. */
  readonly askAboveUsd: number;
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
      at: `argument ${name}`,
      fix: suggestName(name, known),
    });
    return [];
  });
  throwIfAny(distinct(problems));
  return suites;
}

/** Each once: what is wrong with a flag is found with every suite. */
function distinct(problems: readonly Problem[]): readonly Problem[] {
  return [...new Map(problems.map((problem) => [formatProblem(problem), problem])).values()];
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
  const originOf = (path: string): string =>
    placeInNamed(path.split("."), layered.value, input) ?? originAt(layered.origins, path);
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
  const { dataset, baseline, prompts, reports, metricFiles, ...settings } = parsed.data;
  const secrets: string[] = [];
  const resolution = { file, environment: input.environment, problems, secrets, originOf, placeOf: yaml.placeOf };
  const gate = originOf("gate.metrics") === "default" ? measuredGate(settings) : settings.gate;
  return {
    ...settings,
    gate,
    name,
    dataset: resolve(root, dataset),
    target: resolveTarget(settings.target, { ...resolution, root, prompt: flags.prompt }),
    judge: resolveJudge(settings.judge, resolution),
    baseline: flags.baseline === undefined ? resolve(root, baseline ?? "") : resolve(cwd, flags.baseline),
    baselineMustExist: flags.baseline !== undefined && flags.updateBaseline !== true,
    updateBaseline: flags.updateBaseline === true,
    metricFiles: [...new Set(metricFiles.map((file) => resolve(root, file)))],
    prompts: resolve(root, prompts),
    reports: resolve(root, reports),
    cache: flags.cache === false ? null : join(root, ".touchstone", "cache"),
    cacheOnly: flags.cacheOnly === true,
    prices: file.prices,
    selection: resolveSelection(flags, problems),
    secrets: [...new Set(secrets)],
    originOf,
    written: { ...layered.value, gate },
    origins: layered.origins,
  };
}

/** What is gated when nobody says what: of the usual metrics those that the suite measures. */
function measuredGate({
  gate,
  judge,
  metrics,
}: Pick<SuiteSettings, "gate" | "judge" | "metrics">): SuiteSettings["gate"] {
  // `r` is how trec_eval writes recall.
  const written = new Set(metrics.map((metric) => metric.toLowerCase().trim().replace(/^r@/, "recall@")));
  const isMeasured = (id: string): boolean => (id.includes("@") ? written.has(id) : judge !== "none");
  return { ...gate, metrics: gate.metrics.filter(isMeasured) };
}

/** The place of a key of a target or judge that a setting only names. */
function placeInNamed(
  [setting = "", ...inner]: readonly string[],
  value: Readonly<Record<string, unknown>>,
  { file, yaml }: ResolutionInput,
): string | undefined {
  if ((setting !== "target" && setting !== "judge") || inner.length === 0) return undefined;
  const name = value[setting];
  const group = `${setting}s` as const;
  return typeof name === "string" && Object.hasOwn(file[group], name)
    ? yaml.placeOf([group, name, ...inner])
    : undefined;
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
  readonly placeOf: YamlFile["placeOf"];
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
      ...resolveRoutes(target, "target", context),
      embedding: target.embedding && {
        model: target.embedding.model,
        provider: resolveProvider(target.embedding.provider, { ...context, at: originOf("target.embedding") }),
      },
    };
  }
  if (target.kind === "http") return resolveHttpTarget(target, context);
  return target.kind === "builtin" ? target : { ...target, file: resolve(root, target.file) };
}

function resolveHttpTarget(target: Extract<TargetConfig, { kind: "http" }>, context: Resolution): ResolvedTarget {
  const { url, headers = {}, body } = target;
  const expansion = {
    ...context,
    placeOf: (path: readonly string[]): string => context.originOf(["target", ...path].join(".")),
  };
  return {
    ...target,
    url: expandVariables(url, expansion.placeOf(["url"]), context),
    headers: Object.fromEntries(
      Object.entries(headers).map(([key, value]) => [
        key,
        expandVariables(value, expansion.placeOf(["headers", key]), context),
      ]),
    ),
    ...(body === undefined ? {} : { body: expandJson(body, ["body"], expansion) }),
  };
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
  const usual = judgeDefaults[judge.method];
  const { prompts = usual.prompts, dimensions = usual.dimensions } = judge;
  return { ...judge, prompts, dimensions, ...resolveRoutes(judge, "judge", context) };
}

function resolveRoutes(
  { provider, fallback = [] }: Pick<Extract<JudgeConfig, { kind: "llm" }>, "provider" | "fallback">,
  setting: "target" | "judge",
  context: Resolution,
): Routes {
  const resolveAt = (name: string, key: string): Provider =>
    resolveProvider(name, { ...context, at: context.originOf(`${setting}.${key}`) });
  return {
    provider: resolveAt(provider, "provider"),
    fallback: fallback.map((route) =>
      typeof route === "string"
        ? { provider: resolveAt(provider, "fallback"), model: route }
        : { provider: resolveAt(route.provider, "fallback"), model: route.model },
    ),
  };
}

/** How the kinds are written that cannot be a name alone. */
const examples: Readonly<Record<"target" | "judge", Readonly<Record<string, string>>>> = {
  target: {
    http: "{ kind: http, url: …, response: { answer: … } }",
    module: "{ kind: module, file: … }",
    recorded: "{ kind: recorded, file: … }",
    prompt: "{ kind: prompt, prompt: …, model: … }",
  },
  judge: { llm: "{ kind: llm, model: … }" },
};

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
  if (Object.hasOwn(examples[kind], written)) {
    const what = `\`${written}\` is a kind of ${kind}, which needs settings of its own`;
    const where = at.startsWith("flag") ? ` under \`${kind}s\`, and give its name here` : "";
    const fix = `write it out as an object, \`${examples[kind][written]}\`${where}`;
    problems.push({ code: `${kind}-unknown`, what, at, fix });
    return undefined;
  }
  const names = kind === "judge" ? [...Object.keys(known), "none"] : Object.keys(known);
  const fix = `${suggestName(written, names)}${suggestName(written, names).endsWith("?") ? "" : `, or add it under \`${kind}s\``}`;
  problems.push({ code: `${kind}-unknown`, what: `there is no ${kind} \`${written}\``, at, fix });
  return undefined;
}

/** A path as messages show it: relative to the folder of the configuration where it lies inside. */
export function showPath(path: string, root: string): string {
  const shown = relative(root, path);
  return shown.startsWith("..") || shown === "" ? path : shown;
}
