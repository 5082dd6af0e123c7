export { changedSuites } from "./changed-suites.ts";
export type { Flags } from "./flags.ts";
export { formatConfig, formatOrigins } from "./format-config.ts";
export { type ConfigSource, loadConfig } from "./load.ts";
export { loadProviders, type ProviderUse } from "./load-providers.ts";
export type { Provider, Route } from "./provider.ts";
export {
  type Config,
  type ResolvedTarget,
  type SuiteConfig,
  showPath,
} from "./resolve.ts";
export { configJsonSchema } from "./schema.ts";
export type { Selection } from "./selection.ts";
