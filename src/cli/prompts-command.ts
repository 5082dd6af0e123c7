import type { Command } from "commander";
import { addPromptsViews } from "./prompts-view-commands.ts";

/** `touchstone prompts …`. */
export function addPromptsCommand(program: Command): void {
  const prompts = program.command("prompts").description("Look at prompts.");
  addPromptsViews(prompts);
}
