import { expect, test } from "vitest";
import { loadDimension, parseDimension } from "./dimension.ts";

const where = { reference: "judge/x@v1", path: "prompts/judge/x.v1.yaml" };

test("the dimensions that ship have a sentence for every score in both languages", () => {
  for (const id of ["faithfulness", "relevance", "completeness"]) {
    const dimension = loadDimension("prompts", `judge/${id}@v1`);
    expect(dimension.id).toBe(id);
    for (const levels of [dimension.levels.en, dimension.levels.zh]) expect(new Set(levels).size).toBe(6);
    for (const level of dimension.levels.zh) expect(level).toMatch(/\p{Script=Han}/u);
  }
  expect(loadDimension("prompts", "judge/faithfulness@v1").needs).toEqual(["contexts"]);
  expect(loadDimension("prompts", "judge/relevance@v1").needs).toEqual([]);
  expect(loadDimension("prompts", "judge/completeness@v1").needs).toEqual(["references"]);
});

test("every problem of a dimension's file is reported with its line", () => {
  const text =
    "id: Bad Id\ntitle: T\nmeaning: m\nsource: s\nasks: { en: a }\nlevels:\n  en: [a, b]\n  zh: [a, b, c, d, e, f]\nlevel: x\n";
  expect(() => parseDimension(text, where)).toThrowErrorMatchingInlineSnapshot(`
    [InputError: error[dimension-malformed]: \`id\`: must be of a-z, 0-9 and \`_\`, a letter first
      at:  prompts/judge/x.v1.yaml:1
      fix: a dimension has id, title, meaning, source, asks and levels with \`en\` and \`zh\`, six sentences each
    error[dimension-malformed]: \`asks.zh\`: must be a sentence
      at:  prompts/judge/x.v1.yaml:5
      fix: a dimension has id, title, meaning, source, asks and levels with \`en\` and \`zh\`, six sentences each
    error[dimension-malformed]: \`levels.en\`: must be six sentences, for the scores 0 to 5
      at:  prompts/judge/x.v1.yaml:7
      fix: a dimension has id, title, meaning, source, asks and levels with \`en\` and \`zh\`, six sentences each
    error[dimension-malformed]: \`file\`: Unrecognized key: "level"
      at:  prompts/judge/x.v1.yaml:1
      fix: a dimension has id, title, meaning, source, asks and levels with \`en\` and \`zh\`, six sentences each]
  `);
});

test("a file that is not YAML is refused with its line", () => {
  expect(() => parseDimension("id: x\ntitle: [a\n", where)).toThrow(
    /dimension-not-yaml[\s\S]*prompts\/judge\/x\.v1\.yaml:\d/,
  );
});

test("a dimension cannot be called like what else a verdict holds, and may say what is counted", () => {
  const file = (id: string, more = ""): string =>
    `id: ${id}\ntitle: T\nmeaning: m\nsource: s\n${more}asks: { en: a, zh: b }\nlevels: { en: [a, b, c, d, e, f], zh: [a, b, c, d, e, f] }\n`;
  for (const id of ["reason", "claims", "points"]) {
    expect(() => parseDimension(file(id), where)).toThrow("is a word that a verdict uses for something else");
  }
  expect(parseDimension(file("tone"), where).counts).toBeUndefined();
  expect(parseDimension(file("tone", "counts: claims\n"), where).counts).toBe("claims");
});
