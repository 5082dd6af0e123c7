import type { Command } from "commander";
import type { ViewFlags } from "./prompts-project.ts";
import { addPromptsViews } from "./prompts-view-commands.ts";
import type { AffectedFlags } from "./run-prompts-affected.ts";
import type { CheckFlags } from "./run-prompts-check.ts";

/** `touchstone prompts …`: look at prompts, check them, release them. */
export function addPromptsCommand(program: Command): void {
  const prompts = program.command("prompts").description("Look at prompts, check them, release them.");
  addPromptsViews(prompts);
  prompts
    .command("check")
    .description(
      "Check every prompt of the project, and that nothing changed that is released. Exit code 2 when something did.",
    )
    .option("-c, --config <file>", "configuration to read (default: touchstone.yaml)")
    .option("--suite <name>", "the suite whose folder of prompts is meant, where there are several")
    .option("--json", "print one JSON object on stdout and nothing else")
    .option("--github", "print annotations for GitHub Actions, which show in the files of a pull request")
    .action(async (flags: CheckFlags) => {
      const { runPromptsCheck } = await import("./run-prompts-check.ts");
      process.exitCode = await runPromptsCheck(flags);
    });
  prompts
    .command("release")
    .description(
      "Freeze prompts or rubrics with all that they bring in: from then on a change of any of it is refused.",
    )
    .argument("<name@vN...>", "such as rag/answer@v1")
    .option("-c, --config <file>", "configuration to read (default: touchstone.yaml)")
    .option("--suite <name>", "the suite whose folder of prompts is meant, where there are several")
    .action(async (references: readonly string[], flags: ViewFlags) => {
      const { runPromptsRelease } = await import("./run-prompts-release.ts");
      await runPromptsRelease(references, flags);
    });
  prompts
    .command("affected")
    .description("Print which prompts, suites and cases are touched by what changed since a commit.")
    .option("-c, --config <file>", "configuration to read (default: touchstone.yaml)")
    .option("--since <revision>", "commit, branch or tag (default: where this branch left main or master, else HEAD)")
    .option("--json", "print one JSON object on stdout and nothing else")
    .action(async (flags: AffectedFlags) => {
      const { runPromptsAffected } = await import("./run-prompts-affected.ts");
      await runPromptsAffected(flags);
    });
}
