import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { makeProject } from "./project.ts";

// q1: 1 of 2 relevant found, at rank 2. q2: not in the run. q3: nothing relevant. q4: not judged.
const files = {
  "qrels.txt": "q1 0 d1 1\nq1 0 d2 2\nq2 0 d1 1\nq3 0 d1 0\n",
  "a.run": "q1 Q0 d1 2 0.5 t\nq1 Q0 d9 1 0.75 t\nq3 Q0 d1 1 1 t\nq4 Q0 d1 1 1 t\nq1 Q0 d1 3 0.25 t\n",
};
const both = ["metrics", "--qrels", "qrels.txt", "--run", "a.run"];

test("a table for people, and what to know on stderr", async () => {
  const { code, stdout, stderr } = await makeProject(files).touchstone([...both, "-m", "R@5", "mrr", "--per-query"]);
  expect(code).toBe(0);
  expect(stdout).toMatchInlineSnapshot(`
    "query      recall@5  mrr
    q1         0.5000    0.5000
    q3         0.0000    0.0000
    mean of 2  0.2500    0.2500
    "
  `);
  expect(stderr).toMatchInlineSnapshot(`
    "note: 1 judged query not in the run: left out; --complete counts with 0
    note: 1 query of the run not judged: left out
    note: a.run: the lines of a query do not stand together; the run was held in memory
    note: a.run: 1 result of a document that the query has already: kept at its best place (line 5: \`d1\` of query \`q1\`)
    "
  `);
});

test("JSON, complete, gzip", async () => {
  const project = makeProject({
    "qrels.txt.gz": gzipSync(files["qrels.txt"]),
    "a.run.gz": gzipSync(files["a.run"]),
  });
  const args = ["metrics", "--qrels", "qrels.txt.gz", "--run", "a.run.gz", "-m", "recall@5", "-m", "mrr", "--json"];
  const { code, stdout } = await project.touchstone([...args, "--complete", "--per-query"]);
  expect(code).toBe(0);
  // (1/2 + 0 + 0) / 3 for both.
  expect(JSON.parse(stdout)).toEqual({
    metrics: { "recall@5": { mean: 0.5 / 3, n: 3 }, mrr: { mean: 0.5 / 3, n: 3 } },
    queries: {
      q1: { "recall@5": 0.5, mrr: 0.5 },
      q2: { "recall@5": 0, mrr: 0 },
      q3: { "recall@5": 0, mrr: 0 },
    },
  });
  expect(JSON.parse((await project.touchstone(args)).stdout)).toEqual({
    metrics: { "recall@5": { mean: 0.25, n: 2 }, mrr: { mean: 0.25, n: 2 } },
  });
});

test("the options of trec_eval: level, judged only, a limit, single precision", async () => {
  // In double precision a comes before b, in single they are tied and b, last in the order of bytes, comes first.
  const project = makeProject({
    "qrels.txt": "q 0 a 2\nq 0 b 1\nq 0 c 0\n",
    "a.run": "q Q0 x 1 30000001 t\nq Q0 a 2 16777217 t\nq Q0 b 3 16777216 t\nq Q0 c 4 1 t\n",
  });
  const mrr = async (...flags: string[]) => {
    const { stdout } = await project.touchstone([...both, "-m", "mrr", "--json", ...flags]);
    return JSON.parse(stdout).metrics.mrr.mean;
  };
  expect(await mrr()).toBe(1 / 2);
  expect(await mrr("--single-precision", "--level", "2")).toBe(1 / 3);
  expect(await mrr("--single-precision", "--level", "2", "--max-results", "2")).toBe(0);
  expect(await mrr("--judged-only", "--max-results", "1")).toBe(1);
});

test.each([
  [
    "a line that cannot be read",
    { ...files, "a.run": "q1 Q0 d1 1 high t\n" },
    both,
    "error[trec-score]: the score must be a number, and this one is `high`\n  at:  a.run:1\n  fix: write the score in the fifth column, as a decimal number\n",
  ],
  [
    "nothing in common",
    { ...files, "a.run": "q9 Q0 d1 1 1 t\n" },
    both,
    "error[trec-no-overlap]: no query of the run is judged in `qrels.txt`\n  at:  a.run\n  fix: give the two files of one collection; with `--complete` a run without results counts with 0\n",
  ],
  [
    "an empty run",
    { ...files, "a.run": "" },
    both,
    "error[trec-no-overlap]: the run holds no result\n  at:  a.run\n  fix: give the two files of one collection; with `--complete` a run without results counts with 0\n",
  ],
  [
    "no such file",
    { "qrels.txt": files["qrels.txt"] },
    both,
    "error[trec-file]: the file cannot be read (ENOENT)\n  at:  a.run\n  fix: give the path of a file that exists\n",
  ],
  [
    "a misspelt metric",
    files,
    [...both, "-m", "recal@5"],
    "error[metric-unknown]: there is no metric `recal@5`\n  at:  flag --metric\n  fix: did you mean `recall@5`?\n",
  ],
  [
    "a level and a limit that are no numbers",
    files,
    [...both, "--level", "high", "--max-results", "0"],
    "error[flag-whole-number]: `high` is not a whole number, 1 or more\n  at:  flag --level\n  fix: write, for example, `--level 2`\nerror[flag-whole-number]: `0` is not a whole number, 1 or more\n  at:  flag --max-results\n  fix: write, for example, `--max-results 2`\n",
  ],
])("wrong input is exit 2: %s", async (_, content, args, message) => {
  const { code, stdout, stderr } = await makeProject(content).touchstone(args);
  expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
  expect(stderr).toBe(message);
});

test("an empty run is all zeros when it is asked for, and that is said", async () => {
  const project = makeProject({ ...files, "a.run": "" });
  const { code, stdout, stderr } = await project.touchstone([...both, "-m", "map", "--complete", "--json"]);
  expect({ code, scores: JSON.parse(stdout) }).toEqual({ code: 0, scores: { metrics: { map: { mean: 0, n: 3 } } } });
  expect(stderr).toBe("note: the run has none of the judged queries: every score is 0\n");
});

test("measures that files of judgements cannot have are refused, not 0", async () => {
  const { code, stderr } = await makeProject(files).touchstone([
    ...both,
    "-m",
    "span_iou@5",
    "recall(view=documents)@5",
  ]);
  expect(code).toBe(2);
  expect(stderr).toContain(
    "error[metric-options]: `span_iou@5` cannot be had of a qrels file: it counts characters of evidence",
  );
  expect(stderr).toContain(
    "`recall(view=documents)@5` cannot be had of a qrels file: options are about chunks and spans",
  );
});
