import type { Command } from "commander";
import type { ViewFlags } from "./prompts-project.ts";

/** `touchstone prompts list|show|render|diff|watch`: what there is, what a prompt comes to, what a change does. */
export function addPromptsViews(prompts: Command): void {
  withFlags(prompts.command("list"))
    .description("List every prompt, rubric, fragment and set of examples, with what it brings in and who uses it.")
    .action(async (flags: ViewFlags) => {
      const { runPromptsList } = await import("./run-prompts-list.ts");
      await runPromptsList(flags);
    });
  withFlags(prompts.command("show"))
    .description("Print what a prompt says of itself, its inputs, all that goes into it, and its template.")
    .argument("<name@vN>", "such as rag/answer@v1")
    .action(async (reference: string, flags: ViewFlags) => {
      const { runPromptsShow } = await import("./run-prompts-show.ts");
      await runPromptsShow(reference, flags);
    });
}

function withFlags(command: Command): Command {
  return command
    .option("-c, --config <file>", "configuration to read (default: touchstone.yaml)")
    .option("--suite <name>", "the suite that is meant, where several would do")
    .option("--json", "print one JSON object on stdout and nothing else");
}
