import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { hasGold } from "../src/core/index.ts";
import { readDataset } from "../src/dataset/index.ts";

const folderOf = (name: string) => fileURLToPath(new URL(name, import.meta.url));
const english = await readDataset(folderOf("clapnq-en"));
const chinese = await readDataset(folderOf("cmrc-zh"));

const count = (dataset: typeof english, tag: string) => dataset.cases.filter(({ tags }) => tags.includes(tag)).length;

test("hold what their READMEs say", () => {
  expect(english.documents).toHaveLength(597);
  expect(english.cases).toHaveLength(150);
  expect(["multi-gold", "single-gold", "unanswerable"].map((tag) => count(english, tag))).toEqual([75, 25, 50]);
  expect(chinese.documents).toHaveLength(226);
  expect(chinese.cases).toHaveLength(150);
  expect(count(chinese, "paragraph-left-out")).toBe(30);
  expect([english.notes, chinese.notes]).toEqual([[], []]);
});

test.each([english, chinese])(
  "$name: every case has evidence and a reference, or is there to be refused",
  ({ cases, name }) => {
    expect(new Set(cases.map(({ language }) => language))).toEqual(new Set([name === "cmrc-zh" ? "zh" : "en"]));
    for (const { answerable, gold, references, metadata } of cases) {
      expect(hasGold(gold)).toBe(answerable);
      expect(references.length > 0).toBe(answerable);
      expect(metadata["kind"]).toMatch(/^(who|what|which|when|where|why|how|number|other)$/);
    }
  },
);

test.each([english, chinese])(
  "$name: every quotation stands letter for letter in its document",
  ({ cases, documents }) => {
    const texts = new Map(documents.map(({ id, text }) => [id, text]));
    const spans = cases.flatMap(({ gold }) => (gold.kind === "spans" ? gold.spans : []));
    expect(spans.length).toBeGreaterThan(100);
    for (const { doc, quote } of spans) expect(texts.get(doc)).toContain(quote);
  },
);

test("what was left out of cmrc-zh stands nowhere in its corpus", () => {
  const leftOut = readFileSync(folderOf("cmrc-zh/left-out.jsonl"), "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as { id: string; doc: string; reference: string });
  const unanswerable = chinese.cases.filter(({ answerable }) => !answerable);
  expect(leftOut.map(({ id }) => id).sort()).toEqual(unanswerable.map(({ id }) => id).sort());
  const squeeze = (text: string) => text.replace(/\s+/g, "");
  const corpus = squeeze(chinese.documents.map(({ title, text }) => `${title}\n${text}`).join("\n"));
  for (const { doc, reference } of leftOut) {
    expect(chinese.documents.some(({ id }) => id === doc)).toBe(false);
    expect(corpus).not.toContain(squeeze(reference));
  }
});

test("clapnq-en has none of the old tokenisation left", () => {
  const texts = [
    ...english.documents.flatMap(({ title, text }) => [title, text]),
    ...english.cases.flatMap(({ references }) => references),
  ];
  for (const text of texts) {
    expect(text).not.toMatch(/``|''| ,| ;|\( | \)| n't\b|\w - \w/);
    expect(text).not.toMatch(/\p{Cf}/u);
  }
});
