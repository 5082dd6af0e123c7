import { describe, expect, test } from "vitest";
import { makeProject, type Project } from "./project.ts";

/** Four cases; the old retriever finds the gold of each first, the new one has a chunk y that nobody judged in its place for q1. */
function project(target = ""): Project {
  const ids = ["q1", "q2", "q3", "q4"];
  return makeProject({
    "touchstone.yaml": `targets:
  old: { kind: module, file: targets.mjs, export: old }
  new: { kind: module, file: targets.mjs, export: renewed }
suites:
  demo:
    target: old
    judge: none
    metrics: [recall@2, mrr@2, judged@2]
    gate: { metrics: [recall@2] }
`,
    "targets.mjs": `const answer = (retrieved) => ({ answer: "", retrieved });
export const old = ({ caseId }) => answer([{ id: caseId + "-gold" }, { id: "x" }]);
export const renewed = ({ caseId }) =>
  answer(caseId === "q1" ? [{ id: "y", text: "what y says" }, { id: "x" }] : [{ id: caseId + "-gold" }, { id: "x" }]);
${target}`,
    "datasets/demo/cases.jsonl": ids
      .map((id) => JSON.stringify({ id, query: `${id}?`, gold: [`${id}-gold`] }))
      .join("\n"),
  });
}

async function failing(): Promise<{ readonly demo: Project; readonly file: string }> {
  const demo = project();
  expect((await demo.touchstone(["eval", "-u"])).code).toBe(0);
  const failed = await demo.touchstone(["eval", "--target", "new"]);
  expect(failed.code).toBe(1);
  // recall@2 of q1 fell from 1 to 0: 25 points over four cases; y relevant: 1/2 against 1/2.
  expect(failed.stdout).toContain(
    "recall@2 fell by 25 points (1 case got worse, 0 better, of 4); a drop of up to 2 points is allowed. This drop could be only unlabelled chunks: were 1 chunk relevant that nobody has judged, it would be within the margin. Label them to know.",
  );
  const file = `${demo.run("demo")}/to-label.jsonl`;
  expect(failed.stdout).toContain(
    `to label: ${file}; fill in each grade, then \`touchstone review import ${file} demo\``,
  );
  expect(demo.read(file)).toBe('{"case":"q1","query":"q1?","id":"y","text":"what y says","grade":null}\n');
  return { demo, file };
}

describe("a drop that could be only unlabelled chunks", () => {
  test("judged relevant, the chunk counts on both sides: the run passes", async () => {
    const { demo, file } = await failing();
    demo.write("done.jsonl", demo.read(file).replace("null", "1"));
    const imported = await demo.touchstone(["review", "import", "done.jsonl", "demo"]);
    expect(imported).toMatchObject({ code: 0, stdout: "1 label added to datasets/demo/reviews/labels.jsonl\n" });
    expect(demo.read("datasets/demo/reviews/labels.jsonl")).toBe('{"case":"q1","id":"y","grade":1}\n');
    const again = await demo.touchstone(["eval", "--target", "new"]);
    expect(again.code).toBe(0);
    expect(again.stdout).toContain("recall@2: identical on all 4 cases.");
  });

  test("judged not relevant, the drop is one, and nothing is left to label", async () => {
    const { demo, file } = await failing();
    demo.write("done.jsonl", demo.read(file).replace("null", "0"));
    await demo.touchstone(["review", "import", "done.jsonl", "demo"]);
    const again = await demo.touchstone(["eval", "--target", "new"]);
    expect(again.code).toBe(1);
    expect(again.stdout).not.toContain("to label");
    expect(again.stdout).not.toContain("unlabelled");
  });

  test("lines without a grade are left out, known ones counted; a wrong line imports nothing", async () => {
    const { demo, file } = await failing();
    demo.write("labels.jsonl", `${demo.read(file).replace("null", "2")}${demo.read(file)}`);
    expect((await demo.touchstone(["review", "import", "labels.jsonl", "demo"])).stdout).toBe(
      "1 label added to datasets/demo/reviews/labels.jsonl (1 without a grade left out)\n",
    );
    expect((await demo.touchstone(["review", "import", "labels.jsonl", "demo"])).stdout).toBe(
      "0 labels added to datasets/demo/reviews/labels.jsonl (1 stood there already, 1 without a grade left out)\n",
    );
    const lines = [
      '{"case":"q9","id":"y","grade":1}',
      '{"case":"q1","doc":"d","quote":"y","grade":1}',
      '{"case":"q2","grade":1}',
    ];
    demo.write("wrong.jsonl", `{"case":"q1","id":"z","grade":1}\n${lines.join("\n")}\n`);
    const refused = await demo.touchstone(["review", "import", "wrong.jsonl", "demo"]);
    expect(refused.code).toBe(2);
    expect(refused.stderr).toContain("error[dataset-review-case]: the review names the case `q9`");
    expect(refused.stderr).toContain("at:  wrong.jsonl:3");
    expect(refused.stderr).toContain(
      "error[dataset-review-form]: the gold of the case names ids, and the review does not",
    );
    expect(refused.stderr).toContain("error[dataset-review-form]: the review names neither an `id` nor a `doc`");
    expect(demo.read("datasets/demo/reviews/labels.jsonl")).not.toContain('"z"');
  });
});

test("a drop that labels cannot explain says so", async () => {
  // The new retriever gives q1 only x, which the old one had too, and q2 one unjudged chunk y.
  const demo = project(`export const worse = ({ caseId }) =>
  answer(caseId === "q1" ? [{ id: "x" }] : caseId === "q2" ? [{ id: "y" }] : [{ id: caseId + "-gold" }]);
`);
  demo.write("touchstone.yaml", demo.read("touchstone.yaml").replace("renewed", "worse"));
  await demo.touchstone(["eval", "-u"]);
  const { code, stdout } = await demo.touchstone(["eval", "--target", "new"]);
  expect(code).toBe(1);
  // q1 stays at −1; q2 with y relevant at 1/2 − 1/2: −1/4.
  expect(stdout).toContain(
    "Unlabelled chunks alone cannot explain it: were all of them relevant, it would still be down by 25 points.",
  );
});
