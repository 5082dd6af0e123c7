import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { readPromptsFolder, type TemplateEntry } from "./prompts-folder.ts";

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

function folderOf(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), "prompts-"));
  folders.push(folder);
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  return folder;
}

const templateOf = (folder: string, reference: string): TemplateEntry | undefined =>
  readPromptsFolder(folder).templates.find((one) => one.reference === reference);

test("what ships with the package stands behind the project's own, and a file of the same name replaces it", () => {
  const folder = folderOf({ "rag/answer.v1.hbs": "Mine." });
  expect(templateOf(folder, "rag/answer@v1")).toMatchObject({ isShipped: false, closure: { root: { body: "Mine." } } });
  expect(templateOf(folder, "judge/score-en@v1")?.isShipped).toBe(true);
});

test("a folder that is not there has what ships with the package", () => {
  const { templates, scenes } = readPromptsFolder(join(tmpdir(), "no-such-prompts"));
  expect(templates.every(({ isShipped }) => isShipped)).toBe(true);
  expect(scenes).toEqual([]);
});

test.each([
  [
    "declares the question and the contexts",
    "---\ninputs: { query: { type: text }, contexts: { type: list } }\n---\nx",
    "answer",
  ],
  [
    "declares an answer and the dimensions to score",
    "---\ninputs: { answer: { type: text }, dimensions: { type: list } }\n---\nx",
    "judge",
  ],
  ["takes an answer apart", "---\ninputs: { query: { type: text }, answer: { type: text } }\n---\nx", "other"],
  ["says which part of a system prompt it is", "---\nkind: role\n---\nYou are a clerk.", "fragment"],
  ["says nothing of itself", "Hello.", "other"],
])("what a prompt is for, when it %s", (_, text, kind) => {
  expect(templateOf(folderOf({ "one.v1.hbs": text }), "one@v1")?.kind).toBe(kind);
});

test("what another template brings in is a fragment, wherever it lies", () => {
  const folder = folderOf({ "a.v1.hbs": '{{> "parts/b@v1"}}', "parts/b.v1.hbs": "Be brief." });
  expect(templateOf(folder, "parts/b@v1")?.kind).toBe("fragment");
});

test("files that an editor leaves are no prompts, and a link that leads nowhere is told", () => {
  const folder = folderOf({ "good.v1.hbs": "Hello.", "#good.v1.hbs#": "Hell" });
  // Emacs locks a file with a link like this.
  symlinkSync("someone@somewhere.42", join(folder, ".#good.v1.hbs"));
  symlinkSync("nowhere.hbs", join(folder, "lost.v1.hbs"));
  mkdirSync(join(folder, "few-shot"));
  symlinkSync("someone@somewhere.42", join(folder, "few-shot", ".#refund.yaml"));
  const { templates, scenes } = readPromptsFolder(folder);
  expect(scenes).toEqual([]);
  const own = templates.filter(({ isShipped }) => !isShipped);
  expect(own.map(({ reference, problems }) => [reference, problems[0]?.code])).toEqual([
    ["good@v1", undefined],
    ["lost@v1", "prompt-not-found"],
  ]);
});

test("a broken file is listed with what is wrong, and does not hide the others", () => {
  const folder = folderOf({
    "bad.v1.hbs": "{{#if x}}",
    "good.v1.hbs": "Hello.",
    "judge/mine.v1.yaml": "id: 5\n",
    "few-shot/refund.yaml": "- { input: only }\n",
  });
  const { rubrics, scenes } = readPromptsFolder(folder);
  expect(templateOf(folder, "bad@v1")).toMatchObject({ closure: null, problems: [{ code: "prompt-syntax" }] });
  expect(templateOf(folder, "good@v1")?.problems).toEqual([]);
  const mine = rubrics.find(({ reference }) => reference === "judge/mine@v1");
  expect(mine?.dimension).toBeNull();
  expect(mine?.problems[0]?.code).toBe("dimension-malformed");
  expect(scenes.map(({ name, problems }) => [name, problems[0]?.code])).toEqual([["refund", "prompt-few-shot"]]);
});
