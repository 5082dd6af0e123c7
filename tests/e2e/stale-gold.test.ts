import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { handbook, makeProject, repository } from "./project.ts";

const travel = handbook["datasets/handbook/corpus/travel.md"] ?? "";
const raised = travel.replace("Shanghai is 650 yuan", "Shanghai is 700 yuan");
const suite = (gate: string) => `suites:\n  handbook:\n    dataset: datasets/handbook\n    gate: { ${gate} }\n`;

/** A project with a baseline, in which somebody then raised the hotel limit that q2 quotes. */
async function edited(gate: string) {
  const project = makeProject({ ...handbook, "touchstone.yaml": suite(gate) });
  expect((await project.touchstone(["eval", "-u"])).code).toBe(0);
  project.write("datasets/handbook/corpus/travel.md", raised);
  return project;
}

test("a quotation that no longer stands: the case is named and left out, the others are compared with the old baseline", async () => {
  const project = await edited("maxQuarantined: 0.25");
  const outputs = ["-o", "out.md", "-o", "out.json"];
  const { code, stdout } = await project.touchstone(["eval", ...outputs]);
  expect(stdout).toContain(
    "INCONCLUSIVE: The comparison is not like for like: the corpus changed. 1 case quarantined: gold no longer stands in the corpus (`q2`); see `touchstone dataset check`.",
  );
  expect(stdout).toMatch(/recall@5 +1\.000 +3 of 6 \(2 without gold, 1 quarantined\)/);
  expect(code).toBe(3);
  const why =
    "the quotation “The limit for a night in Shanghai is 650 yuan” does not stand in the document `travel.md`";
  expect(JSON.parse(project.read("out.json"))).toMatchObject({
    verdict: "inconclusive",
    corpusChanged: true,
    quarantined: [{ caseId: "q2", why }],
    metrics: { "recall@5": { mean: 1, n: 3 } },
  });
  expect(project.read("out.md")).toContain("q2 is quarantined: the quotation");
  const report = project.read(`${project.run("handbook")}/report.html`);
  expect(report).toContain("q2 is quarantined: the quotation");
  const line = project.read(`${project.run("handbook")}/results.jsonl`).split("\n")[1] ?? "";
  expect(JSON.parse(line)).toMatchObject({
    quarantined: why,
    retrieval: { "recall@5": { kind: "absent", why: `quarantined: ${why}` } },
    generation: { faithfulness: { kind: "scored" } },
  });
});

test("a baseline made then holds the reason, and the case stays out of both sides when the document is put back", async () => {
  const project = await edited("maxQuarantined: 0.25");
  expect((await project.touchstone(["eval", "-u"])).code).toBe(0);
  const row = project.read("baselines/handbook.json").match(/"q2": .*/)?.[0] ?? "";
  expect(row).toContain('"quarantined":"the quotation');
  expect(row).not.toContain("recall@5");
  project.write("datasets/handbook/corpus/travel.md", travel);
  const { code, stdout } = await project.touchstone(["eval"]);
  expect(code).toBe(3);
  expect(stdout).toContain("1 case quarantined in the baseline, so out of both sides of retrieval: `q2`.");
  expect(JSON.parse(project.read(`${project.run("handbook")}/comparison.json`)).findings).toContainEqual(
    expect.objectContaining({ metric: "recall@5", slice: null, change: 0, pairs: 3, verdict: "pass" }),
  );
});

test("more than the gate allows: exit 2 before anything runs, with every place", async () => {
  // 1 of the 4 cases with gold is 0.25, and 0.1 is allowed where nobody says otherwise.
  const project = await edited("margin: 0.02");
  const runs = project.run("handbook");
  const { code, stdout, stderr } = await project.touchstone(["eval"]);
  expect(stderr).toMatchInlineSnapshot(`
    "error[dataset-stale]: the gold of 1 of 4 cases of \`handbook\` does not stand in its corpus, and \`gate.maxQuarantined\` allows 0.1 of them
      why: scores over the rest would not be those of the dataset
      fix: run \`touchstone dataset check\`, and mend the gold that it lists
    error[dataset-span-quote]: the quotation “The limit for a night in Shanghai is 650 yuan” does not stand in the document \`travel.md\`
      at:  datasets/handbook/cases.jsonl:2
      why: evidence that is not there could never be found
      fix: copy the words from the document
    "
  `);
  expect(stdout).toBe("");
  expect(code).toBe(2);
  expect(project.run("handbook")).toBe(runs);
});

test("no gold is left: a gate on recall is refused, however much may be quarantined", async () => {
  const project = await edited("maxQuarantined: 1");
  for (const name of ["travel.md", "leave.md", "errors.txt"])
    project.write(`datasets/handbook/corpus/${name}`, "Nothing of the kind.\n");
  project.write(
    "datasets/handbook/cases.jsonl",
    (handbook["datasets/handbook/cases.jsonl"] ?? "").replace("errors.txt", "error.txt"),
  );
  const { code, stderr } = await project.touchstone(["eval"]);
  expect(stderr).toContain("the gate names `recall@5`, but no case of the dataset has gold that stands in its corpus");
  expect(code).toBe(2);
});

test("dataset check lists what is stale, and proposes the passage as it reads today", async () => {
  const project = await edited("margin: 0.02");
  const { code, stdout, stderr } = await project.touchstone(["dataset", "check"]);
  expect(stdout).toMatchInlineSnapshot(`
    "handbook (datasets/handbook): 6 cases, 3 documents
      gold: 1 by ids, 3 by quotations or offsets, 2 without gold
      unanswerable: 2
      quarantined: 1 of 4 cases with gold, since it does not stand in the corpus
    error[dataset-span-quote]: the quotation “The limit for a night in Shanghai is 650 yuan” does not stand in the document \`travel.md\`
      at:  datasets/handbook/cases.jsonl:2
      why: evidence that is not there could never be found
      fix: copy the words from the document
      case: \`q2\`
      nearest: \`travel.md\` 194-239, similarity 0.900: “The limit for a night in Shanghai is 700 yuan”
    "
  `);
  expect({ code, stderr }).toEqual({ code: 2, stderr: "" });

  const printed = await project.touchstone(["dataset", "check", "datasets/handbook", "handbook", "--json"]);
  const start = raised.indexOf("The limit for");
  // 10 terms, all but the amount the same: 2 · 9 / (10 + 10).
  expect(JSON.parse(printed.stdout)).toMatchObject({
    datasets: [
      {
        name: "handbook",
        cases: 6,
        documents: 3,
        gold: { ids: 1, graded: 0, alternatives: 0, spans: 3, none: 2 },
        unanswerable: 2,
        quarantined: 1,
        stale: [
          {
            caseId: "q2",
            code: "dataset-span-quote",
            nearest: { doc: "travel.md", start, end: start + 45, similarity: 0.9 },
          },
        ],
        problems: [],
      },
    ],
  });
  project.write("datasets/handbook/corpus/travel.md", travel);
  expect((await project.touchstone(["dataset", "check", "handbook"])).code).toBe(0);
});

test("dataset check tells what is wrong with a file too, and a name that is nothing", async () => {
  const project = makeProject({ ...handbook, "datasets/broken/cases.jsonl": '{"id":"a"}\n' });
  const broken = await project.touchstone(["dataset", "check", "datasets/broken", "handbook"]);
  expect(broken.code).toBe(2);
  expect(broken.stdout).toContain("error[dataset-field-missing]");
  expect(broken.stdout).toContain("handbook (datasets/handbook): 6 cases, 3 documents");
  const unknown = await project.touchstone(["dataset", "check", "handbok"]);
  expect(unknown.code).toBe(2);
  expect(unknown.stderr).toContain("did you mean `handbook`?");
});

test("a run that is older than quarantine is still reported", async () => {
  const sample = (name: string) => readFileSync(join(repository, "tests/fixtures/formats/run.v1", name), "utf8");
  const names = ["manifest.json", "journal.jsonl", "comparison.json"];
  const project = makeProject(Object.fromEntries(names.map((name) => [`reports/demo/old/${name}`, sample(name)])));
  const { code, stdout } = await project.touchstone(["report", "reports/demo/old"]);
  expect(code).toBe(0);
  expect(stdout).toContain("PASS: No gated metric fell by more than is allowed. recall@5: identical on the one case.");
  expect(project.read("reports/demo/old/report.html")).toContain("</html>");
});
