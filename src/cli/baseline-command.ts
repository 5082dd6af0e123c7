import type { Command } from "commander";

/** `touchstone baseline show|promote`. */
export function addBaselineCommand(program: Command): void {
  const baseline = program.command("baseline").description("Look at baselines, or make a run the new one.");
  baseline
    .command("show")
    .description("Print what each suite is compared with: run, commit, cases and means.")
    .argument("[suite...]", "names from touchstone.yaml; all when none is given")
    .option("-c, --config <file>", "configuration to read (default: touchstone.yaml)")
    .action(async (suites: readonly string[], flags: { readonly config?: string }) => {
      const { showBaselines } = await import("./run-baseline.ts");
      await showBaselines({ ...flags, suites });
    });
  baseline
    .command("promote")
    .description(
      "Make a finished run the baseline of its suite. A run with errors, or of a part of the cases, is refused.",
    )
    .argument("<run>", "folder of the run, such as reports/my-suite/20260102-030405-678-abcd")
    .option("-c, --config <file>", "configuration to read (default: touchstone.yaml)")
    .action(async (run: string, flags: { readonly config?: string }) => {
      const { promoteRun } = await import("./run-baseline.ts");
      await promoteRun(run, flags);
    });
}
