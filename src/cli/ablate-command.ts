import type { Command } from "commander";
import type { Flags } from "../config/index.ts";
import { addRunOptions, gather } from "./run-options.ts";

interface AblateFlags extends Omit<Flags, "suites" | "prompt"> {
  readonly config?: string;
  readonly output?: readonly string[];
  readonly json?: boolean;
}

/** `touchstone ablate <name@vN> [suite]`: what each part of a prompt is worth. */
export function addAblateCommand(program: Command): void {
  const command = program
    .command("ablate")
    .description("Leave out one part of a prompt at a time, and see which parts earn their tokens.")
    .argument("<name@vN>", "the prompt, such as rag/answer@v3")
    .argument(
      "[suite]",
      "a suite with a judge, whose target is of the kind `prompt`; may be left out when there is one",
    );
  addRunOptions(command)
    .option("-o, --output <file>", "also write the table as .md or .json; may be repeated", gather)
    .option("--json", "print one JSON object on stdout and nothing else")
    .addHelpText("after", exampleHelp)
    .action(async (prompt: string, suite: string | undefined, flags: AblateFlags) => {
      const { runAblate } = await import("./run-ablate.ts");
      process.exitCode = await runAblate({ ...flags, prompt, suite });
    });
}

const exampleHelp = `
A part is a fragment, an example or a line of instruction. Each is a run of its own over the same questions and the same
retrieved text; what a part does not change is not asked again. The runs are kept under reports/ablation/.

Examples:
  touchstone ablate rag/answer@v3
  touchstone ablate rag/answer@v3 handbook-zh --filter-first-n 50 -o ablation.md`;
