import { describe, expect, test } from "vitest";
import { startModelServer } from "../servers/model-server.ts";
import { startRagServer } from "../servers/rag-server.ts";
import type { ScriptedReply } from "../servers/scripted-server.ts";
import { handbook, makeProject } from "./project.ts";

interface Printed {
  readonly runId: string;
  readonly suite: string;
  readonly verdict: string;
  readonly exitCode: number;
  readonly cases: { readonly planned: number; readonly scored: number; readonly errors: number };
  readonly metrics: Readonly<
    Record<string, { readonly mean: number | null; readonly n: number; readonly planned: number }>
  >;
  readonly gate: readonly { readonly metric: string; readonly verdict: string; readonly change: number | null }[];
  readonly report: string;
}

describe("the embedded default", () => {
  test("first run: no baseline is undecided; -u accepts it; the same again passes; a worse retriever fails", async () => {
    const project = makeProject(handbook);

    const first = await project.touchstone(["eval"]);
    expect(first.code).toBe(3);
    expect(first.stdout).toContain("there is no baseline");
    expect(project.read(`${project.run("handbook")}/report.html`)).toContain("<!doctype html>");

    const accepted = await project.touchstone(["eval", "-u"]);
    expect(accepted.code).toBe(0);
    expect(accepted.stdout).toContain("baselines/handbook.json written");

    const same = await project.touchstone(["eval", "--json"]);
    expect(same.code).toBe(0);
    const printed = JSON.parse(same.stdout) as Printed;
    expect(printed).toMatchObject({
      suite: "handbook",
      verdict: "pass",
      exitCode: 0,
      cases: { planned: 6, scored: 6, errors: 0 },
      metrics: { "recall@5": { mean: 1, n: 4, planned: 6 } },
    });
    expect(printed.gate.map(({ metric, verdict, change }) => [metric, verdict, change])).toEqual([
      ["recall@5", "pass", 0],
      ["faithfulness", "pass", 0],
    ]);
    expect(project.read(printed.report)).toContain("</html>");

    project.write(
      "touchstone.yaml",
      `${project.read("touchstone.yaml")}    target: { kind: module, file: empty.mjs }\n`,
    );
    project.write("empty.mjs", "export default () => ({ answer: 'I do not know.', retrieved: [] });\n");
    const worse = await project.touchstone([
      "eval",
      "-o",
      "out/eval.md",
      "-o",
      "out/eval.xml",
      "-o",
      "out/eval.json",
      "-o",
      "out/eval.html",
    ]);
    expect(worse.code).toBe(1);
    expect(worse.stdout).toMatch(/FAIL: .*recall@5 fell by 100 points/);
    expect(project.read("out/eval.md")).toContain("recall@5");
    expect(project.read("out/eval.xml")).toContain("<testsuite");
    expect(JSON.parse(project.read("out/eval.json"))).toMatchObject({ verdict: "fail", exitCode: 1 });
    expect(project.read("out/eval.html")).toContain("</html>");
  });

  test("two runs give the same results, byte for byte", async () => {
    const project = makeProject(handbook);
    await project.touchstone(["eval", "-j", "1"]);
    const first = project.read(`${project.run("handbook")}/results.jsonl`);
    await project.touchstone(["eval", "-j", "8"]);
    expect(project.read(`${project.run("handbook")}/results.jsonl`)).toBe(first);
    expect(first.split("\n")).toHaveLength(7);
  });

  test("without a terminal: no escape code, at most one line a tenth, the table on stdout", async () => {
    const { stdout, stderr } = await makeProject(handbook).touchstone(["eval"]);
    expect(stdout + stderr).not.toContain("\u001b");
    expect(stderr.trim().split("\n").length).toBeLessThanOrEqual(10);
    expect(stdout).toMatch(/metric +mean +n of planned +baseline +change +verdict/);
    expect(stdout).toMatch(/recall@5 +1\.000 +4 of 6 \(2 without gold\)/);
    expect(stdout).toMatch(/report: reports\/handbook\/\d{8}-\d{6}-\d{3}-[0-9a-f]{4}\/report\.html/);
  });

  test("filters choose cases, and a part of the cases never becomes the baseline", async () => {
    const project = makeProject(handbook);
    await project.touchstone(["eval", "-u"]);
    const before = project.read("baselines/handbook.json");
    const chinese = await project.touchstone([
      "eval",
      "--json",
      "--filter-metadata",
      "language=zh",
      "--filter-pattern",
      "年假|厨师",
    ]);
    expect(JSON.parse(chinese.stdout)).toMatchObject({ cases: { planned: 2 }, verdict: "pass" });
    const two = await project.touchstone(["eval", "-u", "--filter-first-n", "2"]);
    expect(two.code).toBe(2);
    expect(two.stderr).toContain("error[flag-update-filtered]");
    const part = await project.touchstone(["eval", "--filter-first-n", "2"]);
    expect(part.stdout).toContain("2 of 6 cases ran (filter: first 2).");
    expect(project.read("baselines/handbook.json")).toBe(before);
  });

  test("repeats are averaged by case and do not count as cases", async () => {
    const project = makeProject({
      ...handbook,
      "coin.mjs":
        "export default ({ repeat }) => ({ answer: 'x', retrieved: repeat === 0 ? [{ id: 'errors.txt' }] : [] });\n",
      "touchstone.yaml":
        "suites:\n  handbook:\n    target: { kind: module, file: coin.mjs }\n    judge: none\n    gate: { metrics: [recall@5] }\n",
    });
    const { stdout } = await project.touchstone(["eval", "--json", "--repeat", "2"]);
    // Of the four cases with gold only q4 is found, and only in its first repeat: 0.5 / 4 = 0.125.
    expect(JSON.parse(stdout)).toMatchObject({
      cases: { planned: 6 },
      metrics: { "recall@5": { mean: 0.125, n: 4, planned: 6 } },
    });
  });

  test("a report is made again from the record, also of a run that was killed", async () => {
    const project = makeProject(handbook);
    await project.touchstone(["eval", "-j", "1"]);
    const run = project.run("handbook");
    const whole = project.read(`${run}/report.html`);
    const again = await project.touchstone(["report", run]);
    expect(again.code).toBe(0);
    expect(project.read(`${run}/report.html`)).toBe(whole);

    const lines = project.read(`${run}/journal.jsonl`).split("\n");
    project.write("reports/handbook/killed/manifest.json", project.read(`${run}/manifest.json`));
    project.write("reports/handbook/killed/journal.jsonl", `${lines.slice(0, 9).join("\n")}\n{"event":"ans`);
    const killed = await project.touchstone(["report", "reports/handbook/killed"]);
    expect(killed.code).toBe(0);
    expect(killed.stdout).toMatch(/handbook: 1 of 6 cases scored, 5 with errors \(5 interrupted\)/);
  });

  test("baseline show and promote", async () => {
    const project = makeProject(handbook);
    expect((await project.touchstone(["baseline", "show"])).stdout).toContain("no baseline at baselines/handbook.json");
    await project.touchstone(["eval", "--filter-first-n", "1"]);
    const refused = await project.touchstone(["baseline", "promote", project.run("handbook")]);
    expect(refused.code).toBe(2);
    expect(refused.stderr).toContain(
      "error[baseline-refused]: this run cannot become a baseline: the run covers 1 of 6 cases (first 1)",
    );
    await project.touchstone(["eval", "--seed", "3"]);
    const promoted = await project.touchstone(["baseline", "promote", project.run("handbook")]);
    expect(promoted.stdout).toMatch(/^baselines\/handbook\.json written from/);
    expect((await project.touchstone(["baseline", "show"])).stdout).toMatch(/recall@5: 1\.000 over 4 of 6/);
  });
});

describe("real systems", () => {
  const httpConfig = (url: string, more = ""): string => `
suites:
  handbook:
    target:
      kind: http
      url: ${url}
      headers: { Authorization: "Bearer \${RAG_TOKEN}" }
      body: { question: "{{query}}", user: "{{caseId}}" }
      response: { answer: data.answer, retrieved: data.hits, id: chunk, docId: doc, text: body }
      timeoutMs: 400
    gate: { metrics: [] }
${more}`;

  test("an HTTP service: request as the template says, the key only in the header", async () => {
    const server = await startRagServer({
      // It echoes what it was sent, as services do.
      reply: (_body, _index, { headers }) => ({
        body: {
          data: {
            answer: `200 yuan, you sent ${headers["authorization"]}`,
            hits: [
              { chunk: 7, doc: "travel.md", body: "The daily allowance for travel inside the country is 200 yuan." },
            ],
          },
        },
      }),
    });
    const project = makeProject({ ...handbook, "touchstone.yaml": httpConfig(server.url) });
    const { code, stdout } = await project.touchstone(["eval", "--json"], { environment: { RAG_TOKEN: "secret-9" } });
    await server.close();
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ verdict: "not-gated", metrics: { "recall@5": { mean: 0.25, n: 4 } } });
    expect(server.requests.map(({ body }) => body.user).sort()).toEqual(["q1", "q2", "q3", "q4", "q5", "q6"]);
    expect(server.requests[0]?.headers["authorization"]).toBe("Bearer secret-9");
    const run = project.run("handbook");
    expect(project.read(`${run}/results.jsonl`)).toContain("200 yuan, you sent ***");
    for (const file of ["manifest.json", "journal.jsonl", "results.jsonl", "summary.json", "report.html"]) {
      expect(project.read(`${run}/${file}`)).not.toContain("secret-9");
    }
  });

  const failures: Readonly<Record<string, ScriptedReply>> = {
    q1: { status: 500, body: "boom" },
    q2: { misbehave: "hang" },
    q3: { body: "<html>not json</html>" },
    q4: { body: { data: { reply: "x" } } },
    q5: { misbehave: "reset" },
  };

  test("each failure is an error of its case and kind, coverage is exit 3, and the means say over how many", async () => {
    const server = await startRagServer({
      reply: (body) => failures[body.user] ?? { body: { data: { answer: "我不知道。", hits: [] } } },
    });
    const project = makeProject({ ...handbook, "touchstone.yaml": httpConfig(server.url) });
    const environment = { RAG_TOKEN: "t" };
    const { code, stdout } = await project.touchstone(["eval"], { environment });
    expect(code).toBe(3);
    expect(stdout).toMatch(/handbook: 1 of 6 cases scored, 5 with errors/);
    for (const kind of ["1 http", "1 timeout", "1 body_not_json", "1 path_missing", "1 connection"])
      expect(stdout).toContain(kind);
    expect(stdout).toContain("path_missing, such as `q4`: the reply has nothing at `data.answer`");
    expect(stdout).toMatch(/recall@5 +– +0 of 6 \(1 without gold, 5 with errors\)/);

    project.write("touchstone.yaml", httpConfig(server.url, "    minCoverage: 0.1\n"));
    expect((await project.touchstone(["eval"], { environment })).code).toBe(0);
    await server.close();
  });

  test("nobody listens: every case is a connection error", async () => {
    const project = makeProject({ ...handbook, "touchstone.yaml": httpConfig("http://127.0.0.1:9/ask") });
    const { code, stdout } = await project.touchstone(["eval"], { environment: { RAG_TOKEN: "t" } });
    expect(code).toBe(3);
    expect(stdout).toContain("6 connection");
  });

  test("recorded answers; a case without a line is an error of its own kind", async () => {
    const lines = ["q1", "q2", "q3", "q4", "q5"].map((caseId) =>
      JSON.stringify({ caseId, answer: "x", retrieved: [{ id: "errors.txt" }] }),
    );
    const project = makeProject({
      ...handbook,
      "answers.jsonl": `${lines.join("\n")}\n`,
      "touchstone.yaml":
        "suites:\n  handbook:\n    target: { kind: recorded, file: answers.jsonl }\n    minCoverage: 0.5\n    gate: { metrics: [] }\n",
    });
    const { code, stdout } = await project.touchstone(["eval", "--json"]);
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      cases: { planned: 6, scored: 5, errors: 1 },
      metrics: { "recall@5": { mean: 0.25, n: 4 } },
    });
  });

  test("a TypeScript module", async () => {
    const project = makeProject({
      ...handbook,
      "rag.ts":
        "interface Ask { query: string }\nexport const ask = async ({ query }: Ask) => ({ answer: query, retrieved: [{ id: 'errors.txt', score: 1 }] });\n",
      "touchstone.yaml":
        "suites:\n  handbook:\n    target: { kind: module, file: rag.ts }\n    gate: { metrics: [] }\n",
    });
    const { code, stdout } = await project.touchstone(["eval", "--json"]);
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ cases: { scored: 6 }, metrics: { "hit@5": { mean: 0.25 } } });
  });

  test("a prompt and a model under test, judged by a model in the language of the case; the rerun is free", async () => {
    const server = await startModelServer();
    const project = makeProject({
      ...handbook,
      "touchstone.yaml": `
suites:
  handbook:
    target: { kind: prompt, prompt: rag/answer@v1, model: small, k: 3 }
    judge: { kind: llm, model: big }
    gate: { metrics: [] }
`,
    });
    const environment = { OPENAI_BASE_URL: server.url, OPENAI_API_KEY: "sk-secret" };
    const { code, stdout, stderr } = await project.touchstone(["eval", "--json"], { environment });
    expect(stderr).not.toContain("error[");
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      cases: { scored: 6 },
      metrics: { faithfulness: { mean: 4, n: 6 }, completeness: { mean: 4, n: 4 } },
    });
    const calls = server.requests.length;
    expect(server.requests.filter(({ body }) => body.model === "small")).toHaveLength(6);
    expect(server.requests.filter(({ body }) => body.model === "big")).toHaveLength(6);
    const judged = server.requests.filter(
      ({ body }) => body.model === "big" && /年假|厨师/.test(body.messages[0].content),
    );
    expect(judged).toHaveLength(2);
    for (const { body } of judged) expect(body.messages[0].content).toMatch(/评|分/);
    expect(server.requests.every(({ body }) => body.model !== "big" || body.temperature === 0)).toBe(true);

    await project.touchstone(["eval", "--json"], { environment });
    expect(server.requests).toHaveLength(calls);
    await project.touchstone(["eval", "--json", "--no-cache"], { environment });
    expect(server.requests).toHaveLength(2 * calls);
    await server.close();
    // Without the server: what was kept is enough, and what was not is named.
    expect((await project.touchstone(["eval", "--cache-only"], { environment })).code).toBe(0);
    const missing = await project.touchstone(["eval", "--cache-only", "--repeat", "2"], { environment });
    expect(missing.stdout).toContain("6 not_cached");
    expect(missing.code).toBe(3);
    expect(project.read(`${project.run("handbook")}/journal.jsonl`)).not.toContain("sk-secret");
  });

  test("a verdict that cannot be read is an error, never 0", async () => {
    const server = await startModelServer({ reply: () => "I would say it is quite good." });
    const project = makeProject({
      ...handbook,
      "touchstone.yaml": `
suites:
  handbook:
    judge: { kind: llm, model: big }
    gate: { metrics: [] }
`,
    });
    const { code, stdout } = await project.touchstone(["eval", "--filter-first-n", "2"], {
      environment: { OPENAI_BASE_URL: server.url, OPENAI_API_KEY: "k" },
    });
    await server.close();
    expect(code).toBe(3);
    expect(stdout).toContain("2 judge_unparseable");
    expect(stdout).toMatch(/faithfulness \(0-5\) +– +0 of 2/);
  });
});

describe("a module under test", () => {
  const withModule = (code: string): ReturnType<typeof makeProject> =>
    makeProject({
      ...handbook,
      "rag.mjs": code,
      "touchstone.yaml":
        "suites:\n  handbook:\n    target: { kind: module, file: rag.mjs }\n    gate: { metrics: [] }\n",
    });
  const answer = "({ answer: 'x', retrieved: ['errors.txt'] })";

  test.each([
    ["ends the process when asked", "export default () => process.exit(0);"],
    ["ends the process when loaded", "process.exit(0);"],
    [
      "throws where nobody waits",
      `export default () => { setTimeout(() => { throw new Error("late"); }, 1); return new Promise(() => {}); };`,
    ],
    [
      "rejects where nobody waits",
      `export default () => { Promise.reject(new Error("late")); return new Promise(() => {}); };`,
    ],
  ])("that %s is neither a pass nor a regression", async (_name, code) => {
    const { code: exitCode, stderr } = await withModule(code).touchstone(["eval"]);
    expect(exitCode).toBe(70);
    expect(stderr).toContain("the run was ended from inside before it was done");
  });

  test("that keeps a timer open does not hold the process", async () => {
    const { code, stdout } = await withModule(`setInterval(() => {}, 500); export default () => ${answer};`).touchstone(
      ["eval"],
    );
    expect(code).toBe(0);
    expect(stdout).toContain("report: ");
  });

  test("that prints does not get into the JSON", async () => {
    const { stdout, stderr } = await withModule(
      `export default () => { console.log("hello"); return ${answer}; };`,
    ).touchstone(["eval", "--json"]);
    expect(JSON.parse(stdout)).toMatchObject({ suite: "handbook" });
    expect(stderr).toContain("hello");
  });
});

describe("the process", () => {
  test("Ctrl-C: what is finished is on disk, the summary says incomplete, exit 130", async () => {
    const server = await startRagServer({ reply: () => ({ delayMs: 150, body: { answer: "x" } }) });
    const project = makeProject({
      ...handbook,
      "touchstone.yaml": `suites:\n  handbook:\n    target: { kind: http, url: "${server.url}", response: { answer: answer } }\n    maxConcurrency: 1\n    judge: none\n    gate: { metrics: [] }\n`,
    });
    const { code } = await project.touchstone(["eval"], {
      signal: { name: "SIGINT", afterOutput: /handbook: 2 of 6/ },
    });
    await server.close();
    expect(code).toBe(130);
    const summary = JSON.parse(project.read(`${project.run("handbook")}/summary.json`)) as {
      status: string;
      cases: { scored: number };
    };
    expect(summary.status).toBe("incomplete");
    expect(summary.cases.scored).toBeGreaterThanOrEqual(2);
    expect(summary.cases.scored).toBeLessThan(6);
    const lines = project
      .read(`${project.run("handbook")}/journal.jsonl`)
      .trim()
      .split("\n");
    for (const line of lines) JSON.parse(line);
  });

  test("a long result on a failing gate arrives whole through a pipe", async () => {
    const cases = Array.from({ length: 1500 }, (_, i) =>
      JSON.stringify({ id: `case-${i}`, query: `question ${i}`, gold: ["a"], tags: [`tag-${i}`] }),
    );
    const project = makeProject({
      "datasets/big/cases.jsonl": `${cases.join("\n")}\n`,
      "datasets/big/corpus.jsonl": '{"id":"a","text":"some text"}\n',
      "good.mjs": "export default () => ({ answer: 'x', retrieved: [{ id: 'a' }] });\n",
      "bad.mjs": "export default () => ({ answer: 'x', retrieved: [] });\n",
      "touchstone.yaml": `targets:\n  good: { kind: module, file: good.mjs }\n  bad: { kind: module, file: bad.mjs }\nsuites:\n${Array.from({ length: 1 }, () => "  big: { judge: none, target: good, slices: [tag], gate: { metrics: [recall@5] } }").join("\n")}\n`,
    });
    expect((await project.touchstone(["eval", "-u"])).code).toBe(0);
    const failing = await project.touchstone(["eval", "--target", "bad", "--json"]);
    expect(failing.code).toBe(1);
    expect(JSON.parse(failing.stdout)).toMatchObject({ verdict: "fail" });
  });
});
