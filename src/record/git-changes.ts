import { execFile } from "node:child_process";
import { join, relative, sep } from "node:path";
import { promisify } from "node:util";
import { InputError } from "../core/index.ts";

const run = promisify(execFile);

/** What changed in a git checkout since a commit: in the commits since, in the work tree, and files that git does not know yet. */
export interface GitChanges {
  /** The commit that all is held against. */
  readonly since: string;
  /** Absolute paths; of a file that is gone too. */
  readonly files: readonly string[];
  /** A file's text then; null when it was not there. */
  readonly textThen: (path: string) => Promise<string | null>;
  /** Absolute paths of the files below a folder then. */
  readonly filesThen: (folder: string) => Promise<readonly string[]>;
}

/** Where a branch comes from, where nobody says otherwise: the first of these that there is. */
const mainBranches = ["origin/HEAD", "origin/main", "origin/master", "main", "master"];

/**
 * What changed since a revision; by default since the branch left the main one.
 *
 * @throws InputError outside of a git checkout, and when there is no such revision.
 */
export async function readGitChanges(folder: string, revision?: string): Promise<GitChanges> {
  const git = async (...args: readonly string[]): Promise<string> =>
    (await run("git", ["-C", folder, ...args], { maxBuffer: 1 << 28 })).stdout;
  const top = await git("rev-parse", "--show-toplevel").catch(() => {
    throw new InputError({
      code: "git-missing",
      what: "what changed is read from git, and this folder is in no checkout of it",
      at: folder,
      fix: "run in the checkout, with git installed",
    });
  });
  const root = top.replace(/\n$/, "");
  const since = (await (revision === undefined ? findStart(git) : resolveRevision(git, revision))).trim();
  const list = (text: string): readonly string[] => text.split("\0").filter((path) => path !== "");
  const inGit = (path: string): string => relative(root, path).split(sep).join("/");
  const changed = list(await git("-C", root, "diff", "--name-only", "--no-renames", "-z", since, "--"));
  const unknown = list(await git("-C", root, "ls-files", "--others", "--exclude-standard", "-z"));
  return {
    since,
    files: [...new Set([...changed, ...unknown])].map((path) => join(root, path)),
    textThen: async (path) => git("show", `${since}:${inGit(path)}`).catch(() => null),
    filesThen: async (path) =>
      list(await git("-C", root, "ls-tree", "-r", "--name-only", "-z", since, "--", inGit(path))).map((one) =>
        join(root, one),
      ),
  };
}

type Git = (...args: readonly string[]) => Promise<string>;

async function resolveRevision(git: Git, revision: string): Promise<string> {
  return await git("rev-parse", "--verify", "--quiet", "--end-of-options", `${revision}^{commit}`).catch(() => {
    throw new InputError({
      code: "git-revision",
      what: `git knows no commit \`${revision}\``,
      at: "flag --since",
      fix: "name a commit, a branch or a tag; in CI fetch the history, such as with `fetch-depth: 0`",
    });
  });
}

async function findStart(git: Git): Promise<string> {
  for (const branch of mainBranches) {
    const isThere = await git("rev-parse", "--verify", "--quiet", branch).then(
      () => true,
      () => false,
    );
    if (!isThere) continue;
    const start = await git("merge-base", "HEAD", branch).catch(() => null);
    if (start !== null) return start;
  }
  // Nothing changed since nowhere would read as a pass.
  throw new InputError({
    code: "git-revision",
    what: "git does not tell where this branch began: there is no main branch that it shares a commit with",
    fix: "name a commit with `--since`; in CI fetch the history, such as with `fetch-depth: 0`",
  });
}
