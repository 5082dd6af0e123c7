/** The first signal stops the run in good order; after it the second one ends the process at once, as without us. */
export function listenForInterruption(): { readonly signal: AbortSignal; readonly stop: () => void } {
  const controller = new AbortController();
  const stop = (): void => {
    process.removeListener("SIGINT", interrupt);
    process.removeListener("SIGTERM", interrupt);
  };
  const interrupt = (): void => {
    process.stderr.write("stopping: calls in flight may finish, press Ctrl-C again to end at once\n");
    controller.abort();
    stop();
  };
  process.on("SIGINT", interrupt);
  process.on("SIGTERM", interrupt);
  return { signal: controller.signal, stop };
}
