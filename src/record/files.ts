import { appendFileSync, closeSync, fsyncSync, mkdirSync, openSync, writeFileSync } from "node:fs";
import { readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { InputError } from "../core/index.ts";
import { type JournalEvent, parseJournal } from "./journal.ts";
import type { Manifest } from "./manifest.ts";
import type { CaseResult } from "./result.ts";

/** Writes the journal of one run, a whole line at a time. */
export interface JournalWriter {
  append(event: JournalEvent): void;
  close(): void;
}

/** Makes the run's folder with its manifest and an empty journal. */
export function startRun(folder: string, manifest: Manifest): JournalWriter {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "manifest.json"), formatJson(manifest), { flag: "wx" });
  const file = openSync(join(folder, "journal.jsonl"), "ax");
  return {
    // One write call of one line: a kill loses at most the line that was being written.
    append: (event) => appendFileSync(file, `${JSON.stringify(event)}\n`),
    close: () => {
      fsyncSync(file);
      closeSync(file);
    },
  };
}

/** What a run's folder holds. */
export interface RunRecord {
  readonly manifest: Manifest;
  readonly events: readonly JournalEvent[];
}

/**
 * Reads the manifest and the journal of a run.
 *
 * @throws InputError when the folder is not a run, or its record was written by a newer format or damaged.
 */
export async function readRun(folder: string): Promise<RunRecord> {
  const manifestPath = join(folder, "manifest.json");
  const manifest = JSON.parse(await readOrExplain(manifestPath, folder)) as Manifest;
  if (manifest.format > 1) {
    throw new InputError({
      code: "run-newer-format",
      what: `the run is of format ${manifest.format}, and this version reads format 1`,
      at: manifestPath,
      fix: "install the version of touchstone that wrote it, or a newer one",
    });
  }
  const journalPath = join(folder, "journal.jsonl");
  try {
    return { manifest, events: parseJournal(await readOrExplain(journalPath, folder)) };
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw new InputError({
      code: "run-damaged",
      what: `the journal cannot be read: ${error.message}`,
      at: journalPath,
      fix: "run the suite again",
    });
  }
}

async function readOrExplain(path: string, folder: string): Promise<string> {
  try {
    return await readFile(path, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
    throw new InputError({
      code: "run-missing",
      what: `\`${folder}\` is not the folder of a run: it has no ${path.slice(folder.length + 1)}`,
      fix: "give the path that `touchstone eval` printed, such as `reports/my-suite/20260102-030405-678-abcd`",
    });
  }
}

/** Writes a whole file, or nothing: under another name first, then renamed. */
export async function writeWhole(path: string, text: string): Promise<void> {
  const temporary = `${path}.${process.pid}.tmp`;
  await writeFile(temporary, text);
  await rename(temporary, path);
}

/** The text of `results.jsonl`. */
export function formatResults(results: readonly CaseResult[]): string {
  return results.map((result) => `${JSON.stringify(result)}\n`).join("");
}

/** JSON for people to read, with a line break at the end. */
export function formatJson(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
