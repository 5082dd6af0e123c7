import { spawn } from "node:child_process";
import { join } from "node:path";
import { expect, test } from "vitest";
import { type ModelServer, startModelServer } from "../servers/model-server.ts";
import { handbook, makeProject, type Project, repository } from "./project.ts";

const count = 60;
const concurrency = 4;
const cases = Array.from({ length: count }, (_, i) =>
  JSON.stringify({ id: `q${i}`, query: `What is allowance ${i}?`, gold: ["travel.md"], reference: "200 yuan" }),
);
const files = {
  ...handbook,
  "datasets/handbook/cases.jsonl": `${cases.join("\n")}\n`,
  "touchstone.yaml": `
suites:
  handbook:
    dataset: datasets/handbook
    target: { kind: prompt, prompt: rag/answer@v1, model: small, k: 2 }
    judge: { kind: llm, model: big }
    maxConcurrency: ${concurrency}
    gate: { metrics: [] }
`,
};

/** Answers by the question, slowly enough to be killed in between. */
function startServer() {
  return startModelServer({
    reply: async ({ model, messages }) => {
      await new Promise((resolve) => setTimeout(resolve, 25));
      const text: string = messages.map(({ content }: { content: string }) => content).join("\n");
      const [number = "?"] = /allowance \d+/.exec(text) ?? [];
      const verdict = '{"faithfulness": 4, "relevance": 3, "completeness": 2, "reason": "as asked"}';
      return model === "big" ? verdict : `The ${number} is 200 yuan [1].`;
    },
  });
}

/**
 * Runs `touchstone eval` there, and kills it without a warning once the server has seen so many
 * more requests, and so many milliseconds later; null: it was killed.
 */
function runAndKill(
  project: Project,
  args: readonly string[],
  { server, after, later = 0 }: { readonly server: ModelServer; readonly after: number; readonly later?: number },
): Promise<number | null> {
  const env = { PATH: process.env["PATH"], OPENAI_BASE_URL: server.url, OPENAI_API_KEY: "k" };
  const child = spawn(process.execPath, [join(repository, "dist/cli/main.js"), "eval", "--no-cache", ...args], {
    cwd: project.folder,
    env,
    stdio: "ignore",
  });
  const first = server.requests.length;
  const timer = setInterval(() => {
    if (server.requests.length < first + after) return;
    clearInterval(timer);
    setTimeout(() => child.kill("SIGKILL"), later);
  }, 1);
  return new Promise((resolve) => {
    child.on("close", (code) => {
      clearInterval(timer);
      resolve(code);
    });
  });
}

test("killed at any moment and gone on with: the same results, and no finished call is made twice", async () => {
  const server = await startServer();
  const environment = { OPENAI_BASE_URL: server.url, OPENAI_API_KEY: "k" };
  const whole = makeProject(files);
  expect((await whole.touchstone(["eval", "--no-cache"], { environment })).code).toBe(0);
  expect(server.requests).toHaveLength(2 * count);
  const expected = whole.read(`${whole.run("handbook")}/results.jsonl`);

  const project = makeProject(files);
  server.requests.length = 0;
  let kills = 0;
  let code = await runAndKill(project, [], { server, after: 1 });
  const run = project.run("handbook");
  // After 2 to 11 requests more, and 0 to 29 ms later by a generator whose moments are the same in every run
  // of the test (Park & Miller 1988): in the middle of answers, of verdicts, of lines, and of a repair.
  for (let state = 7; code === null; kills += 1) {
    state = (state * 48271) % 2147483647;
    const moment = { after: 2 + (state % 10), later: (state >> 4) % 30 };
    code = await runAndKill(project, ["--resume", run], { server, ...moment });
  }
  expect(kills).toBeGreaterThanOrEqual(20);
  expect(code).toBe(0);
  expect(project.run("handbook")).toBe(run);
  expect(project.read(`${run}/results.jsonl`)).toBe(expected);
  // Each kill can cost the calls that were in flight, and no more.
  expect(server.requests.length).toBeLessThanOrEqual(2 * count + concurrency * (kills + 1));

  // A finished run has nothing left.
  const sent = server.requests.length;
  expect((await project.touchstone(["eval", "--no-cache", "--resume", run], { environment })).code).toBe(0);
  expect(server.requests).toHaveLength(sent);
  await server.close();
}, 120_000);

test("a disk that is full stops the run in good order, and it is gone on with when there is room", async () => {
  const server = await startServer();
  const project = makeProject(files);
  const environment = { PATH: process.env["PATH"], OPENAI_BASE_URL: server.url, OPENAI_API_KEY: "k" };
  // No file may grow beyond 100 blocks of 1024 bytes: the journal reaches it in the middle of the run.
  const command = `ulimit -f 100; exec "${process.execPath}" "${join(repository, "dist/cli/main.js")}" eval --no-cache`;
  const child = spawn("bash", ["-c", command], {
    cwd: project.folder,
    env: environment,
    stdio: ["ignore", "ignore", "pipe"],
  });
  const full = { stderr: "", status: null as number | null };
  child.stderr.on("data", (text) => {
    full.stderr += text;
  });
  full.status = await new Promise((resolve) => child.on("close", resolve));
  expect(full.stderr).toContain("error[disk-full]");
  expect(full.stderr).toContain("touchstone eval --resume");
  expect(full.status).toBe(3);
  const run = project.run("handbook");
  expect(project.read(`${run}/journal.jsonl`).endsWith("}\n")).toBe(true);
  const sent = server.requests.length;
  expect(sent).toBeLessThan(2 * count);
  const env = { OPENAI_BASE_URL: server.url, OPENAI_API_KEY: "k" };
  const rest = await project.touchstone(["eval", "--no-cache", "--resume", run], { environment: env });
  await server.close();
  expect(rest.stdout).toContain(`${count} of ${count} cases scored, 0 with errors`);
  expect(server.requests.length).toBeLessThanOrEqual(2 * count + concurrency);
});

test("what failed is tried again when asked, and only that", async () => {
  let isUp = false;
  const server = await startModelServer({
    reply: ({ messages }) =>
      isUp || !messages.at(-1).content.includes("allowance 3?") ? "200 yuan." : { status: 400, body: {} },
  });
  const project = makeProject({
    ...files,
    "touchstone.yaml": files["touchstone.yaml"].replace("judge: { kind: llm, model: big }", "judge: offline"),
  });
  const environment = { OPENAI_BASE_URL: server.url, OPENAI_API_KEY: "k" };
  expect((await project.touchstone(["eval"], { environment })).code).toBe(3);
  const run = project.run("handbook");
  expect(server.requests).toHaveLength(count);
  isUp = true;
  expect((await project.touchstone(["eval", "--resume", run], { environment })).code).toBe(3);
  expect(server.requests).toHaveLength(count);
  const { code, stdout } = await project.touchstone(["eval", "--resume", `${run}/report.html`, "--retry-errors"], {
    environment,
  });
  await server.close();
  expect(stdout).toContain(`${count} of ${count} cases scored, 0 with errors`);
  expect(code).toBe(0);
  expect(server.requests).toHaveLength(count + 1);
});

test("another suite than the one that was begun is refused, and so is a second writer", async () => {
  const server = await startServer();
  const project = makeProject(files);
  await runAndKill(project, [], { server, after: 20 });
  const run = project.run("handbook");
  const environment = { OPENAI_BASE_URL: server.url, OPENAI_API_KEY: "k" };
  project.write("touchstone.yaml", files["touchstone.yaml"].replace("model: small", "model: other"));
  const other = await project.touchstone(["eval", "--resume", run], { environment });
  expect(other.code).toBe(2);
  expect(other.stderr).toContain("the suite is not what it was when the run began: target");
  project.write("touchstone.yaml", files["touchstone.yaml"]);
  const filtered = await project.touchstone(["eval", "--resume", run, "--filter-first-n", "2"], { environment });
  expect(filtered.stderr).toContain("when the run began: filters");
  // This process is alive, and holds the run.
  const { hostname } = await import("node:os");
  project.write(`${run}/run.lock`, `${process.pid} ${hostname()}\n`);
  const second = await project.touchstone(["eval", "--resume", run], { environment });
  expect(second.code).toBe(2);
  expect(second.stderr).toContain("error[run-locked]");
  await server.close();
  for (const [args, message] of [
    [["--retry-errors"], "error[flag-resume]"],
    [["plain", "--resume", run], "error[flag-resume]"],
    [["--resume", "reports/none"], "error[run-missing]"],
  ] as const) {
    const wrong = await project.touchstone(["eval", ...args], { environment });
    expect(wrong.stderr).toContain(message);
    expect(wrong.code).toBe(2);
  }
});

test.each([
  ["--max-calls", "10", "10 calls were sent, and `--max-calls` allows 10"],
  // Each reply of the server has 15 tokens: 100 are reached with the seventh.
  ["--max-tokens", "100", "105 tokens were used, and `--max-tokens` allows 100"],
  ["--max-duration", "1", "the 1 seconds of `--max-duration` are over"],
])("%s %s: it stops in good order, says why, and is gone on with", async (flag, value, why) => {
  const server = await startModelServer({
    reply: async () => {
      await new Promise((resolve) => setTimeout(resolve, flag === "--max-duration" ? 200 : 5));
      return "200 yuan [1].";
    },
  });
  const project = makeProject({
    ...files,
    "touchstone.yaml": files["touchstone.yaml"]
      .replace("judge: { kind: llm, model: big }", "judge: offline")
      .replace(`maxConcurrency: ${concurrency}`, "maxConcurrency: 1"),
  });
  const environment = { OPENAI_BASE_URL: server.url, OPENAI_API_KEY: "k" };
  const { code, stdout, stderr } = await project.touchstone(["eval", flag, value], { environment });
  expect(stdout).toContain(`The run stopped, since ${why}, with `);
  expect(code).toBe(3);
  const run = project.run("handbook");
  expect(stderr).toContain(`touchstone eval --resume ${run}`);
  const sent = server.requests.length;
  expect(sent).toBeLessThan(count);
  const rest = await project.touchstone(["eval", "--resume", run, "--json"], { environment });
  await server.close();
  expect(JSON.parse(rest.stdout)).toMatchObject({ cases: { scored: count, errors: 0 }, stopped: null });
  expect(rest.code).toBe(0);
  expect(server.requests).toHaveLength(count);
});

test("--bail 1 stops at the first error; a limit that is none is refused", async () => {
  const server = await startModelServer({ reply: () => ({ status: 400, body: {} }) });
  const project = makeProject(files);
  const environment = { OPENAI_BASE_URL: server.url, OPENAI_API_KEY: "k" };
  const { code, stdout } = await project.touchstone(["eval", "--bail", "1", "-j", "1"], { environment });
  expect(stdout).toContain("1 cases have an error, and `--bail` allows fewer than 1");
  expect(code).toBe(3);
  expect(server.requests).toHaveLength(1);
  const wrong = await project.touchstone(["eval", "--max-calls", "0", "--bail", "x"], { environment });
  await server.close();
  expect(wrong.code).toBe(2);
  expect(wrong.stderr).toMatch(/error\[flag-limit\].*\n.*--max-calls[\s\S]*error\[flag-limit\].*\n.*--bail/);
});
