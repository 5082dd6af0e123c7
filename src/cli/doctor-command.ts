import type { Command } from "commander";

/** `touchstone doctor`: look at the providers that the configuration calls. */
export function addDoctorCommand(program: Command): void {
  program
    .command("doctor")
    .description(
      "Look at the providers of the configuration: address, key, models, a call of one token, what they take.",
    )
    .option("-c, --config <file>", "configuration to read (default: touchstone.yaml)")
    .option("--provider <name>", "only this one: a name from `providers`, or one that is known, such as deepseek")
    .option("--model <name>", "try this model (default: those that the configuration names)")
    .addHelpText(
      "after",
      "\nA few calls of a token each are made, and paid, for every model. Keys are never shown.\n\nExit codes: 0 all work, 2 wrong input or no key, 3 one does not work",
    )
    .action(async (flags: { readonly config?: string; readonly provider?: string; readonly model?: string }) => {
      const { runDoctor } = await import("./run-doctor.ts");
      process.exitCode = await runDoctor(flags);
    });
}
