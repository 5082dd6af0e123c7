import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { generatedFiles } from "../../docs/generate.ts";
import * as api from "../../src/index.ts";
import { repository } from "../e2e/project.ts";

const read = (path: string): string => readFileSync(join(repository, path), "utf8");
const sources = readdirSync(join(repository, "src"), { recursive: true, encoding: "utf8" }).filter(
  (path) => /\.tsx?$/.test(path) && !/\.(test|fixture)\.tsx?$/.test(path),
);

test("what the library exports, name by name", () => {
  expect(Object.keys(api).sort()).toEqual([
    "CaseFailure",
    "InputError",
    "defineMetric",
    "evaluate",
    "formatQrels",
    "isMetric",
    "loadConfig",
    "metricDefinitions",
    "resolveMetric",
    "scoreRetrieval",
  ]);
});

test("generated tables and the JSON Schema are current; `npm run docs` writes them", () => {
  for (const [path, text] of Object.entries(generatedFiles())) expect(read(path), path).toBe(text);
});

test("every code of a message is in docs/errors.md, and none is there that does not exist", () => {
  const documented = new Set(read("docs/errors.md").match(/(?<=`)[a-z]+(?:-[a-z]+)+(?=`)/g));
  const used = sources.flatMap((path) => [
    ...read(join("src", path)).matchAll(
      /\bcode: "([a-z-]+)"|"((?:config|dataset|prompt|dimension|target|recorded|provider)-[a-z-]+)"/g,
    ),
  ]);
  const codes = new Set([...used.flatMap(([, code, other]) => code ?? other ?? []), "target-unknown", "judge-unknown"]);
  expect(codes.size).toBeGreaterThan(60);
  expect([...codes].filter((code) => !documented.has(code))).toEqual([]);
  expect([...documented].filter((code) => !codes.has(code) && !read("src/core/case-error.ts").includes(code))).toEqual(
    [],
  );
});

test("every kind of a case's error is in docs/errors.md", () => {
  const text = read("src/core/case-error.ts");
  const kinds = [...text.slice(text.indexOf("export type CaseErrorKind")).matchAll(/\| "([a-z_]+)"/g)].map(
    ([, kind]) => kind,
  );
  expect(kinds.length).toBeGreaterThan(15);
  for (const kind of kinds) expect(read("docs/errors.md")).toContain(`\`${kind}\``);
});

test("every exported thing has a doc comment", () => {
  const bare = sources.flatMap((path) => {
    const lines = read(join("src", path)).split("\n");
    return lines.flatMap((line, i) => {
      const name = /^export (?:async )?(?:function|class|interface|type|const) (\w+)/.exec(line)?.[1];
      return name === undefined || /\*\/$/.test(lines[i - 1] ?? "") ? [] : [`${path}: ${name}`];
    });
  });
  expect(bare).toEqual([]);
});

test("no link in the documents is dead", () => {
  const documents = [
    "README.md",
    "CONTRIBUTING.md",
    "CHANGELOG.md",
    ...readdirSync(join(repository, "docs"))
      .filter((one) => one.endsWith(".md"))
      .map((one) => `docs/${one}`),
  ];
  const dead = documents.flatMap((path) =>
    [...read(path).matchAll(/\]\((?!https?:)([^)#]+)/g)].flatMap(([, link = ""]) => {
      try {
        readFileSync(join(repository, path, "..", link));
        return [];
      } catch (error) {
        return (error as NodeJS.ErrnoException).code === "EISDIR" ? [] : [`${path}: ${link}`];
      }
    }),
  );
  expect(dead).toEqual([]);
});

test("no file speaks of the machine that it was written on", () => {
  const texts = [...sources.map((path) => join("src", path)), "README.md", "package-lock.json", "package.json"];
  for (const path of texts) {
    expect(read(path), path).not.toMatch(/\/(work|root|home)\//);
    expect(read(path), path).not.toMatch(/"resolved": "http/);
  }
});
