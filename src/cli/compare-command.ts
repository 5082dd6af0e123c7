import type { Command } from "commander";
import type { Flags } from "../config/index.ts";
import { addReportOptions, addRunOptions, gather, runExitCodes } from "./run-options.ts";

interface CompareFlags extends Omit<Flags, "suites" | "prompt"> {
  readonly config?: string;
  readonly prompt?: readonly string[];
  readonly output?: readonly string[];
  readonly json?: boolean;
}

/** `touchstone compare --prompt A --prompt B [suite]`: two prompts over the same cases and contexts. */
export function addCompareCommand(program: Command): void {
  const command = program
    .command("compare")
    .description("Run one suite with two prompts over the same questions and the same retrieved text.")
    .argument("[suite]", "a suite whose target is of the kind `prompt`; may be left out when there is one");
  addReportOptions(addRunOptions(command))
    .option("--prompt <name@vN>", "given twice: the prompt as it is, then the one to hold against it", gather)
    .option("--json", "print one JSON object on stdout and nothing else")
    .addHelpText("after", exampleHelp)
    .action(async (suite: string | undefined, flags: CompareFlags) => {
      const { runCompare } = await import("./run-compare.ts");
      process.exitCode = await runCompare({ ...flags, suite });
    });
}

const exampleHelp = `
Examples:
  touchstone compare --prompt rag/answer@v2 --prompt rag/answer@v3
  touchstone compare handbook-zh --prompt rag/answer@v2 --prompt rag/answer@v3 -o compare.md

${runExitCodes}`;
