import { type Command, Option } from "commander";
import type { Flags } from "../config/index.ts";
import { addReportOptions, addRunOptions, runExitCodes } from "./run-options.ts";

interface EvalFlags extends Omit<Flags, "suites"> {
  readonly config?: string;
  readonly output?: readonly string[];
  readonly json?: boolean;
  readonly watch?: boolean;
}

/** `touchstone eval [suite…]`: run suites, compare with their baselines, write the reports. */
export function addEvalCommand(program: Command): void {
  const command = program
    .command("eval")
    .description("Run suites, compare each with its baseline, write a report.")
    .argument("[suite...]", "names from touchstone.yaml; all when none is given");
  addReportOptions(addRunOptions(command))
    .option("--prompt <name@vN>", "prompt of a target of kind `prompt`, such as rag/answer@v1")
    .option("--baseline <file>", "baseline to compare with (default: baselines/<suite>.json)")
    .option("-u, --update-baseline", "accept this run as the new baseline; nothing is gated")
    .option("--json", "print one JSON object on stdout and nothing else; a list of them when several suites run")
    .option("--max-calls <n>", "stop after so many requests to models; the run can be gone on with")
    .option("--max-tokens <n>", "stop after so many tokens, as far as the provider tells them")
    .option("--max-cost <dollars>", "stop after so much, by the `prices` of the configuration")
    .option("-y, --yes", "do not ask before a run that costs much")
    .option("--max-duration <seconds>", "stop after so long")
    .option("--bail <n>", "stop when n cases have an error")
    .option("--queue <address>", "let workers carry out the cases: a Redis, such as redis://host:6379")
    .option("--resume <run>", "go on with a run that was cut off: its folder, or a file in it")
    .option("--retry-errors", "with --resume: also try again what failed")
    .option("--changed", "only the suites and cases that changes since a commit touch")
    .option(
      "--since <revision>",
      "with --changed: commit, branch or tag (default: where this branch left main or master)",
    )
    .addOption(
      new Option(
        "-w, --watch",
        "run again whenever the configuration, a prompt or a dataset changes, until Ctrl-C",
      ).conflicts("changed"),
    )
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
  touchstone eval --changed --since origin/main       what this branch touches
  touchstone eval --queue redis://host:6379           on many machines, each with \`touchstone worker\`
  touchstone eval -u                                  accept today's scores as the baseline

${runExitCodes}`;
