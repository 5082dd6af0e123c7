import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { loadConfig } from "../config/index.ts";
import { type Gold, InputError, sha256 } from "../core/index.ts";
import { scoreRetrieval } from "../metrics/index.ts";
import { resolveMetrics, type SuiteMetrics } from "./resolve-metrics.ts";

/** The metrics of a suite in a folder with these files, all of them under `metricFiles`. */
async function measure(metrics: readonly string[], files: Readonly<Record<string, string>>): Promise<SuiteMetrics> {
  const root = mkdtempSync(join(tmpdir(), "touchstone-"));
  const paths = Object.keys(files);
  const suite = `\n  s:\n    metrics: ${JSON.stringify(metrics)}\n    metricFiles: ${JSON.stringify(paths)}\n    judge: none\n`;
  for (const [path, text] of Object.entries({ ...files, "touchstone.yaml": `suites:${suite}` })) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    if (text !== "") writeFileSync(join(root, path), text);
  }
  const { suites } = await loadConfig({ cwd: root });
  if (suites[0] === undefined) throw new Error("no suite");
  return resolveMetrics(suites[0], root);
}

async function whyNot(metrics: readonly string[], files: Readonly<Record<string, string>>): Promise<string> {
  try {
    await measure(metrics, files);
  } catch (error) {
    if (error instanceof InputError) return error.message;
    throw error;
  }
  return "nothing is wrong";
}

const own = "{ name: 'own', score: ({ credits }) => credits[0] ?? 0 }";
const gold: Gold = { kind: "groups", groups: [{ any: ["a"], grade: 1 }] };

describe("a metric is found however a file gives it", () => {
  test.each([
    ["named.mjs", `export const first = ${own};`],
    ["default.mjs", `export default ${own};`],
    ["list.mjs", `export const all = [${own}];`],
    ["default-list.mjs", `export default [${own}];`],
    ["twice.mjs", `export const first = ${own}; export default first;`],
    ["beside.mjs", `export const k = 5; export const help = () => 1; export const first = ${own};`],
    ["common.cjs", `module.exports = ${own};`],
    ["common-named.cjs", `exports.first = ${own};`],
    ["common-list.cjs", `module.exports = [${own}];`],
    [
      "typed.ts",
      `interface R { credits: number[] }\nexport const first = { name: "own" as const, score: ({ credits }: R) => credits[0] ?? 0 };`,
    ],
    [
      "typed-default.ts",
      `interface R { credits: number[] }\nexport default [{ name: "own", score: ({ credits }: R) => credits[0] ?? 0 }];`,
    ],
  ])("%s", async (path, text) => {
    const { metrics, files } = await measure(["own"], { [path]: text });
    expect(scoreRetrieval(gold, [{ id: "a" }], metrics).scores).toEqual({ own: { kind: "scored", value: 1 } });
    expect(files).toEqual({ [path]: sha256(text) });
  });

  test("with parameters, aliases and brackets like a built-in one", async () => {
    const text =
      "export const at = { name: 'at', aliases: ['a_t'], parameter: 'cutoff', score: ({ credits }, k) => credits[k - 1] ?? 0 };";
    const { metrics } = await measure(["A_T@2", "at(view=documents)@3", "recall@5"], { "metrics/own.mjs": text });
    expect(metrics.map(({ id }) => id)).toEqual(["at@2", "at(view=documents)@3", "recall@5"]);
  });

  test("a file that no metric of the suite comes from is no part of what makes runs comparable", async () => {
    const other = "export const other = { name: 'other', score: () => 1 };";
    const { files } = await measure(["own", "recall@5"], { "a.mjs": `export const first = ${own};`, "b.mjs": other });
    expect(Object.keys(files)).toEqual(["a.mjs"]);
  });
});

describe("what is wrong with a file is told before anything runs", () => {
  test("missing, broken, throwing, empty: each with what to do", async () => {
    const files = {
      "metrics/none.mjs": "",
      "throws.mjs": "throw new Error('no table');",
      "empty.mjs": "export const k = 5;",
    };
    expect(await whyNot(["recall@5"], files)).toMatchInlineSnapshot(`
      "error[metric-file-missing]: the file of metrics \`metrics/none.mjs\` cannot be read (ENOENT)
        at:  touchstone.yaml:4
        fix: give the path of a file that exists
      error[metric-file-broken]: the file of metrics \`throws.mjs\` cannot be loaded: Error: no table
        at:  touchstone.yaml:4
        fix: make the file run by itself, then run again
      error[metric-file-empty]: the file of metrics \`empty.mjs\` exports no metric, an object with \`name\` and \`score\`
        at:  touchstone.yaml:4
        fix: write \`export const own = { name: "own", score: ({ credits }) => … };\`"
    `);
  });

  test("an import that is not there, and TypeScript that does not parse, name the place", async () => {
    expect(await whyNot(["own"], { "far.mjs": "import 'not-there';" })).toContain("Cannot find package 'not-there'");
    expect(await whyNot(["own"], { "bad.ts": "export const own = {\n  name: ;\n};" })).toMatch(/bad\.ts:2:8: ERROR/);
  });

  test("a metric that is none names its file", async () => {
    const text = "export default { name: 'My metric', parameter: 'top', score: 5, title: {} };";
    expect(await whyNot(["own"], { "own.mjs": text })).toMatchInlineSnapshot(`
      "error[metric-definition]: no metric can be called \`My metric\`
        at:  own.mjs
        fix: use lower case letters, digits and \`_\`, a letter first
      error[metric-definition]: the metric \`My metric\` has no function \`score\`
        at:  own.mjs
        fix: write \`score: (ranking, k) => …\`, a number from 0 to 1
      error[metric-definition]: the metric \`My metric\` has the parameter \`top\`
        at:  own.mjs
        fix: choose one of \`cutoff\`, \`optionalCutoff\`, \`recallLevel\`, \`persistence\`, \`none\`
      error[metric-definition]: the metric \`My metric\` has a \`title\` that is no text
        at:  own.mjs
        fix: write a sentence, or leave it out"
    `);
  });

  test("a name or an alias that is taken: both are named", async () => {
    const files = {
      "a.mjs": `export const own = ${own}; export const recall = { name: 'recall', score: () => 1 };`,
      "b.mjs": "export default { name: 'mine', aliases: ['own', 'rr'], score: () => 1 };",
    };
    expect(await whyNot(["own"], files)).toMatchInlineSnapshot(`
      "error[metric-name-taken]: two metrics are called \`recall\`: \`recall\` of \`a.mjs\` and the built-in \`recall\`
        at:  a.mjs
        fix: give the one of \`a.mjs\` another name
      error[metric-name-taken]: two metrics are called \`own\`: \`mine\` of \`b.mjs\` and \`own\` of \`a.mjs\`
        at:  b.mjs
        fix: give the one of \`b.mjs\` another name
      error[metric-name-taken]: two metrics are called \`rr\`: \`mine\` of \`b.mjs\` and the built-in \`mrr\`
        at:  b.mjs
        fix: give the one of \`b.mjs\` another name"
    `);
  });

  test("a name that is nearly one of the file's", async () => {
    expect(await whyNot(["owm"], { "own.mjs": `export const first = ${own};` })).toContain("did you mean `own`?");
  });
});

describe("what goes wrong while it runs is an error of the case", () => {
  const scoreOf = async (body: string) => {
    const { metrics } = await measure(["bad", "recall@5"], {
      "bad.mjs": `export const bad = { name: 'bad', score(ranking) { ${body} } };`,
    });
    return scoreRetrieval(gold, [{ id: "a" }, { id: "b" }], metrics).scores;
  };

  test.each([
    ["throw new RangeError('no such rank')", "metric_threw", "`bad` threw RangeError: no such rank"],
    ["throw Object.create(null)", "metric_threw", "`bad` threw something that has no text"],
    ["return 1.5", "metric_out_of_range", "`bad` gave 1.5, which is not a number from 0 to 1"],
    ["return 0 / 0", "metric_out_of_range", "`bad` gave NaN, which is not a number from 0 to 1"],
    [
      "return Promise.reject(new Error('late'))",
      "metric_out_of_range",
      "`bad` gave a value of the type object, which is not a number from 0 to 1",
    ],
  ])("%s", async (body, kind, message) => {
    const scores = await scoreOf(body);
    expect(scores["bad"]).toEqual({ kind: "error", error: { kind, message } });
    expect(scores["recall@5"]).toEqual({ kind: "scored", value: 1 });
  });

  test("a function that changes its ranking changes no other metric's", async () => {
    const scores = await scoreOf("ranking.credits.reverse(); ranking.credits.length = 0; return 0;");
    expect(scores["recall@5"]).toEqual({ kind: "scored", value: 1 });
  });

  test("an object may keep what it needs: `this` is the object", async () => {
    const text = "export const half = { name: 'half', value: 0.5, score() { return this.value; } };";
    const { metrics } = await measure(["half"], { "half.mjs": text });
    expect(scoreRetrieval(gold, [{ id: "a" }], metrics).scores).toEqual({ half: { kind: "scored", value: 0.5 } });
  });
});
