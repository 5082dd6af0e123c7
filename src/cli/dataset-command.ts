import type { Command } from "commander";

interface CheckFlags {
  readonly config?: string;
  readonly json?: boolean;
}

/** `touchstone dataset check`. */
export function addDatasetCommand(program: Command): void {
  const dataset = program.command("dataset").description("Look at datasets.");
  dataset
    .command("check")
    .description("Count cases and gold, and list gold that does not stand in the corpus with the nearest passage.")
    .argument("[name...]", "folders of datasets, or suites of touchstone.yaml; the datasets of all suites when none")
    .option("-c, --config <file>", "configuration to read (default: touchstone.yaml)")
    .option("--json", "print one JSON object on stdout and nothing else")
    .addHelpText("after", exampleHelp)
    .action(async (names: readonly string[], flags: CheckFlags) => {
      const { runDatasetCheck } = await import("./run-dataset-check.ts");
      process.exitCode = await runDatasetCheck({ ...flags, names });
    });
}

const exampleHelp = `
Examples:
  touchstone dataset check                       the datasets of all suites
  touchstone dataset check handbook-zh           that of one suite
  touchstone dataset check datasets/handbook-zh  a folder

Exit codes: 0 all gold stands in the corpus, 2 some does not, or a file is wrong`;
