import { stringify } from "yaml";
import type { Config, SuiteConfig } from "./resolve.ts";

/**
 * The settings of the suites as they hold after every layer, for people. Keys are
 * shown as written (`${OPENAI_API_KEY}`), never as they are.
 */
export function formatConfig(config: Config): string {
  return stringify(Object.fromEntries(config.suites.map((suite) => [suite.name, suite.written])));
}

/** The same, one setting a line, with where each comes from. */
export function formatOrigins(config: Config): string {
  return config.suites.map(originsOfSuite).join("\n");
}

function originsOfSuite(suite: SuiteConfig): string {
  const rows = [...suite.origins].map(
    ([path, origin]) => [`  ${path}: ${JSON.stringify(valueAt(suite.written, path))}`, origin] as const,
  );
  const width = Math.max(...rows.map(([left]) => left.length));
  return [`${suite.name}:`, ...rows.map(([left, origin]) => `${left.padEnd(width)}  # ${origin}`), ""].join("\n");
}

function valueAt(tree: unknown, path: string): unknown {
  return path.split(".").reduce<unknown>((node, key) => (node as Record<string, unknown> | undefined)?.[key], tree);
}
