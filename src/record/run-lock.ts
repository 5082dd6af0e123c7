import { closeSync, openSync, readFileSync, rmSync, writeSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { InputError } from "../core/index.ts";

/**
 * Takes a run's folder for this process, so that no two write one journal. What a killed
 * process left behind is taken over.
 *
 * @returns lets go of it.
 * @throws InputError while another process has it.
 */
export function lockRun(folder: string): () => void {
  const path = join(folder, "run.lock");
  const release = (): void => rmSync(path, { force: true });
  if (claim(path)) return release;
  const owner = ownerOf(path);
  if (isAlive(owner)) {
    throw new InputError({
      code: "run-locked",
      what: `another process (${owner}) is writing this run`,
      at: path,
      fix: "wait until it has ended; if there is none, remove the file",
    });
  }
  release();
  if (claim(path)) return release;
  return lockRun(folder);
}

function claim(path: string): boolean {
  try {
    const file = openSync(path, "wx");
    writeSync(file, `${process.pid} ${hostname()}\n`);
    closeSync(file);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw error;
  }
}

/** `pid host`; empty where the process was killed before it wrote it. */
function ownerOf(path: string): string {
  try {
    return readFileSync(path, "utf8").trim();
  } catch {
    // Let go of in between.
    return "";
  }
}

/** Of another machine nobody can tell: its processes count as alive. */
function isAlive(owner: string): boolean {
  const [pid = "", host = ""] = owner.split(" ");
  if (pid === "") return false;
  if (host !== hostname()) return true;
  try {
    process.kill(Number(pid), 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
