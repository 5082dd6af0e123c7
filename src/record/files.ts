import {
  appendFileSync,
  closeSync,
  fstatSync,
  fsync,
  fsyncSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { InputError } from "../core/index.ts";
import type { JournalEvent } from "./journal.ts";
import { journalFile, readJournal, wholeLength } from "./journal-file.ts";
import { type Manifest, manifestSchema } from "./manifest.ts";
import type { CaseResult } from "./result.ts";
import { RunJournal } from "./run-journal.ts";
import { lockRun } from "./run-lock.ts";
import { explainUnwritable } from "./unwritable.ts";

/** Writes the journal of one run, a whole line at a time. */
export interface JournalWriter {
  /** All that is written, as far as it is. */
  readonly journal: RunJournal;
  append(event: JournalEvent): void;
  close(): void;
}

/**
 * Makes the run's folder with its manifest and an empty journal.
 *
 * @throws InputError when the folder cannot be written, or has a run already; also later, from `append`.
 */
export function startRun(folder: string, manifest: Manifest): JournalWriter {
  const path = join(folder, "journal.jsonl");
  const file = attempt(folder, () => {
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, "manifest.json"), formatJson(manifest), { flag: "wx" });
    return { descriptor: openSync(path, "ax"), unlock: lockRun(folder) };
  });
  return writerOf(folder, { ...file, journal: new RunJournal(journalFile(path)) });
}

function attempt<T>(folder: string, step: () => T): T {
  try {
    return step();
  } catch (error) {
    throw explainUnwritable(error, { code: "run-unwritable", path: folder });
  }
}

interface OpenJournal {
  readonly descriptor: number;
  readonly unlock: () => void;
  readonly journal: RunJournal;
}

/** What was written is on the disk itself after this long, also when the machine stops. */
const syncMs = 1_000;

function writerOf(folder: string, { descriptor, unlock, journal }: OpenJournal): JournalWriter {
  let { size } = fstatSync(descriptor);
  let isSynced = true;
  const syncing = setInterval(() => {
    // What is wrong with the disk shows when it is written to.
    if (!isSynced) fsync(descriptor, () => {});
    isSynced = true;
  }, syncMs).unref();
  return {
    journal,
    append: (event) =>
      attempt(folder, () => {
        const line = Buffer.from(`${JSON.stringify(event)}\n`);
        try {
          // One write call of one line: a kill loses at most the line that was being written.
          appendFileSync(descriptor, line);
        } catch (error) {
          // A disk that is full may have taken a part of it.
          ftruncateSync(descriptor, size);
          throw error;
        }
        journal.note(event, size);
        size += line.length;
        isSynced = false;
      }),
    close: () => {
      clearInterval(syncing);
      fsyncSync(descriptor);
      closeSync(descriptor);
      unlock();
    },
  };
}

/**
 * Goes on with the journal of a run that was cut off. A line that a kill has torn is taken
 * away first.
 *
 * @param journal what it holds so far.
 * @throws InputError when the folder cannot be written; also later, from `append`.
 */
export function resumeRun(folder: string, journal: RunJournal): JournalWriter {
  const path = join(folder, "journal.jsonl");
  const file = attempt(folder, () => {
    const unlock = lockRun(folder);
    truncateSync(path, wholeLength(path));
    return { descriptor: openSync(path, "a"), unlock };
  });
  return writerOf(folder, { ...file, journal });
}

/** What a run's folder holds. */
export interface RunRecord {
  readonly manifest: Manifest;
  readonly journal: RunJournal;
}

/** The folder of a run, also when the path is that of a file in it, such as the report that `eval` printed. */
export async function runFolderOf(path: string): Promise<string> {
  const isFile = await stat(path).then(
    (found) => found.isFile(),
    () => false,
  );
  return isFile ? dirname(path) : path;
}

/** The folders of runs at a path: that of a run, of a file in one, or of a folder that holds some at any depth; sorted. */
export async function findRuns(path: string): Promise<readonly string[]> {
  const folder = await runFolderOf(path);
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  if (entries.some(({ name }) => name === "manifest.json")) return [folder];
  const below = entries.filter((entry) => entry.isDirectory()).map(({ name }) => join(folder, name));
  return (await Promise.all(below.sort().map(findRuns))).flat();
}

/**
 * Reads the manifest and the journal of a run.
 *
 * @param path of its folder, or of a file in it.
 * @throws InputError when the folder is not a run, or its record was written by a newer format or damaged.
 */
export async function readRun(path: string): Promise<RunRecord> {
  const folder = await runFolderOf(path);
  const manifestPath = join(folder, "manifest.json");
  const manifest = checkManifest(parseJson(await readOrExplain(manifestPath, folder), manifestPath), manifestPath);
  const journalPath = join(folder, "journal.jsonl");
  try {
    return { manifest, journal: readJournal(journalPath) };
  } catch (error) {
    if (error instanceof SyntaxError) throw damaged(journalPath, error.message);
    throw explainUnreadable(error, journalPath) ?? missing(journalPath, folder);
  }
}

function checkManifest(value: unknown, at: string): Manifest {
  const format = (value as { readonly format?: unknown } | null)?.format;
  if (typeof format === "number" && format > 1) {
    throw new InputError({
      code: "run-newer-format",
      what: `the run is of format ${format}, and this version reads format 1`,
      at,
      fix: "install the version of touchstone that wrote it, or a newer one",
    });
  }
  const parsed = manifestSchema.safeParse(value);
  if (parsed.success) return value as Manifest;
  const [issue] = parsed.error.issues;
  const key = issue?.path.join(".") ?? "";
  throw damaged(at, `${key === "" ? "" : `\`${key}\`: `}${issue?.message}`);
}

/**
 * The JSON value in a file of a run; undefined when there is no such file.
 *
 * @throws InputError (`run-damaged`) when it cannot be read or is not JSON.
 */
export async function parseJsonFile(path: string): Promise<unknown> {
  const text = await readText(path);
  return text === undefined ? undefined : parseJson(text, path);
}

function parseJson(text: string, at: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw damaged(at, `it is not JSON: ${(error as Error).message}`);
  }
}

function damaged(at: string, why: string): InputError {
  return new InputError({
    code: "run-damaged",
    what: "this file of the run cannot be read",
    at,
    why,
    fix: "run the suite again",
  });
}

async function readOrExplain(path: string, folder: string): Promise<string> {
  const text = await readText(path);
  if (text === undefined) throw missing(path, folder);
  return text;
}

function missing(path: string, folder: string): InputError {
  return new InputError({
    code: "run-missing",
    what: `\`${folder}\` is not the folder of a run: it has no ${basename(path)}`,
    fix: "give the path that `touchstone eval` printed, such as `reports/my-suite/20260102-030405-678-abcd`",
  });
}

async function readText(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, "utf8");
  } catch (error) {
    const explained = explainUnreadable(error, path);
    if (explained === undefined) return undefined;
    throw explained;
  }
}

/** Undefined: there is no such file. An error that is not about the file stays as it is. */
function explainUnreadable(error: unknown, path: string): unknown {
  const { code = "" } = error as NodeJS.ErrnoException;
  if (code === "ENOENT" || code === "ENOTDIR") return undefined;
  if (code === "EISDIR") return damaged(path, "it is a folder");
  return code === "EACCES" || code === "EPERM" ? damaged(path, "the right to read it is missing") : error;
}

/**
 * Writes a whole file, or nothing: under another name first, then renamed. Folders that
 * are missing are made.
 *
 * @throws InputError (`file-unwritable`) when the path or the disk does not allow it.
 */
export async function writeWhole(path: string, text: string | Uint8Array | Iterable<string>): Promise<void> {
  const temporary = `${path}.${process.pid}.tmp`;
  try {
    await mkdir(dirname(path), { recursive: true });
    await writeFile(temporary, text);
    await rename(temporary, path);
  } catch (error) {
    // What stopped the writing may stop this too, and it is the first that is told.
    await rm(temporary, { force: true }).catch(() => undefined);
    throw explainUnwritable(error, { code: "file-unwritable", path });
  }
}

/** Lines of a results file that are written in one go. */
const resultsAtOnce = 200;

/** The text of `results.jsonl`, in pieces: as one text it would take as much memory again as the results. */
export function* formatResults(results: Iterable<CaseResult>): Generator<string> {
  let lines: string[] = [];
  for (const result of results) {
    if (lines.push(`${JSON.stringify(result)}\n`) < resultsAtOnce) continue;
    yield lines.join("");
    lines = [];
  }
  yield lines.join("");
}

/** JSON for people to read, with a line break at the end. */
export function formatJson(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
