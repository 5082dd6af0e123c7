import { mkdirSync, readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { makeProject, type Project, repository } from "./project.ts";

const documented = readFileSync(join(repository, "docs/metrics.md"), "utf8");
const block = (language: string): string =>
  new RegExp(`\`\`\`${language}\n([\\s\\S]*?)\`\`\``).exec(documented.slice(documented.indexOf("own.ts")))?.[1] ?? "";
const json = (values: readonly unknown[]): string => values.map((value) => `${JSON.stringify(value)}\n`).join("");

/** The example of docs/metrics.md as a project: one case more, which has no gold. */
const project = (changes: Readonly<Record<string, string>> = {}): Project =>
  makeProject({
    "touchstone.yaml": `${block("yaml")}    target: { kind: recorded, file: answers.jsonl }\n    judge: none\n`,
    "metrics/own.ts": block("ts"),
    "answers.jsonl": json([
      { caseId: "two", answer: "", retrieved: ["x", "a", "y", "b", "z"] },
      { caseId: "none", answer: "", retrieved: ["x"] },
    ]),
    "datasets/handbook/cases.jsonl": json([
      { id: "two", query: "both?", gold: ["a", "b"] },
      { id: "none", query: "neither?", gold: [], answerable: false },
    ]),
    ...changes,
  });

test("the example in docs/metrics.md gives the numbers that stand there, and is that of examples/own-metric", async () => {
  expect(block("ts")).toBe(readFileSync(join(repository, "examples/own-metric/metrics/own.ts"), "utf8"));
  const { stdout, code } = await project().touchstone(["eval", "-u", "--json"]);
  expect(code).toBe(0);
  expect(JSON.parse(stdout).metrics).toEqual({
    "recall@5": { mean: 1, n: 1, planned: 2 },
    "all_found@3": { mean: 0, n: 1, planned: 2 },
    "all_found@5": { mean: 1, n: 1, planned: 2 },
  });
});

test("it stands in table, report and baseline, is gated, and a drop of it fails", async () => {
  const own = project();
  const first = await own.touchstone(["eval", "-u", "-o", "report.md"]);
  expect(first.stdout).toMatch(/all_found@5 +1\.000 +1 of 2 \(1 without gold\)/);
  expect(own.read("report.md")).toContain("| all\\_found@5 | 1.000 | 1 of 2 (1 without gold) |");
  expect(own.read(join(own.run("handbook"), "report.html"))).toContain(
    "1 when all that should be found stands among the first 5 results, else 0.",
  );
  const baseline = JSON.parse(own.read("baselines/handbook.json"));
  expect(baseline.cases.two.scores).toEqual({ "recall@5": 1, "all_found@3": 0, "all_found@5": 1 });
  expect(baseline.fingerprint.metricFiles).toEqual({ "metrics/own.ts": expect.stringMatching(/^[0-9a-f]{64}$/) });
  own.write(
    "answers.jsonl",
    json([
      { caseId: "two", answer: "", retrieved: ["x", "a", "y", "z"] },
      { caseId: "none", answer: "", retrieved: [] },
    ]),
  );
  const { code, stdout } = await own.touchstone(["eval", "--json"]);
  expect(code).toBe(1);
  expect(JSON.parse(stdout).gate).toMatchObject([
    { metric: "all_found@5", baseline: 1, current: 0, change: -1, verdict: "fail" },
  ]);
});

test("another text of the file: not compared, and the reason is named, until it is accepted", async () => {
  const own = project();
  await own.touchstone(["eval", "-u"]);
  expect((await own.touchstone(["eval"])).code).toBe(0);
  own.write("metrics/own.ts", `${block("ts")}// another\n`);
  const changed = await own.touchstone(["eval"]);
  expect(changed.code).toBe(3);
  expect(changed.stdout).toContain(
    "metrics/own.ts changed: its numbers may mean something else; accept with --update-baseline",
  );
  expect((await own.touchstone(["eval", "-u"])).code).toBe(0);
  expect((await own.touchstone(["eval"])).code).toBe(0);
});

test("a JavaScript file with a list, made by defineMetric, beside the TypeScript one", async () => {
  const own = project({
    "touchstone.yaml":
      "suites:\n  handbook:\n    target: { kind: recorded, file: answers.jsonl }\n    judge: none\n    metricFiles: [metrics/own.ts, metrics/more.mjs]\n    metrics: [all_found@5, top, depth@4]\n    gate: { metrics: [top] }\n",
    "metrics/more.mjs": `import { defineMetric } from "touchstone";
export default [
  defineMetric({ name: "top", score: ({ credits }) => (credits[0] > 0 ? 1 : 0) }),
  defineMetric({ name: "depth", parameter: "cutoff", score: ({ labels }, k) => labels.slice(0, k).indexOf("relevant") / k }),
];
`,
  });
  mkdirSync(join(own.folder, "node_modules"));
  symlinkSync(repository, join(own.folder, "node_modules/touchstone"));
  const { stdout, code } = await own.touchstone(["eval", "-u", "--json"]);
  expect(code).toBe(0);
  // x is at the top; of the first four, one place stands before the first relevant one.
  expect(JSON.parse(stdout).metrics).toMatchObject({
    "all_found@5": { mean: 1 },
    top: { mean: 0, n: 1 },
    "depth@4": { mean: 0.25, n: 1 },
  });
});

describe("a metric that fails while it runs", () => {
  test.each([
    ["throw new Error('no table')", "metric_threw"],
    ["return 0 / 0", "metric_out_of_range"],
    ["return Promise.reject(new Error('late'))", "metric_out_of_range"],
  ])("%s: an error of its case, exit 3, and the other metrics stand", async (body, kind) => {
    const own = project({
      "metrics/own.ts": `export default { name: "all_found", parameter: "cutoff", score: () => { ${body}; } };`,
    });
    const { code, stdout } = await own.touchstone(["eval", "--json"]);
    expect(code).toBe(3);
    expect(JSON.parse(stdout)).toMatchObject({
      cases: { planned: 2, scored: 1, errors: 1 },
      metrics: { "recall@5": { mean: 1, n: 1 }, "all_found@5": { mean: null, n: 0 } },
    });
    expect(own.read(join(own.run("handbook"), "results.jsonl"))).toContain(`"kind":"${kind}"`);
  });
});
