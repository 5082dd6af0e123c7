import type { Command } from "commander";

interface WorkerFlags {
  readonly queue: string;
  readonly config?: string;
  readonly maxConcurrency?: string;
  readonly once?: boolean;
}

/** `touchstone worker --queue <redis://…>`: carry out cases of runs that others coordinate. */
export function addWorkerCommand(program: Command): void {
  program
    .command("worker")
    .description("Carry out cases of the runs that `touchstone eval --queue` announces at a Redis.")
    .requiredOption("--queue <address>", "the Redis, such as redis://host:6379 or rediss://user:password@host:6379")
    .option("-c, --config <file>", "configuration to read (default: touchstone.yaml)")
    .option("-j, --max-concurrency <n>", "how many cases run at once here (default: as the suite has it)")
    .option("--once", "end when there has been no run to serve for a minute")
    .addHelpText("after", help)
    .action(async (flags: WorkerFlags) => {
      const { runWorker } = await import("./run-worker.ts");
      process.exitCode = await runWorker(flags);
    });
}

const help = `
A worker reads its own checkout. A run of another dataset, prompt, model, metric or version is refused, and others are looked for.
Ctrl-C: calls in flight may finish within five seconds; what did not is given back, and others take it over.

Exit codes: 0 nothing was left undone, 2 wrong input, or with \`--once\` no run but refused ones, 130 cases were given back`;
