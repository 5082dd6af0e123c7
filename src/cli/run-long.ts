import { Console } from "node:console";
import type { EvaluateOptions } from "../evaluate.ts";
import { createProgressView } from "./progress-view.ts";

/** How something that calls the system under test is run. */
export interface LongRun {
  /** Whether stdout belongs to one JSON result: what a module under test prints must not get in. */
  readonly json: boolean;
  readonly signal: AbortSignal;
}

/** Runs something that takes a while, with its progress shown; that it is stopping is told. */
export async function runLong<T>({ json, signal }: LongRun, run: (options: EvaluateOptions) => Promise<T>): Promise<T> {
  if (json) globalThis.console = new Console(process.stderr);
  const view = createProgressView({ json });
  signal.addEventListener("abort", tellStopping, { once: true });
  try {
    return await run({ onProgress: view.show, signal });
  } finally {
    view.end();
    signal.removeEventListener("abort", tellStopping);
  }
}

function tellStopping(): void {
  process.stderr.write("stopping: calls in flight may finish, press Ctrl-C again to end at once\n");
}
