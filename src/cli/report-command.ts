import type { Command } from "commander";

/** `touchstone report <run>`: make the report of a run again from its record. */
export function addReportCommand(program: Command): void {
  program
    .command("report")
    .description("Make the report of a run again from its record, also of one that was interrupted.")
    .argument("<run>", "folder of the run, such as reports/my-suite/20260102-030405-678-abcd")
    .option(
      "-o, --output <file>",
      "write the report as .html, .md, .xml (JUnit) or .json, what was retrieved as .run (TREC), the answers as .jsonl, the results as .parquet (default: report.html in the run's folder); may be repeated",
      (value: string, before: readonly string[] = []) => [...before, value],
    )
    .action(async (run: string, flags: { readonly output?: readonly string[] }) => {
      const { rebuildReport } = await import("./rebuild-report.ts");
      await rebuildReport(run, flags.output ?? []);
    });
}
