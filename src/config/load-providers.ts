import type { Problem } from "../core/index.ts";
import type { Environment } from "./environment.ts";
import { readConfig } from "./load.ts";
import { type Provider, resolveProvider } from "./provider.ts";
import type { ConfigFile, JudgeConfig, TargetConfig } from "./schema.ts";

/** A provider that the configuration calls, or that was asked for, and the models that it is called with. */
export interface ProviderUse {
  readonly provider: Provider;
  readonly models: readonly string[];
  /** What keeps it from being called, such as a variable that is not set. */
  readonly problems: readonly Problem[];
}

/** Where providers are looked for. */
export interface ProviderSource {
  /** Path of the configuration; default `touchstone.yaml`. */
  readonly path?: string | undefined;
  /** Only this one, also where nothing names it. */
  readonly provider?: string | undefined;
  readonly cwd?: string;
  readonly environment?: Environment;
}

/**
 * The providers that targets and judges of the configuration name, each once.
 *
 * @throws InputError when the configuration is wrong.
 */
export async function loadProviders({
  path = "touchstone.yaml",
  provider: only,
  cwd = process.cwd(),
  environment = process.env,
}: ProviderSource): Promise<readonly ProviderUse[]> {
  const { file, yaml } = await readConfig(path, cwd);
  const models = modelsByProvider(file);
  const names = only === undefined ? [...models.keys()] : [only];
  return names.map((name) => {
    const problems: Problem[] = [];
    const at = only === undefined ? yaml.placeOf(["providers", name]) : "flag --provider";
    const provider = resolveProvider(name, {
      file,
      at,
      environment,
      problems,
      secrets: [],
      placeOf: yaml.placeOf,
    });
    return { provider, models: [...(models.get(name) ?? [])], problems };
  });
}

function modelsByProvider(file: ConfigFile): ReadonlyMap<string, ReadonlySet<string>> {
  const { targets, judges, defaults, suites } = file;
  const written = [defaults, ...Object.values(suites)].flatMap(({ target, judge }) => [target, judge]);
  const models = new Map<string, Set<string>>();
  for (const one of [...Object.values(targets), ...Object.values(judges), ...written]) {
    for (const { provider, model } of routesOf(one))
      models.set(provider, (models.get(provider) ?? new Set()).add(model));
  }
  return models;
}

function routesOf(
  one: string | TargetConfig | JudgeConfig | undefined,
): readonly { readonly provider: string; readonly model: string }[] {
  if (typeof one !== "object" || (one.kind !== "prompt" && one.kind !== "llm")) return [];
  const { provider, model, fallback = [] } = one;
  return [
    { provider, model },
    ...fallback.map((route) => (typeof route === "string" ? { provider, model: route } : route)),
  ];
}
