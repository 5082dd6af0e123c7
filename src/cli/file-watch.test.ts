import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type FileWatch, watchFiles } from "./file-watch.ts";

let folder: string;
const open: FileWatch[] = [];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "watch-"));
});
afterEach(async () => {
  for (const one of open.splice(0)) await one.close();
  rmSync(folder, { recursive: true });
});

async function watching(paths: readonly string[], ignored: readonly string[] = []): Promise<FileWatch> {
  const inside = (path: string): string => join(folder, path);
  const watch = await watchFiles(paths.map(inside), ignored.map(inside));
  open.push(watch);
  return watch;
}

const write = (path: string): void => writeFileSync(join(folder, path), String(Math.random()));
/** Whether something is told within two seconds. */
const isTold = (watch: FileWatch): Promise<boolean> => watch.next(AbortSignal.timeout(2_000));

test("a change is told once, also when it was made in several steps and before it was waited for", async () => {
  write("a");
  const watch = await watching(["a"]);
  for (let i = 0; i < 5; i++) write("a");
  expect(await isTold(watch)).toBe(true);
  expect(await watch.next(AbortSignal.timeout(400))).toBe(false);
});

test("a file that an editor replaces by another is still watched", async () => {
  write("a");
  const watch = await watching(["a"]);
  for (let i = 0; i < 3; i++) {
    write("a.new");
    renameSync(join(folder, "a.new"), join(folder, "a"));
    expect(await isTold(watch)).toBe(true);
  }
});

test("a folder that is made later is watched with all that is in it", async () => {
  const watch = await watching(["prompts"]);
  mkdirSync(join(folder, "prompts", "rag"), { recursive: true });
  write("prompts/rag/a");
  expect(await isTold(watch)).toBe(true);
  write("prompts/rag/a");
  expect(await isTold(watch)).toBe(true);
});

test("what lies beside a folder that is not there yet is not told", async () => {
  const watch = await watching(["prompts"]);
  write("other");
  expect(await watch.next(AbortSignal.timeout(600))).toBe(false);
});

test("what is ignored is not told", async () => {
  mkdirSync(join(folder, "reports"));
  const watch = await watching(["."], ["reports"]);
  write("reports/a");
  expect(await watch.next(AbortSignal.timeout(600))).toBe(false);
  write("b");
  expect(await isTold(watch)).toBe(true);
});

test("a signal ends the waiting", async () => {
  const watch = await watching(["a"]);
  expect(await watch.next(AbortSignal.abort())).toBe(false);
});
