import { execFile } from "node:child_process";
import { promisify } from "node:util";
import type { Manifest } from "./manifest.ts";

const run = promisify(execFile);

/** The commit of a folder and whether its work tree differs from it; null outside a git checkout. */
export async function readGit(folder: string): Promise<Manifest["git"]> {
  try {
    const commit = await run("git", ["rev-parse", "HEAD"], { cwd: folder });
    const status = await run("git", ["status", "--porcelain"], { cwd: folder });
    return { commit: commit.stdout.trim(), dirty: status.stdout.trim() !== "" };
  } catch {
    // No git, no checkout or no commit yet: the record says so, and the run goes on.
    return null;
  }
}
