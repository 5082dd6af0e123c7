import type { Command } from "commander";
import { addReportOptions, runExitCodes } from "./run-options.ts";

/** `touchstone merge <run…>`: make one run of the runs of shards. */
export function addMergeCommand(program: Command): void {
  const command = program
    .command("merge")
    .description(
      "Make one run of the runs of shards (`eval --shard i/n`), compare it with its baseline, write a report.",
    )
    .argument("<run...>", "folders of runs, or folders that hold them, such as what CI has downloaded")
    .option("-c, --config <file>", "configuration to read (default: touchstone.yaml)");
  addReportOptions(command)
    .option("--baseline <file>", "baseline to compare with (default: baselines/<suite>.json)")
    .option("-u, --update-baseline", "accept the merged run as the new baseline; nothing is gated")
    .option("--json", "print one JSON object on stdout and nothing else")
    .option("--allow-missing", "merge what is there; the run is marked incomplete")
    .addHelpText("after", `\n${runExitCodes}`)
    .action(async (runs: readonly string[], flags: object) => {
      const { runMerge } = await import("./run-merge.ts");
      process.exitCode = await runMerge({ ...flags, runs });
    });
}
