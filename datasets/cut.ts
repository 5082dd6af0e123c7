import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { sha256 } from "../src/core/index.ts";

/** A line of a shipped `corpus.jsonl`. */
export interface CutDocument {
  readonly id: string;
  readonly title: string;
  readonly text: string;
}

/** A line of a shipped `cases.jsonl`. */
export interface CutCase {
  readonly id: string;
  readonly query: string;
  readonly gold: readonly [] | { readonly spans: readonly { readonly doc: string; readonly quote: string }[] };
  readonly references: readonly string[];
  readonly answerable: boolean;
  readonly language: "en" | "zh";
  readonly tags: readonly string[];
  readonly metadata: { readonly kind: string };
}

/** The values of a JSONL file, one a line. The shape is trusted: the scripts read one known commit of one origin. */
export function readLines<T>(folder: string, file: string): readonly T[] {
  return readFileSync(join(folder, file), "utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as T);
}

/** Writes a JSONL file, one value a line. */
export function writeLines(path: URL, values: readonly unknown[]): void {
  writeFileSync(path, values.map((value) => `${JSON.stringify(value)}\n`).join(""));
}

/**
 * The first `count` values in the order of the hash of their id: a choice without
 * chance, which nobody made by looking at the values.
 */
export function chooseByHash<T extends { readonly id: string }>(values: readonly T[], count: number): readonly T[] {
  const keyed = values.map((value) => ({ key: sha256(value.id), value }));
  keyed.sort((a, b) => (a.key < b.key ? -1 : 1));
  if (keyed.length < count) throw new Error(`${count} are wanted and there are ${keyed.length}`);
  return keyed.slice(0, count).map(({ value }) => value);
}

/** The values by their key, in the order in which keys first come. */
export function groupBy<T>(values: readonly T[], keyOf: (value: T) => string): ReadonlyMap<string, readonly T[]> {
  const groups = new Map<string, T[]>();
  for (const value of values) {
    const key = keyOf(value);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [value]);
    else group.push(value);
  }
  return groups;
}

/**
 * Stops the script when a quotation does not stand letter for letter in its
 * document, or when two cases or two documents share an id.
 */
export function checkCut(cases: readonly CutCase[], documents: readonly CutDocument[]): void {
  const byId = new Map(documents.map((document) => [document.id, document]));
  const faults: string[] = [];
  if (byId.size < documents.length) faults.push("two documents share an id");
  if (new Set(cases.map(({ id }) => id)).size < cases.length) faults.push("two cases share an id");
  for (const one of cases) faults.push(...faultsOf(one, (doc) => byId.get(doc)?.text ?? ""));
  if (faults.length > 0) throw new Error(faults.join("\n"));
}

function faultsOf({ id, gold, answerable }: CutCase, textOf: (doc: string) => string): readonly string[] {
  const spans = "spans" in gold ? gold.spans : [];
  const missing = spans.filter(({ doc, quote }) => !textOf(doc).includes(quote));
  return [
    ...(answerable === spans.length > 0 ? [] : [`${id}: answerable and gold disagree`]),
    ...missing.map(({ doc, quote }) => `${id}: not in ${doc}: ${quote}`),
  ];
}

/** The folder that the user named on the command line. */
export function originFolder(): string {
  const folder = process.argv[2];
  if (folder === undefined) throw new Error("name the folder that holds the origin's corpus.jsonl and queries.jsonl");
  return folder;
}
