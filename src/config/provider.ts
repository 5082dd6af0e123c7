import { suggestName } from "../core/index.ts";
import { type Expansion, expandVariables } from "./environment.ts";
import { type KnownProvider, knownProviders } from "./known-providers.ts";
import type { ConfigFile, ProviderConfig } from "./schema.ts";

/** A service that speaks OpenAI's protocol, ready to be called. Holds a key: never written to any record. */
export interface Provider {
  readonly name: string;
  readonly baseUrl: string;
  /** Undefined: the server wants none. */
  readonly apiKey: string | undefined;
  /** Azure's version of the protocol. */
  readonly apiVersion?: string | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly limits?: ProviderConfig["limits"];
  readonly timeoutMs?: number | undefined;
  readonly attempts?: number | undefined;
  /** What it is known to take. */
  readonly capabilities?: { readonly jsonMode: "json_object" } | undefined;
}

/** A model and who serves it. */
export interface Route {
  readonly provider: Provider;
  readonly model: string;
}

/** Where a name is looked up. */
export interface ProviderLookup extends Expansion {
  readonly file: Pick<ConfigFile, "providers">;
  /** Where the provider is named. */
  readonly at: string;
  /** Where a path of the file stands. */
  readonly placeOf: (path: readonly string[]) => string;
}

/**
 * The provider of a name: an entry of the file, or one that is known. An entry that is
 * called like a known one and gives no address has what is known, and what it says beside;
 * one that gives an address is asked there, and never with the key of the known one.
 * For `openai` `OPENAI_BASE_URL` may name another address.
 */
export function resolveProvider(name: string, lookup: ProviderLookup): Provider {
  const { file, at, placeOf, problems } = lookup;
  const entry = Object.hasOwn(file.providers, name) ? file.providers[name] : undefined;
  const known = Object.hasOwn(knownProviders, name) ? knownProviders[name] : undefined;
  const inherited = entry?.baseUrl === undefined ? known : undefined;
  const address = entry?.baseUrl ?? addressOf(name, known, lookup);
  if (address === undefined) {
    problems.push(entry === undefined ? unknown(name, lookup) : withoutAddress(name, placeOf(["providers", name])));
    return { name, baseUrl: "", apiKey: undefined };
  }
  const expand = (text: string, key: string): string =>
    expandVariables(text, entry === undefined ? at : placeOf(["providers", name, key]), lookup);
  const key = entry?.apiKey ?? keyOf(inherited);
  return {
    ...entry,
    name,
    baseUrl: expand(address, "baseUrl"),
    apiKey: key === undefined ? undefined : expand(key, "apiKey"),
    apiVersion: entry?.apiVersion ?? inherited?.apiVersion,
    headers: mapValues(entry?.headers ?? {}, (value) => expand(value, "headers")),
    capabilities: known?.jsonMode && { jsonMode: known.jsonMode },
  };
}

function addressOf(name: string, known: KnownProvider | undefined, { environment }: Expansion): string | undefined {
  const elsewhere = name === "openai" ? environment?.["OPENAI_BASE_URL"] : undefined;
  return elsewhere || known?.baseUrl;
}

/** Every provider that a name may stand for: those of the file first. */
export function providerNames(file: Pick<ConfigFile, "providers">): readonly string[] {
  return [...new Set([...Object.keys(file.providers), ...Object.keys(knownProviders)])];
}

function keyOf(known: KnownProvider | undefined): string | undefined {
  return known?.keyVariable == null ? undefined : `\${${known.keyVariable}}`;
}

function unknown(name: string, { file, at }: ProviderLookup) {
  const fix = `${suggestName(name, providerNames(file))}, or add it under \`providers\``;
  return { code: "config-unknown-provider", what: `there is no provider \`${name}\``, at, fix };
}

function withoutAddress(name: string, at: string) {
  const what = `the provider \`${name}\` has no \`baseUrl\`, and is not one that is known`;
  return { code: "config-unknown-provider", what, at, fix: "give its address, up to and including `/v1`" };
}

function mapValues(
  record: Readonly<Record<string, string>>,
  change: (value: string) => string,
): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, change(value)]));
}
