import type { Dirent } from "node:fs";
import { readdir } from "node:fs/promises";
import { extname, join, relative, resolve, sep } from "node:path";
import { collectProblems, type Document, InputError } from "../core/index.ts";
import { parseCorpus, parseDocumentFile } from "./corpus.ts";
import { existing, findOne, kindOf, type Reading, readText, showPath, tellUnreadable } from "./files.ts";
import type { Manifest } from "./manifest.ts";

/**
 * The documents of a dataset: `corpus.jsonl`, or the `.md` and `.txt` files of the
 * folder `corpus/`, in the order of their ids. `none` when it has neither.
 */
export async function readCorpus({ corpus }: Manifest, reading: Reading): Promise<readonly Document[] | "none"> {
  const { folder } = reading;
  const path =
    corpus === undefined
      ? await findOne(["corpus.jsonl", "corpus"], folder)
      : await existing(resolve(folder, corpus), { folder, key: "corpus" });
  if (path === undefined) return "none";
  const documents = (await kindOf(path)) === "folder" ? await readFolder(path, reading) : await readFile(path, reading);
  const empty = documents.filter(({ text }) => text.trim() === "").map(({ id }) => id);
  if (empty.length > 0) {
    reading.notes.push(`${showPath(path)}: ${countOf(empty.length, "document")} without text: ${listOf(empty)}`);
  }
  return documents;
}

async function readFile(path: string, reading: Reading): Promise<readonly Document[]> {
  if (extname(path).toLowerCase() === ".jsonl") return parseCorpus(await readText(path, reading), showPath(path));
  throw new InputError({
    code: "dataset-file-kind",
    what: `documents cannot be read from a file that ends in \`${extname(path)}\``,
    at: showPath(path),
    fix: "use a `.jsonl` file, or a folder of `.md` and `.txt` files",
  });
}

async function readFolder(path: string, reading: Reading): Promise<readonly Document[]> {
  const options = { withFileTypes: true, recursive: true } as const;
  const entries = await readdir(path, options).catch(tellUnreadable(path));
  const ids = entries
    .filter((entry) => !entry.isDirectory())
    .map((entry) => idOfFile(entry, path))
    .filter((id) => !/(^|\/)\./.test(id))
    .sort(byCodePoint);
  const isRead = (id: string): boolean => /\.(md|markdown|txt)$/i.test(id);
  const others = ids.filter((id) => !isRead(id));
  if (others.length > 0) {
    reading.notes.push(
      `${showPath(path)}: ${countOf(others.length, "file")} left out, neither .md nor .txt: ${listOf(others)}`,
    );
  }
  const before = reading.problems.length;
  const documents: Document[] = [];
  for (const id of ids.filter(isRead)) {
    const text = await collectProblems(reading.problems, () => readText(join(path, id), reading));
    if (text !== undefined) documents.push(parseDocumentFile(text, id));
  }
  if (documents.length > 0 || reading.problems.length > before) return documents;
  throw new InputError({
    code: "dataset-empty",
    what: "no documents: the folder has no `.md` and no `.txt` file",
    at: showPath(path),
    fix: "add at least one document, or remove the folder",
  });
}

/** The order of UTF-8 bytes is that of code points; `<` compares UTF-16, in which emoji stand before much else. */
function byCodePoint(a: string, b: string): number {
  return Buffer.compare(Buffer.from(a), Buffer.from(b));
}

function idOfFile(entry: Dirent, root: string): string {
  return relative(root, join(entry.parentPath, entry.name)).split(sep).join("/");
}

function countOf(count: number, noun: string): string {
  return count === 1 ? `1 ${noun}` : `${count} ${noun}s`;
}

function listOf(names: readonly string[]): string {
  const shown = names.slice(0, 3).join(", ");
  return names.length > 3 ? `${shown}, …` : shown;
}
