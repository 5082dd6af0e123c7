import { expect, test } from "vitest";
import { startRagServer } from "../servers/rag-server.ts";
import { handbook, makeProject } from "./project.ts";

interface Mistake {
  readonly name: string;
  readonly files?: Readonly<Record<string, string>>;
  readonly args?: readonly string[];
  readonly says: readonly string[];
}

const prompts = {
  "prompts/rag/answer.v1.hbs": "Answer {{qurey}} from {{#each contexts}}{{text}}{{/each}}",
};
const suite = (settings: string): Record<string, string> => ({
  "touchstone.yaml": `suites:\n  handbook:\n${settings}`,
});
const line = (value: unknown): Record<string, string> => ({
  "datasets/handbook/cases.jsonl": `${handbook["datasets/handbook/cases.jsonl"]}${JSON.stringify(value)}\n`,
});

const mistakes: readonly Mistake[] = [
  {
    name: "unknown suite",
    args: ["eval", "handbok"],
    says: ["there is no suite `handbok`", "did you mean `handbook`?"],
  },
  {
    name: "unknown metric",
    files: suite("    metrics: [recal@5]\n"),
    says: ["there is no metric `recal@5`", "touchstone.yaml:3", "did you mean `recall@5`?"],
  },
  {
    name: "missing configuration",
    args: ["eval", "-c", "none.yaml"],
    says: ["there is no configuration at `none.yaml`"],
  },
  { name: "missing dataset", files: suite("    dataset: datasets/none\n"), says: ["datasets/none"] },
  {
    name: "missing baseline that was named",
    args: ["eval", "--baseline", "basline.json"],
    says: ["there is no baseline at", "basline.json"],
  },
  { name: "invalid YAML", files: { "touchstone.yaml": "suites:\n  handbook: {\n" }, says: ["touchstone.yaml:"] },
  {
    name: "unknown config key",
    files: suite("    metricz: [recall@5]\n"),
    says: ["unknown key `metricz`", "touchstone.yaml:3", "did you mean `metrics`?"],
  },
  {
    name: "duplicate case id",
    files: line({ id: "q1", query: "again" }),
    says: ["two cases have the id `q1`", "cases.jsonl:7"],
  },
  {
    name: "gold id that is not in the corpus",
    files: line({ id: "q7", query: "x", gold: ["eror.txt"] }),
    says: ["eror.txt", "cases.jsonl:7", "errors.txt"],
  },
  {
    name: "quotation that is not in its document",
    files: line({ id: "q7", query: "x", gold: { spans: [{ doc: "travel.md", quote: "no such words" }] } }),
    says: ["cases.jsonl:7", "travel.md"],
  },
  { name: "filter that matches nothing", args: ["eval", "--filter-pattern", "zzz"], says: ["matches 0 of 6 cases"] },
  {
    name: "filter on an unknown key",
    args: ["eval", "--filter-metadata", "lang=zh"],
    says: ["no case has the metadata key `lang`", "language"],
  },
  { name: "dataset with zero cases", files: { "datasets/handbook/cases.jsonl": "" }, says: ["cases.jsonl"] },
  {
    name: "template variable that does not exist",
    files: {
      ...prompts,
      ...suite("    target: { kind: prompt, prompt: rag/answer@v1, model: m, provider: local }\n"),
      "touchstone.yaml":
        "providers:\n  local: { baseUrl: http://127.0.0.1:9/v1 }\nsuites:\n  handbook:\n    target: { kind: prompt, prompt: rag/answer@v1, model: m, provider: local }\n",
    },
    says: ["qurey", "answer.v1.hbs:1", "query"],
  },
  {
    name: "--max-concurrency 0",
    args: ["eval", "--max-concurrency", "0"],
    says: ["`maxConcurrency` must be a whole number, 1 or more", "flag --max-concurrency"],
  },
  { name: "missing key", files: suite("    judge: { kind: llm, model: m }\n"), says: ["`OPENAI_API_KEY` is not set"] },
  {
    name: "gate on what is not measured",
    files: suite("    judge: none\n    gate: { metrics: [faithfulness] }\n"),
    says: ["the gate names `faithfulness`"],
  },
  {
    name: "gate on recall without any gold",
    files: { "datasets/handbook/cases.jsonl": '{"id":"a","query":"b"}\n' },
    says: ["no case of the dataset has gold"],
  },
  {
    name: "unknown slice",
    files: suite("    slices: [langauge]\n"),
    says: ["no case has the slice key `langauge`", "did you mean `language`?"],
  },
  { name: "unknown flag", args: ["eval", "--jsn"], says: ["unknown option '--jsn'"] },
  { name: "unknown command", args: ["evl"], says: ["unknown command 'evl'"] },
  { name: "output that nobody can render", args: ["eval", "-o", "report.pdf"], says: ["report.pdf", "`.md`"] },
  {
    name: "output that is a folder",
    args: ["eval", "-o", "touchstone.yaml/report.md"],
    says: ["touchstone.yaml/report.md", "is a file"],
  },
  {
    name: "a file of metrics that does not parse",
    files: { ...suite("    metricFiles: [own.mjs]\n    metrics: [own]\n"), "own.mjs": "export const = 1;" },
    says: ["the file of metrics `own.mjs` cannot be loaded: SyntaxError", "touchstone.yaml:3"],
  },
  {
    name: "a metric with a name that is taken",
    files: {
      ...suite("    metricFiles: [own.ts]\n    metrics: [recall@5]\n"),
      "own.ts": "export const own = { name: 'recall', score: (): number => 1 };",
    },
    says: ["two metrics are called `recall`: `recall` of `own.ts` and the built-in `recall`"],
  },
  {
    name: "a metric that is called like a dimension",
    files: {
      ...suite("    metricFiles: [own.mjs]\n    metrics: [relevance]\n"),
      "own.mjs": "export const own = { name: 'relevance', score: () => 1 };",
    },
    says: ["the metric `relevance` is called like a dimension of the judge"],
  },
  { name: "a run that is none", args: ["report", "reports/none"], says: ["is not the folder of a run"] },
  {
    name: "a baseline that is none",
    files: { "touchstone.yaml": "suites:\n  handbook:\n    baseline: base.json\n", "base.json": "{}" },
    says: ["this is not a baseline", "base.json"],
  },
];

test.each(mistakes.map((mistake) => [mistake.name, mistake] as const))(
  "%s: exit 2, one clear message, nothing run and nothing written",
  async (_name, { files = {}, args = ["eval"], says }) => {
    const project = makeProject({ ...handbook, ...files });
    const { code, stdout, stderr } = await project.touchstone(args);
    for (const words of says) expect(stderr).toContain(words);
    expect(stderr).not.toMatch(/\n\s+at .*\.ts:\d+/); // no stack trace
    expect(stdout).toBe("");
    expect(code).toBe(2);
    expect(project.hasOutput()).toBe(false);
  },
);

test("a mistake in one suite stops all of them before the first call", async () => {
  const server = await startRagServer();
  const project = makeProject({
    ...handbook,
    "touchstone.yaml": `suites:\n  handbook:\n    target: { kind: http, url: "${server.url}", response: { answer: answer } }\n  other:\n    dataset: datasets/none\n`,
  });
  const { code } = await project.touchstone(["eval"]);
  await server.close();
  expect(code).toBe(2);
  expect(server.requests).toHaveLength(0);
  expect(project.hasOutput()).toBe(false);
});

test.each([
  ["--help"],
  ["eval", "--help"],
  ["report", "--help"],
  ["baseline", "--help"],
  ["dataset", "check", "--help"],
  ["baseline", "show", "--help"],
  ["baseline", "promote", "--help"],
  ["config", "show", "--help"],
])("help: %s %s %s", async (...args) => {
  const { code, stdout, stderr } = await makeProject({}).touchstone(args.filter((arg) => arg !== undefined));
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  expect(stdout).toMatch(/^Usage: touchstone/);
});
