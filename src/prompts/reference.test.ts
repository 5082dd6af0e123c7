import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { listPrompts, parsePromptReference, resolvePrompt } from "./reference.ts";

let folder = "";
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "prompts-"));
  mkdirSync(join(folder, "rag"));
  for (const name of ["answer.v1.hbs", "answer.v2.hbs", "answer.v10.hbs", "short.v1.hbs", "notes.txt", "draft.hbs"]) {
    writeFileSync(join(folder, "rag", name), "x");
  }
});
afterAll(() => rmSync(folder, { recursive: true }));

const known = ["rag/answer@v1", "rag/answer@v2", "rag/short@v1"];

function refusal(reference: string): string {
  try {
    parsePromptReference(reference, { known, at: "touchstone.yaml:7" });
  } catch (error) {
    return (error as Error).message;
  }
  return "accepted";
}

test("a reference names a prompt and its version", () => {
  expect(parsePromptReference("rag/answer@v12")).toEqual({ name: "rag/answer", version: 12 });
});

test("latest is refused, with the versions to choose from", () => {
  expect(refusal("rag/answer@latest")).toMatchInlineSnapshot(`
    "error[prompt-latest]: \`rag/answer@latest\` does not say which version
      at:  touchstone.yaml:7
      why: the latest is another one tomorrow, and the two runs could not be compared
      fix: choose one of \`rag/answer@v1\`, \`rag/answer@v2\`"
  `);
});

test("a missing or malformed version is refused, with the nearest name", () => {
  expect(refusal("rag/anwser")).toMatchInlineSnapshot(`
    "error[prompt-no-version]: \`rag/anwser\` has no version
      at:  touchstone.yaml:7
      fix: did you mean \`rag/answer@v1\` or \`rag/answer@v2\`?"
  `);
  for (const version of ["v0", "v01", "1", "V1", "v1 ", "v1.2", "", "v1@v2"]) {
    expect(refusal(`rag/answer@${version}`), version).toContain("prompt-no-version");
  }
});

test("a reference never leaves the prompts folder", () => {
  for (const name of [
    "../secret",
    "rag/../../secret",
    "/etc/passwd",
    "rag\\answer",
    "C:/x",
    "",
    "rag//answer",
    "./rag",
    "a\0b",
  ]) {
    expect(refusal(`${name}@v1`), name).toContain("prompt-bad-reference");
  }
});

test("prompts are listed by name and by number of version", () => {
  expect(listPrompts(folder, "hbs")).toEqual(["rag/answer@v1", "rag/answer@v2", "rag/answer@v10", "rag/short@v1"]);
  expect(listPrompts(join(folder, "none"), "hbs")).toEqual([]);
});

test("a version that does not exist is refused with those that do", () => {
  expect(resolvePrompt(folder, "rag/answer@v10", { extension: "hbs" })).toBe(join(folder, "rag/answer.v10.hbs"));
  expect(() => resolvePrompt(folder, "rag/answer@v3", { extension: "hbs" })).toThrowErrorMatchingInlineSnapshot(`
    [InputError: error[prompt-not-found]: \`rag/answer\` has no version 3
      fix: choose one of \`rag/answer@v1\`, \`rag/answer@v2\`, \`rag/answer@v10\`]
  `);
});
