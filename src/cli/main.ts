#!/usr/bin/env node
import { Command, CommanderError } from "commander";
import { exitCodes, InputError } from "../core/index.ts";
import { toolVersion } from "../version.ts";
import { addAblateCommand } from "./ablate-command.ts";
import { addBaselineCommand } from "./baseline-command.ts";
import { addCacheCommand } from "./cache-command.ts";
import { addCompareCommand } from "./compare-command.ts";
import { addConfigCommand } from "./config-command.ts";
import { addDatasetCommand } from "./dataset-command.ts";
import { addDoctorCommand } from "./doctor-command.ts";
import { addEvalCommand } from "./eval-command.ts";
import { addJudgeCommand } from "./judge-command.ts";
import { addMergeCommand } from "./merge-command.ts";
import { addMetricsCommand } from "./metrics-command.ts";
import { addPromptsCommand } from "./prompts-command.ts";
import { addReportCommand } from "./report-command.ts";
import { addReviewCommand } from "./review-command.ts";
import { addWorkerCommand } from "./worker-command.ts";

/** Runs the command line and sets `process.exitCode`, so that pipes drain before the process ends by itself. */
async function main(argv: readonly string[]): Promise<void> {
  process.stdout.on("error", ignoreClosedPipe);
  process.stderr.on("error", ignoreClosedPipe);
  const program = new Command("touchstone")
    .description("Tells whether a change made a RAG system's answers better or worse, and where.")
    .version(toolVersion)
    .exitOverride()
    .showHelpAfterError("Run `touchstone --help` for what there is.")
    .addHelpText("after", exitCodeHelp);
  for (const add of [
    addEvalCommand,
    addWorkerCommand,
    addCompareCommand,
    addAblateCommand,
    addMergeCommand,
    addMetricsCommand,
    addReportCommand,
    addReviewCommand,
    addBaselineCommand,
    addDatasetCommand,
    addPromptsCommand,
    addConfigCommand,
    addJudgeCommand,
    addCacheCommand,
    addDoctorCommand,
  ])
    add(program);
  guardExitCode();
  try {
    await program.parseAsync(argv);
  } catch (error) {
    process.exitCode = explain(error);
  }
  isDone = true;
  endSoon();
}

let isDone = false;

/**
 * A module under test may keep a timer or a socket open, which would hold the process
 * for ever after its last line. Only then is it ended, once the pipes have drained.
 */
function endSoon(): void {
  const timer = setTimeout(() => {
    if (process.stdout.writableLength + process.stderr.writableLength > 0) endSoon();
    else process.exit();
  }, 500);
  timer.unref();
}

/**
 * A module under test runs in this process: it may call `process.exit`, or throw where
 * nobody waits for it, which Node ends with 1. Neither may read as a pass or as a
 * regression.
 */
function guardExitCode(): void {
  process.on("exit", () => {
    if (isDone) return;
    process.exitCode = exitCodes.ownFault;
    process.stderr.write(
      "the run was ended from inside before it was done: a module called `process.exit`, or threw late\n",
    );
  });
}

const exitCodeHelp = `
Exit codes:
  0    done; every gate passed
  1    a gate failed: the change made something worse
  2    config, dataset, template or arguments are wrong; nothing was run
  3    could not decide: too many errors, no baseline, or not comparable
  70   a bug of touchstone's own
  130  interrupted`;

/** Tells what went wrong on stderr and gives the exit code for it. */
function explain(error: unknown): number {
  if (error instanceof CommanderError) {
    return error.exitCode === 0 ? exitCodes.done : exitCodes.wrongInput;
  }
  if (error instanceof InputError) {
    process.stderr.write(`${error.message}\n`);
    // A full disk is the world's fault, and the run can be gone on with.
    return error.problems.some(({ code }) => code === "disk-full") ? exitCodes.undecided : exitCodes.wrongInput;
  }
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
  process.stderr.write(`this is a bug of touchstone (${toolVersion}), please report it with these lines:\n${text}\n`);
  return exitCodes.ownFault;
}

/** `touchstone … | head` closes the pipe early: nothing is wrong then. */
function ignoreClosedPipe(error: NodeJS.ErrnoException): void {
  if (error.code !== "EPIPE") throw error;
}

await main(process.argv);
