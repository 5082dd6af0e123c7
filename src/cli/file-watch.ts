import { once } from "node:events";
import { existsSync } from "node:fs";
import { dirname, sep } from "node:path";
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
 * @param paths absolute, as are those of `ignored`, which do not count.
 */
export async function watchFiles(paths: readonly string[], ignored: readonly string[] = []): Promise<FileWatch> {
  let changes = 0;
  let fault: unknown;
  let wake = (): void => {};
  const isWanted = (path: string): boolean => paths.some((one) => isInside(path, one) || isInside(one, path));
  const watcher = watch(paths.map(nearestExisting), {
    ignoreInitial: true,
    // Whoever reads the file tells it better.
    ignorePermissionErrors: true,
    ignored: (path) => !isWanted(path) || ignored.some((one) => isInside(path, one)),
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
      wake = () => {
        signal.removeEventListener("abort", wake);
        resolve();
      };
      signal.addEventListener("abort", wake);
      if (changes > 0 || fault !== undefined || signal.aborted) wake();
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

/** What is not there cannot be watched: it is waited for in the folder around it. */
function nearestExisting(path: string): string {
  return existsSync(path) || path === dirname(path) ? path : nearestExisting(dirname(path));
}

function isInside(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder + sep);
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
