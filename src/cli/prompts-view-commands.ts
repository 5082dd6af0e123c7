import type { Command } from "commander";
import type { ViewFlags } from "./prompts-project.ts";
import type { DiffFlags } from "./run-prompts-diff.ts";
import type { RenderFlags } from "./run-prompts-render.ts";

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
  withFlags(prompts.command("render"))
    .description("Print the messages that a prompt comes to, as they would be sent.")
    .argument("<name@vN>", "such as rag/answer@v1")
    .option("--case <id>", "fill it for this case of the dataset (default: with the examples of its inputs)")
    .option("--sources", "say which file each part of a message comes from")
    .action(async (reference: string, flags: RenderFlags) => {
      const { runPromptsRender } = await import("./run-prompts-render.ts");
      await runPromptsRender(reference, flags);
    });
  withFlags(prompts.command("diff"))
    .description("Show word by word what differs between two prompts, and what it costs in tokens.")
    .argument("<old>", "such as rag/answer@v1")
    .argument("<new>", "such as rag/answer@v2")
    .option("--case <id>", "also compare the messages that both come to for this case")
    .option(
      "--price <amount>",
      "of a million prompt tokens, in whatever currency: what a run over the dataset costs more or less",
    )
    .action(async (old: string, changed: string, flags: DiffFlags) => {
      const { runPromptsDiff } = await import("./run-prompts-diff.ts");
      await runPromptsDiff(old, changed, flags);
    });
  withPlace(prompts.command("watch"))
    .description("Check and render prompts on every save, until Ctrl-C; a broken save keeps the last good version.")
    .argument("[name@vN]", "such as rag/answer@v1; all prompts of the project when none is given")
    .action(async (reference: string | undefined, flags: ViewFlags) => {
      const { runPromptsWatch } = await import("./run-prompts-watch.ts");
      process.exitCode = await runPromptsWatch(reference, flags);
    });
}

function withFlags(command: Command): Command {
  return withPlace(command).option("--json", "print one JSON object on stdout and nothing else");
}

function withPlace(command: Command): Command {
  return command
    .option("-c, --config <file>", "configuration to read (default: touchstone.yaml)")
    .option("--suite <name>", "the suite that is meant, where several would do");
}
