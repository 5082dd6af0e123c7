import type { Problem } from "../core/index.ts";
import type { Json } from "./schema.ts";

/** The environment as a value, handed in by the one place that reads it. */
export type Environment = Readonly<Record<string, string | undefined>>;

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
