import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type Problem, sha256, throwIfAny } from "../core/index.ts";
import { helpersVersion, plainOf } from "./closure.ts";
import { formatLock, type Lock, type LockEntry, parseLock } from "./lock.ts";
import { listPrompts, readPromptText, shippedDir, showPath } from "./reference.ts";

/** The lock of a prompts folder; empty where nothing is released. @throws InputError when it cannot be read. */
export function readLock(promptsDir: string): Lock {
  const path = lockPath(promptsDir);
  return existsSync(path) ? parseLock(readFileSync(path, "utf8"), showPath(path)) : new Map();
}

/** The file of the lock of a prompts folder. */
export function lockPath(promptsDir: string): string {
  return join(promptsDir, "prompts.lock.json");
}

/**
 * What became of the released prompts of a folder: a problem for each file that is another or
 * gone, with every released prompt that it is part of. A prompt is the sum of its files: while they
 * are as they were, so is what it renders.
 */
export function findReleasedChanges(promptsDir: string): readonly Problem[] {
  const lock = readLock(promptsDir);
  const changes = changedFiles(promptsDir, lock).map((change) => problemOf(promptsDir, change));
  return [...changes, ...helperChanges(lock)];
}

/** A file that released prompts consist of, and that is not as it was. */
interface ChangedFile {
  readonly file: string;
  readonly references: readonly string[];
  readonly isGone: boolean;
}

function changedFiles(promptsDir: string, lock: Lock): readonly ChangedFile[] {
  const users = new Map<string, string[]>();
  const hashes = new Map<string, string | null>();
  for (const [reference, { files }] of lock) {
    for (const [file, hash] of Object.entries(files)) {
      if (!hashes.has(file)) hashes.set(file, hashNow(promptsDir, file));
      if (hashes.get(file) !== hash) users.set(file, [...(users.get(file) ?? []), reference]);
    }
  }
  return [...users].map(([file, references]) => ({ file, references, isGone: hashes.get(file) === null }));
}

/** Refuses to run while a released prompt is another. @throws InputError with every file that changed. */
export function checkReleased(promptsDir: string): void {
  throwIfAny(findReleasedChanges(promptsDir));
}

/** A released file as it is now: the project's own, else the one that is shipped; null when it is gone. */
function hashNow(promptsDir: string, file: string): string | null {
  const path = [promptsDir, shippedDir].map((folder) => join(folder, file)).find((one) => existsSync(one));
  return path === undefined ? null : sha256(plainOf(readPromptText(path)));
}

function problemOf(promptsDir: string, { file, references, isGone }: ChangedFile): Problem {
  const path = showPath(join(promptsDir, file));
  const prompts = references.map((reference) => `\`${reference}\``).join(", ");
  const many = references.length === 1 ? "the released prompt" : `${references.length} released prompts:`;
  return {
    code: "prompt-released-changed",
    what: `\`${path}\` ${isGone ? "is gone" : "changed"}, and it is part of ${many} ${prompts}`,
    at: path,
    why: "two runs with the same version have to be two runs with the same prompt",
    fix: isGone ? "restore it from git" : wayOut(promptsDir, file),
  };
}

/** How to keep the change after all: as the next version that is free. */
function wayOut(promptsDir: string, file: string): string {
  const [, name, extension] = /^(.+)\.v\d+\.(hbs|yaml)$/.exec(file) ?? [];
  if (name === undefined || (extension !== "hbs" && extension !== "yaml"))
    return "restore it from git, and put the change into examples of another name, for a new version of the prompt";
  const versions = listPrompts(promptsDir, extension)
    .filter((reference) => reference.startsWith(`${name}@v`))
    .map((reference) => Number(reference.slice(name.length + 2)));
  const next = Math.max(0, ...versions) + 1;
  const path = (version: string): string => showPath(join(promptsDir, version));
  return `keep the change as a new version with \`cp ${path(file)} ${path(`${name}.v${next}.${extension}`)}\`, then restore this one from git`;
}

/** Helpers that write something else change every prompt, though no file did. */
function helperChanges(lock: Lock): readonly Problem[] {
  const references = [...lock].filter(([, { helpers }]) => helpers !== helpersVersion).map(([reference]) => reference);
  if (references.length === 0) return [];
  const what = `this version of touchstone fences otherwise than the one that these were released with: ${references.join(", ")}`;
  const fix = `release them again: \`touchstone prompts release ${references.join(" ")}\``;
  return [{ code: "prompt-released-changed", what, fix }];
}

/** What releasing comes to. */
export interface Release {
  /** The text of the lock; null when it stays as it is. */
  readonly lock: string | null;
  readonly released: readonly string[];
  /** Those that were released already, as they are. */
  readonly unchanged: readonly string[];
}

/**
 * Adds prompts to what is released.
 *
 * @param entries by reference; each has passed its checks.
 * @throws InputError when one is released already and is another now: nothing is released then.
 */
export function releasePrompts(promptsDir: string, entries: ReadonlyMap<string, LockEntry>): Release {
  const lock = readLock(promptsDir);
  const inTheWay = changedFiles(promptsDir, lock).filter(({ references }) =>
    references.some((one) => entries.has(one)),
  );
  throwIfAny(inTheWay.map((change) => problemOf(promptsDir, change)));
  const isUnchanged = (reference: string): boolean => lock.get(reference)?.hash === entries.get(reference)?.hash;
  const unchanged = [...entries.keys()].filter(isUnchanged);
  const released = [...entries.keys()].filter((reference) => !isUnchanged(reference));
  return { lock: released.length === 0 ? null : formatLock(new Map([...lock, ...entries])), released, unchanged };
}

/** Which of these are the project's own and not released: they may change under the same name. */
export function draftsAmong(references: readonly string[], promptsDir: string): readonly string[] {
  const own = new Set([...listPrompts(promptsDir, "hbs"), ...listPrompts(promptsDir, "yaml")]);
  const lock = readLock(promptsDir);
  return [...new Set(references)].filter((reference) => own.has(reference) && !lock.has(reference));
}
