import type { Command } from "commander";
import { exitCodes } from "../core/index.ts";

/** The options of every command that runs suites. */
export function addRunOptions(command: Command): Command {
  return command
    .option("-c, --config <file>", "configuration to read (default: touchstone.yaml)")
    .option("--target <name>", "system under test: a name from `targets`, or builtin")
    .option("--judge <name>", "who scores answers: a name from `judges`, offline, or none")
    .option("-j, --max-concurrency <n>", "how many cases run at once")
    .option("--filter-metadata <key=value>", "only cases with this label; may be repeated, all must match", gather)
    .option("--filter-pattern <regex>", "only cases whose id or query matches")
    .option("--filter-first-n <n>", "only the first n cases that the other filters leave")
    .option(
      "--shard <i/n>",
      "only the i-th of n parts of these cases, by the hash of their ids; see `touchstone merge`",
    )
    .option("--repeat <n>", "run each case n times and average by case")
    .option("--no-cache", "make every model call anew and keep none")
    .option("--cache-only", "call no model: what the cache does not have is an error of its case")
    .option("--seed <n>", "of everything that is shuffled");
}

/** The options of every command that reports one run. */
export function addReportOptions(command: Command): Command {
  return command.option(
    "-o, --output <file>",
    "also write the report as .html, .md, .xml (JUnit) or .json, what was retrieved as .run (TREC), the answers as .jsonl, the results as .parquet; may be repeated",
    gather,
  );
}

/** For the help of such a command. */
export const runExitCodes = `Exit codes: ${Object.entries({
  [exitCodes.done]: "passed",
  [exitCodes.failed]: "a gate failed",
  [exitCodes.wrongInput]: "wrong input",
  [exitCodes.undecided]: "undecided",
  [exitCodes.interrupted]: "interrupted",
})
  .map(([code, meaning]) => `${code} ${meaning}`)
  .join(", ")}`;

/** Collects an option that may be repeated. */
export function gather(value: string, before: readonly string[] = []): readonly string[] {
  return [...before, value];
}
