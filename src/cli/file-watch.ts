import { once } from "node:events";
import { sep } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { watch } from "chokidar";
import { InputError } from "../core/index.ts";

/** How long all must be quiet before a change counts as whole: editors write in several steps. */
const quietMs = 150;

/** Files and folders that are watched. */
export interface FileWatch {
  /**
   * Waits until something has changed since the last time, and has come to rest. False: the
   * signal was aborted.
   *
   * @throws InputError when the system lets no more files be watched.
   */
  next(signal: AbortSignal): Promise<boolean>;
  close(): Promise<void>;
}

/**
 * Watches files and folders with all that is in them, also those that are not there yet,
 * and files that an editor replaces. What changes from now on is seen.
 *
 * @param ignored files and folders that do not count.
 */
export async function watchFiles(paths: readonly string[], ignored: readonly string[] = []): Promise<FileWatch> {
  let changes = 0;
  let fault: unknown;
  let wake = (): void => {};
  const watcher = watch([...paths], {
    ignoreInitial: true,
    ignored: (path) => ignored.some((one) => path === one || path.startsWith(one + sep)),
  });
  watcher.on("all", () => {
    changes += 1;
    wake();
  });
  watcher.on("error", (error) => {
    fault = error;
    wake();
  });
  await once(watcher, "ready");
  const change = (signal: AbortSignal): Promise<void> =>
    new Promise((resolve) => {
      wake = resolve;
      signal.addEventListener("abort", () => resolve(), { once: true });
      if (changes > 0 || fault !== undefined || signal.aborted) resolve();
    });
  return {
    next: async (signal) => {
      await change(signal);
      for (let seen = -1; seen !== changes && !signal.aborted && fault === undefined; ) {
        seen = changes;
        await wait(quietMs, undefined, { signal }).catch(() => undefined);
      }
      changes = 0;
      if (fault !== undefined) throw unwatchable(fault);
      return !signal.aborted;
    },
    close: () => watcher.close(),
  };
}

function unwatchable(error: unknown): unknown {
  const { code = "" } = error as NodeJS.ErrnoException;
  if (code !== "ENOSPC" && code !== "EMFILE") return error;
  return new InputError({
    code: "watch-limit",
    what: `the system lets no more files be watched (${code})`,
    fix: "raise its limit (`fs.inotify.max_user_watches` on Linux), or set CHOKIDAR_USEPOLLING=1",
  });
}
