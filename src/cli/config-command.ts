import type { Command } from "commander";

/** `touchstone config show`: the settings as they hold, and where each comes from. */
export function addConfigCommand(program: Command): void {
  const config = program.command("config").description("Look at the configuration.");
  config
    .command("show")
    .description("Print the settings of each suite with every layer applied; keys are never shown.")
    .argument("[suite...]", "names from touchstone.yaml; all when none is given")
    .option("-c, --config <file>", "configuration to read (default: touchstone.yaml)")
    .option("--origin", "say where each value comes from")
    .action(async (suites: readonly string[], flags: { readonly config?: string; readonly origin?: boolean }) => {
      const { formatConfig, formatOrigins, loadConfig } = await import("../config/index.ts");
      const loaded = await loadConfig({ path: flags.config, flags: { suites }, expandsVariables: false });
      process.stdout.write(flags.origin ? formatOrigins(loaded) : formatConfig(loaded));
    });
}
