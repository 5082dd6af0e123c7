import { expect, test } from "vitest";
import { startModelServer } from "../servers/model-server.ts";
import { handbook, makeProject } from "./project.ts";

const yaml = `
suites:
  handbook:
    dataset: datasets/handbook
    target: { kind: prompt, prompt: mine@v1, model: small, k: 3 }
    gate: { metrics: [faithfulness], margin: 0.02 }
  plain:
    dataset: datasets/handbook
`;
/** Only what a Chinese question gets to see depends on the version. */
const prompt = (rule: string) => `---
declares: fenced-data
---
{{#if zh}}${rule}
{{/if}}{{#each contexts}}{{delimit "context" text}}
{{/each}}{{delimit "question" query}}
`;
const files = {
  ...handbook,
  "touchstone.yaml": yaml,
  "prompts/mine.v1.hbs": prompt("用一句话回答。"),
  "prompts/mine.v2.hbs": prompt("用三个字回答。"),
};
const pair = ["--prompt", "mine@v1", "--prompt", "mine@v2"];

test.each([{ flags: [] }, { flags: ["--no-cache"] }])(
  "what both prompts render alike is asked once and differs by exactly 0 $flags",
  async ({ flags }) => {
    // A model that never says the same twice: any case that is asked again would differ.
    const server = await startModelServer({ reply: (_body, index) => `Answer ${index}: the allowance is 200 yuan.` });
    const project = makeProject(files);
    const environment = { OPENAI_BASE_URL: server.url, OPENAI_API_KEY: "k" };
    const run = await project.touchstone(["compare", "handbook", ...pair, "--json", ...flags], { environment });
    await server.close();
    expect(run.stderr).not.toContain("error[");
    // Six cases for the first prompt, and the two Chinese ones for the second.
    expect(server.requests).toHaveLength(8);
    expect(JSON.parse(run.stdout)).toMatchObject({
      suite: "handbook",
      cases: { planned: 6, scored: 6 },
      prompts: { before: "mine@v1", after: "mine@v2", unchanged: 4, of: 6 },
    });
    const { changes, findings } = JSON.parse(project.read(`${project.run("handbook")}/comparison.json`));
    for (const id of ["q1", "q2", "q4", "q5"])
      expect(Object.values(changes[id]).every((change) => change === 0)).toBe(true);
    const recall = findings.find((one: { metric: string }) => one.metric === "recall@5");
    expect(recall).toMatchObject({ change: 0, better: 0, worse: 0 });
  },
);

test("the report stands on both prompts, also when it is made again", async () => {
  const server = await startModelServer({ reply: (_body, index) => `Answer ${index}.` });
  const project = makeProject(files);
  const environment = { OPENAI_BASE_URL: server.url, OPENAI_API_KEY: "k" };
  const run = await project.touchstone(["compare", ...pair, "-o", "out.md"], { environment });
  await server.close();
  const sentence = "mine@v1 -> mine@v2: 4 of 6 unchanged by construction.";
  expect(run.stdout).toContain(sentence);
  expect(project.read("out.md")).toContain("4 of 6 unchanged by construction");
  const again = await project.touchstone(["report", project.run("handbook")]);
  expect(again.stdout).toContain(sentence);
  // The Chinese question q3 is the third that the first prompt asked, and the first of the second.
  const html = project.read(`${project.run("handbook")}/report.html`);
  expect(html).toMatch(/"answers":\{[^}]*"q3":\["Answer \d\."\]/);
});

test("two answers that could not be had are not alike", async () => {
  const server = await startModelServer({ reply: () => ({ status: 400, body: { error: { message: "no" } } }) });
  const project = makeProject(files);
  const environment = { OPENAI_BASE_URL: server.url, OPENAI_API_KEY: "k" };
  const run = await project.touchstone(["compare", ...pair, "--json"], { environment });
  expect(run.code).toBe(3);
  expect(JSON.parse(run.stdout).prompts).toMatchObject({ unchanged: 0, of: 6 });
  const ablated = await project.touchstone(["ablate", "mine@v1", "--json"], { environment });
  await server.close();
  expect(ablated.code).toBe(3);
  expect(JSON.parse(ablated.stdout)).toMatchObject({ parts: [], errors: 6, of: 6, isComplete: false });
});

test.each([
  [[...pair.slice(0, 2)], "two prompts are compared, and 1 is given"],
  [["plain", ...pair], "no suite that was asked for has a target of the kind `prompt`"],
  [["--prompt", "mine@v1", "--prompt", "mine@v3"], "`mine` has no version 3"],
  [["--prompt", "mine@v1", "--prompt", "mine@latest"], "`mine@latest` does not say which version"],
])("%j is refused before any call", async (args, message) => {
  const project = makeProject(files);
  const environment = { OPENAI_BASE_URL: "http://127.0.0.1:9/v1", OPENAI_API_KEY: "k" };
  const { code, stderr } = await project.touchstone(["compare", ...args], { environment });
  expect(stderr).toContain(message);
  expect(code).toBe(2);
  expect(project.hasOutput()).toBe(false);
});
