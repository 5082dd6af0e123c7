import { join, resolve } from "node:path";
import { type Config, loadConfig, showPath } from "../config/index.ts";
import { exitCodes, InputError } from "../core/index.ts";
import { type FileWatch, watchFiles } from "./file-watch.ts";
import { listenForInterruption } from "./interruption.ts";
import { type EvalRequest, runSuites } from "./run-eval.ts";

/**
 * Runs suites, and again whenever the configuration, their prompts or their datasets change,
 * until Ctrl-C. What is wrong is told, and the next change awaited. Returns the exit code.
 */
export async function watchEval(request: EvalRequest): Promise<number> {
  const { signal, stop } = listenForInterruption();
  const file = resolve(request.config ?? "touchstone.yaml");
  let paths: readonly string[] = [file];
  let watch = await watchFiles(paths);
  try {
    do {
      await tellMistakes(async () => {
        const config = await loadConfig({ path: request.config, flags: request });
        const wanted = inputsOf(config, file);
        // Before they are read, so that no change of them is missed.
        if (wanted.join("\n") !== paths.join("\n")) watch = await replaceWatch(watch, wanted, config);
        paths = wanted;
        await runSuites(config, { request, signal });
      });
      const shown = paths.map((path) => showPath(path, process.cwd())).join(", ");
      if (!signal.aborted) process.stderr.write(`\nwatching ${shown}; Ctrl-C ends\n`);
    } while (await watch.next(signal));
    return exitCodes.interrupted;
  } finally {
    stop();
    await watch.close();
  }
}

function inputsOf({ suites }: Config, file: string): readonly string[] {
  return [...new Set([file, ...suites.flatMap(({ prompts, dataset }) => [prompts, dataset])])];
}

/** What a run writes is no change, wherever it lies. */
async function replaceWatch(old: FileWatch, paths: readonly string[], { root, suites }: Config): Promise<FileWatch> {
  const written = suites.flatMap(({ reports, baseline }) => [reports, baseline]);
  const watch = await watchFiles(paths, [...written, join(root, ".touchstone")]);
  await old.close();
  return watch;
}

/** The user's mistakes are told; anything else is thrown on. */
async function tellMistakes(run: () => Promise<void>): Promise<void> {
  try {
    await run();
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    process.stderr.write(`${error.message}\n`);
  }
}
