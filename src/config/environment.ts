import { type Problem, suggestName } from "../core/index.ts";
import type { ConfigFile } from "./schema.ts";

/** The environment as a value, handed in by the one place that reads it. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** A service that speaks OpenAI's protocol, ready to be called. Holds a key: never written to any record. */
export interface Provider {
  readonly name: string;
  readonly baseUrl: string;
  /** Undefined: the server wants none. */
  readonly apiKey: string | undefined;
}

/** Where the problems that are found go, and what `${…}` means. */
export interface Expansion {
  /** Null: `${…}` stays as it is written. */
  readonly environment: Environment | null;
  readonly problems: Problem[];
}

/** A text with every `${NAME}` replaced by the variable; one that is not set, or empty, is a problem. */
export function expandVariables(text: string, at: string, { environment, problems }: Expansion): string {
  if (environment === null) return text;
  return text.replace(/\$\{([A-Za-z_][A-Za-z0-9_]*)\}/g, (whole, name: string) => {
    const value = environment[name];
    if (value !== undefined && value !== "") return value;
    problems.push({
      code: "config-missing-variable",
      what: `the environment variable \`${name}\` is not set`,
      at,
      fix: `set it before the run: \`export ${name}=…\``,
    });
    return whole;
  });
}

/** The provider of a name: an entry of the file, or `openai` from `OPENAI_BASE_URL` and `OPENAI_API_KEY`. */
export function resolveProvider(
  name: string,
  providers: ConfigFile["providers"],
  { at, ...expansion }: Expansion & { readonly at: string },
): Provider {
  const entry = Object.hasOwn(providers, name) ? providers[name] : undefined;
  if (entry === undefined && name !== "openai") {
    const fix = `${suggestName(name, ["openai", ...Object.keys(providers)])}, or add it under \`providers\``;
    expansion.problems.push({ code: "config-unknown-provider", what: `there is no provider \`${name}\``, at, fix });
    return { name, baseUrl: "", apiKey: undefined };
  }
  const baseUrl = entry?.baseUrl ?? (expansion.environment?.["OPENAI_BASE_URL"] || "https://api.openai.com/v1");
  const apiKey = entry === undefined ? "${OPENAI_API_KEY}" : entry.apiKey;
  return {
    name,
    baseUrl: expandVariables(baseUrl, at, expansion),
    apiKey: apiKey === undefined ? undefined : expandVariables(apiKey, at, expansion),
  };
}
