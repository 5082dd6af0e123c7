import { type Problem, suggestName } from "../core/index.ts";
import { knownProviders } from "./known-providers.ts";
import type { ConfigFile, Json } from "./schema.ts";

/** The environment as a value, handed in by the one place that reads it. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** A service that speaks OpenAI's protocol, ready to be called. Holds a key: never written to any record. */
export interface Provider {
  readonly name: string;
  readonly baseUrl: string;
  /** Undefined: the server wants none. */
  readonly apiKey: string | undefined;
}

/** What `${…}` means, and where what is found goes. */
export interface Expansion {
  /** Null: `${…}` stays as it is written. */
  readonly environment: Environment | null;
  readonly problems: Problem[];
  /** Gets the value of each variable that is filled in: it may be a key. */
  readonly secrets: string[];
}

/** A text with every `${NAME}` replaced by the variable; one that is not set, or empty, is a problem. */
export function expandVariables(text: string, at: string, { environment, problems, secrets }: Expansion): string {
  if (environment === null) return text;
  return text.replace(/\$\{([A-Za-z_][A-Za-z0-9_]*)\}/g, (whole, name: string) => {
    const value = environment[name];
    if (value !== undefined && value !== "") {
      secrets.push(value);
      return value;
    }
    problems.push({
      code: "config-missing-variable",
      what: `the environment variable \`${name}\` is not set`,
      at,
      fix: `set it before the run: \`export ${name}=…\``,
    });
    return whole;
  });
}

/** The same for every text inside a JSON value. */
export function expandJson(
  value: Json,
  path: readonly string[],
  { placeOf, ...expansion }: Expansion & { readonly placeOf: (path: readonly string[]) => string },
): Json {
  if (typeof value === "string") return expandVariables(value, placeOf(path), expansion);
  if (value === null || typeof value !== "object") return value;
  const inside = (item: Json, key: string | number): Json =>
    expandJson(item, [...path, String(key)], { placeOf, ...expansion });
  if (Array.isArray(value)) return value.map(inside);
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, inside(item, key)]));
}

/**
 * The provider of a name: an entry of the file, or one that is known. For `openai` `OPENAI_BASE_URL` may name another address.
 *
 * @param at where it is named.
 * @param placeOf where a path of the file stands.
 */
export function resolveProvider(
  name: string,
  providers: ConfigFile["providers"],
  {
    at,
    placeOf,
    ...expansion
  }: Expansion & { readonly at: string; readonly placeOf: (path: readonly string[]) => string },
): Provider {
  const entry = Object.hasOwn(providers, name) ? providers[name] : undefined;
  const known = Object.hasOwn(knownProviders, name) ? knownProviders[name] : undefined;
  if (entry === undefined && known === undefined) {
    const names = [...new Set([...Object.keys(providers), ...Object.keys(knownProviders)])];
    const fix = `${suggestName(name, names)}, or add it under \`providers\``;
    expansion.problems.push({ code: "config-unknown-provider", what: `there is no provider \`${name}\``, at, fix });
    return { name, baseUrl: "", apiKey: undefined };
  }
  const placeOfKey = (key: string): string => (entry === undefined ? at : placeOf(["providers", name, key]));
  const elsewhere = name === "openai" ? expansion.environment?.["OPENAI_BASE_URL"] : undefined;
  const baseUrl = entry?.baseUrl ?? (elsewhere || (known?.baseUrl ?? ""));
  const keyOfKnown = known?.keyVariable == null ? undefined : `\${${known.keyVariable}}`;
  const apiKey = entry === undefined ? keyOfKnown : entry.apiKey;
  return {
    name,
    baseUrl: expandVariables(baseUrl, placeOfKey("baseUrl"), expansion),
    apiKey: apiKey === undefined ? undefined : expandVariables(apiKey, placeOfKey("apiKey"), expansion),
  };
}
