/** Ctrl-C, or the end that a supervisor asks for. */
export interface Interruption {
  readonly signal: AbortSignal;
  readonly stop: () => void;
}

/** The first signal aborts; after it the second one ends the process at once, as without us. */
export function listenForInterruption(): Interruption {
  const controller = new AbortController();
  const stop = (): void => {
    process.removeListener("SIGINT", interrupt);
    process.removeListener("SIGTERM", interrupt);
  };
  const interrupt = (): void => {
    controller.abort();
    stop();
  };
  process.on("SIGINT", interrupt);
  process.on("SIGTERM", interrupt);
  return { signal: controller.signal, stop };
}
