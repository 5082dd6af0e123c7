import type { Command } from "commander";
import type { Flags } from "../config/index.ts";
import { exitCodes } from "../core/index.ts";

interface EvalFlags extends Omit<Flags, "suites"> {
  readonly config?: string;
  readonly output?: readonly string[];
  readonly json?: boolean;
  readonly watch?: boolean;
}

/** `touchstone eval [suite…]`: run suites, compare with their baselines, write the reports. */
export function addEvalCommand(program: Command): void {
  program
    .command("eval")
    .description("Run suites, compare each with its baseline, write a report.")
    .argument("[suite...]", "names from touchstone.yaml; all when none is given")
    .option("-c, --config <file>", "configuration to read (default: touchstone.yaml)")
    .option("--target <name>", "system under test: a name from `targets`, or builtin")
    .option("--judge <name>", "who scores answers: a name from `judges`, offline, or none")
    .option("--prompt <name@vN>", "prompt of a target of kind `prompt`, such as rag/answer@v1")
    .option("-j, --max-concurrency <n>", "how many cases run at once")
    .option("--filter-metadata <key=value>", "only cases with this label; may be repeated, all must match", gather)
    .option("--filter-pattern <regex>", "only cases whose id or query matches")
    .option("--filter-first-n <n>", "only the first n cases that the other filters leave")
    .option("--repeat <n>", "run each case n times and average by case")
    .option("--no-cache", "make every model call anew and keep none")
    .option("--baseline <file>", "baseline to compare with (default: baselines/<suite>.json)")
    .option("-u, --update-baseline", "accept this run as the new baseline; nothing is gated")
    .option(
      "-o, --output <file>",
      "also write the report as .html, .md, .xml (JUnit) or .json, what was retrieved as .run (TREC), the answers as .jsonl; may be repeated",
      gather,
    )
    .option("--json", "print one JSON object on stdout and nothing else; a list of them when several suites run")
    .option("--seed <n>", "of everything that is shuffled")
    .option("-w, --watch", "run again whenever the configuration, a prompt or a dataset changes, until Ctrl-C")
    .addHelpText("after", exampleHelp)
    .action(async (suites: readonly string[], flags: EvalFlags) => {
      const { watch = false, ...request } = flags;
      const run = watch ? (await import("./watch-eval.ts")).watchEval : (await import("./run-eval.ts")).runEval;
      process.exitCode = await run({ ...request, suites });
    });
}

const exampleHelp = `
Examples:
  touchstone eval                                     every suite
  touchstone eval handbook-zh --filter-first-n 20     a quick look at 20 cases
  touchstone eval --target my-rag -o eval.md --json   another system, for CI
  touchstone eval -w handbook-zh --filter-first-n 5   again on every save
  touchstone eval -u                                  accept today's scores as the baseline

Exit codes: ${Object.entries({
  [exitCodes.done]: "passed",
  [exitCodes.failed]: "a gate failed",
  [exitCodes.wrongInput]: "wrong input",
  [exitCodes.undecided]: "undecided",
  [exitCodes.interrupted]: "interrupted",
})
  .map(([code, meaning]) => `${code} ${meaning}`)
  .join(", ")}`;

function gather(value: string, before: readonly string[] = []): readonly string[] {
  return [...before, value];
}
