import { join } from "node:path";
import { expect, test } from "vitest";
import { readDataset } from "../../src/dataset/index.ts";
import { isMetric, resolveMetric } from "../../src/metrics/index.ts";
import type { CaseResult } from "../../src/record/index.ts";
import { evaluateRun, formatQrels, readQrels } from "../../src/trec/index.ts";
import { handbook, makeProject, type Project } from "./project.ts";

const lines = (...values: readonly unknown[]): string => values.map((one) => `${JSON.stringify(one)}\n`).join("");

function resultsOf(project: Project, suite: string): readonly CaseResult[] {
  const text = project.read(`${project.run(suite)}/results.jsonl`);
  return text
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as CaseResult);
}

const names = ["recall@2", "ndcg@10", "map@10", "mrr@10", "bpref", "precision@5"];
const search = {
  "touchstone.yaml": `suites:
  search:
    dataset: datasets/search
    target: { kind: module, file: search.mjs }
    judge: none
    metrics: [${names.join(", ")}]
`,
  // Equal and missing scores, which only the order tells apart; q5 fails, q6 finds nothing.
  "search.mjs": `const lists = {
  q1: ["d1", "d2", "d3", "d4"].map((id) => ({ id, score: 0.5 })),
  q2: ["d9", "d3", "d7", "d1"],
  q3: ["d4", "d5"].map((id, i) => ({ id, score: i })),
  q4: ["d1"],
  q6: [],
};
export default ({ caseId }) => ({ answer: "", retrieved: lists[caseId] });
`,
  "datasets/search/cases.jsonl": lines(
    { id: "q1", query: "one", gold: ["d2", "d4"] },
    { id: "q2", query: "two", gold: { d1: 3, d3: 1, d5: 2, d9: 0, d8: 0 } },
    { id: "q3", query: "three", gold: ["d4"] },
    { id: "q4", query: "four", gold: [] },
    { id: "q5", query: "five", gold: ["d1"] },
    { id: "q6", query: "six", gold: ["d1"] },
  ),
};

test("the run file of an eval, scored against qrels made of its cases, has the scores of the eval", async () => {
  const project = makeProject(search);
  const { stderr } = await project.touchstone(["eval", "-o", "out.run"]);
  expect(stderr).not.toContain("warning");
  expect(project.read("out.run").split("\n").slice(3, 6)).toEqual([
    "q1 Q0 d4 4 1 search",
    "q2 Q0 d9 1 4 search",
    "q2 Q0 d3 2 3 search",
  ]);

  const { cases } = await readDataset(join(project.folder, "datasets/search"));
  project.write("qrels.txt", formatQrels(cases));
  const metrics = names.map((name) => resolveMetric(name)).filter(isMetric);
  const qrels = await readQrels(join(project.folder, "qrels.txt"));
  const { eachQuery, missing, unjudged } = await evaluateRun(join(project.folder, "out.run"), { qrels, metrics });
  const scores: Record<string, readonly unknown[]> = {};
  eachQuery((query, values) => {
    scores[query] = values;
  });

  const results = new Map(resultsOf(project, "search").map((result) => [result.caseId, result]));
  const evalScores = (caseId: string) =>
    metrics.map(({ id }) => {
      const score = results.get(caseId)?.retrieval[id];
      return score?.kind === "scored" ? score.value : score?.kind;
    });
  expect(scores).toEqual({ q1: evalScores("q1"), q2: evalScores("q2"), q3: evalScores("q3") });
  // q2: d3 and d1 of three relevant at 2 and 4: (1/2 + 2/4) / 3.
  expect(scores["q2"]?.[names.indexOf("map@10")]).toBe(1 / 3);
  // q5 failed and q6 found nothing: not in the run. q4 has no gold.
  expect({ missing, unjudged }).toEqual({ missing: 2, unjudged: 1 });
  expect(evalScores("q6")).toEqual(names.map(() => 0));
});

test("the answers of an eval, recorded, give the same results byte for byte", async () => {
  const project = makeProject(handbook);
  await project.touchstone(["eval", "-o", "answers.jsonl"]);
  const first = project.read(`${project.run("handbook")}/results.jsonl`);
  project.write(
    "touchstone.yaml",
    `${project.read("touchstone.yaml")}    target: { kind: recorded, file: answers.jsonl }\n`,
  );
  await project.touchstone(["eval"]);
  expect(project.read(`${project.run("handbook")}/results.jsonl`)).toBe(first);
  expect(first).toContain('"kind":"scored"');
});

test("of several repeats the first is written, and serves them all", async () => {
  const project = makeProject({
    ...search,
    "search.mjs": "export default ({ repeat }) => ({ answer: `repeat ${repeat}`, retrieved: [`d${repeat + 1}`] });\n",
  });
  await project.touchstone(["eval", "--repeat", "2", "--filter-first-n", "1", "-o", "a.run", "-o", "a.jsonl"]);
  expect(project.read("a.run")).toBe("q1 Q0 d1 1 1 search\n");
  expect(project.read("a.jsonl")).toBe(lines({ caseId: "q1", answer: "repeat 0", retrieved: [{ id: "d1" }] }));
});

test("an id with white space is told, the rest is written, and the verdict stands", async () => {
  const project = makeProject({
    ...search,
    "search.mjs": "export default () => ({ answer: '', retrieved: ['d1', 'annual report'] });\n",
  });
  const { code, stderr } = await project.touchstone(["eval", "-o", "a.run", "-o", "a.jsonl"]);
  expect(code).toBe(0);
  expect(stderr).toContain(
    "warning: `a.run` was not written: error[output-run-blank]: case `q1` cannot be written as lines of a run: white space in the id `annual report`\n",
  );
  expect(project.read("a.jsonl").split("\n")).toHaveLength(7);
  expect(() => project.read("a.run")).toThrow("ENOENT");
});

test("a run file and a file of answers hold one suite", async () => {
  const project = makeProject({
    ...search,
    "touchstone.yaml": `${search["touchstone.yaml"]}  again:\n    dataset: datasets/search\n`,
  });
  const { code, stderr } = await project.touchstone(["eval", "-o", "a.run", "-o", "a.jsonl"]);
  expect({ code, hasOutput: project.hasOutput() }).toEqual({ code: 2, hasOutput: false });
  expect(stderr).toMatchInlineSnapshot(`
    "error[flag-output-many-suites]: a run file holds one suite, and 2 are to run
      at:  flag --output
      fix: name one suite, or make it of each run under \`reports/\` with \`touchstone report <run> --output …\`
    error[flag-output-many-suites]: a file of answers holds one suite, and 2 are to run
      at:  flag --output
      fix: name one suite, or make it of each run under \`reports/\` with \`touchstone report <run> --output …\`
    "
  `);
});
