import type { Command } from "commander";

/** `touchstone review import`. */
export function addReviewCommand(program: Command): void {
  const review = program.command("review").description("Bring back what people said of retrieved chunks.");
  review
    .command("import")
    .description("Add the labels of a file to the dataset of a suite; the gold of its cases has them from then on.")
    .argument("<file>", "JSON lines with `case`, `id` or `doc`, and `grade`, such as to-label.jsonl of a run")
    .argument("<suite>", "name from touchstone.yaml")
    .option("-c, --config <file>", "configuration to read (default: touchstone.yaml)")
    .addHelpText("after", exampleHelp)
    .action(async (file: string, suite: string, flags: { readonly config?: string }) => {
      const { importReviewFile } = await import("./run-review.ts");
      await importReviewFile(file, { ...flags, suite });
    });
}

const exampleHelp = `
A line whose grade is still null is left out. With a mistake in any line nothing is imported.

Example:
  touchstone review import reports/my-suite/20260102-030405-678-abcd/to-label.jsonl my-suite

Exit codes: 0 done, 2 wrong input`;
