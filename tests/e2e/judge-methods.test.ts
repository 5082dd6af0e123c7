import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { type ModelServer, type ModelServerOptions, startModelServer } from "../servers/model-server.ts";
import { makeProject, type Project, repository } from "./project.ts";

const servers: ModelServer[] = [];
afterAll(async () => {
  for (const server of servers) await server.close();
});

const json = (values: readonly unknown[]): string => values.map((value) => `${JSON.stringify(value)}\n`).join("");

/** Two answers made elsewhere: one that a chunk supports, and one to a question that no document answers. */
async function projectWith(
  suite: string,
  { reply, files = {} }: ModelServerOptions & { readonly files?: Readonly<Record<string, string>> },
): Promise<Project> {
  const server = await startModelServer(reply === undefined ? {} : { reply });
  servers.push(server);
  return makeProject({
    "touchstone.yaml": `providers: { fake: { baseUrl: "${server.url}" } }\n${suite}    target: { kind: recorded, file: answers.jsonl }\n`,
    "answers.jsonl": json([
      {
        caseId: "days",
        answer: "Within 14 days, also on Sundays.",
        retrieved: [
          { id: "a" },
          { id: "b", text: "Ask the desk." },
          { id: "c", text: "Goods may be returned within 14 days." },
        ],
      },
      { caseId: "nobody", answer: "The king of France.", retrieved: [{ id: "b", text: "Ask the desk." }] },
    ]),
    "datasets/handbook/cases.jsonl": json([
      { id: "days", query: "How many days?", gold: ["c"], reference: "14 days" },
      { id: "nobody", query: "Who rules?", gold: [], answerable: false },
    ]),
    ...files,
  });
}

test("a team adds a dimension with a file: the example in docs/judge.md", async () => {
  const text = readFileSync(join(repository, "docs/judge.md"), "utf8");
  const [, rubric = "", suite = ""] =
    /```yaml\n(id: tone[\s\S]*?)```[\s\S]*?```yaml\n(suites:[\s\S]*?)```/.exec(text) ?? [];
  const project = await projectWith(suite, { files: { "prompts/judge/tone.v1.yaml": rubric } });
  const { stdout, code } = await project.touchstone(["eval", "-u", "--json"]);
  expect(code).toBe(0);
  expect(JSON.parse(stdout).metrics).toMatchObject({ tone: { mean: 4, n: 2, planned: 2 } });
  expect(JSON.parse(project.read("baselines/handbook.json")).cases.days.scores).toMatchObject({ tone: 4 });
});

test("claims are counted by their quotations, recorded by place in what was retrieved, and summed up everywhere", async () => {
  const reply: ModelServerOptions["reply"] = (body) => {
    const { properties } = body.response_format.json_schema.schema;
    const shown: string = body.messages[0].content;
    const context = Number(/\[(\d)\]\n<context-\w+>\nGoods/.exec(shown)?.[1] ?? 1);
    const quote = { claim: "c", verdict: "supported", context, quote: "within 14 days" };
    const lists = {
      claims: [quote, { ...quote, claim: "Sundays", quote: "also on Sundays" }],
      points: [{ point: "p", verdict: "supported", quote: "14 days" }],
      relevance: 3,
    };
    const asked = Object.entries(lists).filter(([key]) => key in properties);
    return JSON.stringify({ ...Object.fromEntries(asked), reason: "r" });
  };
  const judge = "{ kind: llm, provider: fake, model: m, method: claims, repeat: 2 }";
  const project = await projectWith(`suites:\n  handbook:\n    judge: ${judge}\n    gate: { metrics: [] }\n`, {
    reply,
  });
  const { stdout, code } = await project.touchstone(["eval", "-o", "report.md"]);
  expect(code).toBe(0);
  // Judged twice each: of 2 × 5 quotations 2 × 1 do not stand in the chunk for the first case, and 2 × 2 for the second one.
  expect(stdout).toContain("refusals: should_refuse 1 of 1 (100 %), false_refusal 0 of 1 (0 %)");
  expect(stdout).toContain("fabricated quotations of the judge: 6 of 10 (60 %)");
  expect(stdout).toContain("order sensitivity: faithfulness ±0.000 of 5 (0 of 1 answers changed)");
  expect(project.read("report.md")).toContain("_Fabricated quotations of the judge:_ 6 of 10 (60 %)");
  const run = project.run("handbook");
  const [days, nobody] = project
    .read(join(run, "results.jsonl"))
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  expect(days.generation).toMatchObject({
    faithfulness: { value: 2 },
    relevance: { value: 3 },
    completeness: { value: 5 },
  });
  // The chunk without text was not shown, and counts as a place all the same.
  expect(days.judgement.claims[0]).toEqual({
    text: "c",
    verdict: "supported",
    quote: "within 14 days",
    chunk: 2,
    isFabricated: false,
  });
  expect(days.furtherJudgements).toHaveLength(1);
  expect(days.furtherJudgements[0].contextOrder).toEqual([...days.judgement.contextOrder].reverse());
  expect(nobody).toMatchObject({ refused: false, refusalFault: "should_refuse" });
  const again = await project.touchstone(["report", run]);
  expect(again.code).toBe(0);
  expect(JSON.parse(project.read(join(run, "summary.json"))).fabricatedQuotations).toEqual({
    count: 6,
    of: 10,
    rate: 0.6,
  });
});

test("a judge of the model's own family is told wherever the run is", async () => {
  const server = await startModelServer();
  servers.push(server);
  const project = makeProject({
    "touchstone.yaml": `
providers: { fake: { baseUrl: "${server.url}" } }
suites:
  handbook:
    target: { kind: prompt, prompt: rag/answer@v1, provider: fake, model: qwen-plus }
    judge: { kind: llm, provider: fake, model: qwen-max }
    gate: { metrics: [] }
`,
    "datasets/handbook/cases.jsonl": json([{ id: "days", query: "How many days?" }]),
    "datasets/handbook/corpus.jsonl": json([{ id: "c", text: "Goods may be returned within 14 days." }]),
  });
  const { stdout } = await project.touchstone(["eval"]);
  expect(stdout).toContain("note: the judge `qwen-max` and the model under test `qwen-plus` are of one family (Qwen)");
  expect(project.read(join(project.run("handbook"), "report.html"))).toContain("are of one family (Qwen)");
});
