import type { Command } from "commander";

/** `touchstone judge bench`: what is known of the judges themselves. */
export function addJudgeCommand(program: Command): void {
  const judge = program.command("judge").description("Measure a judge before its scores are trusted.");
  judge
    .command("bench")
    .description("Print how well the offline judge agrees with people, beside simple measures and recorded detectors.")
    .option("--data <folder>", "the kept sets (default: bench/judge/data of the checkout)")
    .option("--json", "print one JSON object")
    .action(async (flags: { readonly data?: string; readonly json?: boolean }) => {
      const { benchJudge } = await import("./run-judge-bench.ts");
      await benchJudge(flags);
    });
}
