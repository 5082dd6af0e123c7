import { exitCodes } from "../core/index.ts";
import { serveRuns, systemClock } from "../run/index.ts";
import { toolVersion } from "../version.ts";
import { listenForInterruption } from "./interruption.ts";

/** The flags of `touchstone worker` as they were typed. */
export interface WorkerRequest {
  readonly queue: string;
  readonly config?: string;
  readonly maxConcurrency?: string;
  readonly once?: boolean;
}

/** Serves runs from the command line. Returns the exit code. */
export async function runWorker({ queue, once = false, ...request }: WorkerRequest): Promise<number> {
  const { signal, stop } = listenForInterruption();
  const tell = (line: string): void => {
    process.stderr.write(`${line}\n`);
  };
  try {
    const outcome = await serveRuns(queue, {
      ...request,
      isOnce: once,
      clock: systemClock,
      version: toolVersion,
      signal,
      tell,
    });
    if (outcome.givenBack > 0) return exitCodes.interrupted;
    return once && outcome.served === 0 && outcome.refused > 0 ? exitCodes.wrongInput : exitCodes.done;
  } finally {
    stop();
  }
}
