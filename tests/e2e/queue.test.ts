import { spawn } from "node:child_process";
import { join } from "node:path";
import { UnrecoverableError, Worker } from "bullmq";
import { Redis } from "ioredis";
import { afterAll, beforeAll, expect, test } from "vitest";
import { announceRun } from "../../src/run/announcement.ts";
import { serveRuns } from "../../src/run/index.ts";
import { type ModelServer, startModelServer } from "../servers/model-server.ts";
import { type RedisServer, startRedisServer } from "../servers/redis-server.ts";
import { type Finished, handbook, makeProject, type Project, repository } from "./project.ts";

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

let redis: RedisServer;
let model: ModelServer;
/** Results of one process alone. */
let expected: string;

/** Answers by the question; `thinkMs` says how long the n-th request takes. */
function startModel(thinkMs: (index: number) => number): Promise<ModelServer> {
  return startModelServer({
    reply: async ({ model: name, messages }, index) => {
      await new Promise((resolve) => setTimeout(resolve, thinkMs(index)));
      const text: string = messages.map(({ content }: { content: string }) => content).join("\n");
      const [number = "?"] = /allowance \d+/.exec(text) ?? [];
      const verdict = '{"faithfulness": 4, "relevance": 3, "completeness": 2, "reason": "as asked"}';
      return name === "big" ? verdict : `The ${number} is 200 yuan [1].`;
    },
  });
}

beforeAll(async () => {
  redis = await startRedisServer();
  model = await startModel(() => 50);
  const alone = makeProject(files);
  await start(alone, ["eval", "--no-cache"]).ended;
  expected = alone.read(`${alone.run("handbook")}/results.jsonl`);
});

/** What a test that failed has left running, too. */
const running = new Set<Started>();

afterAll(async () => {
  for (const one of running) one.kill("SIGKILL");
  await Promise.all([...running].map(({ ended }) => ended));
  await redis.close();
  await model.close();
});

interface Started {
  readonly ended: Promise<Finished>;
  kill(signal: NodeJS.Signals): void;
  /** Once its output has this. */
  says(text: string): Promise<void>;
}

function start(project: Project, args: readonly string[], server: ModelServer = model): Started {
  const env = { PATH: process.env["PATH"], OPENAI_BASE_URL: server.url, OPENAI_API_KEY: "k" };
  const child = spawn(process.execPath, [join(repository, "dist/cli/main.js"), ...args], {
    cwd: project.folder,
    env,
    stdio: ["ignore", "pipe", "pipe"],
  });
  let stdout = "";
  let stderr = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    stdout += text;
  });
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    stderr += text;
  });
  const started: Started = {
    ended: new Promise((resolve) =>
      child.on("close", (code) => {
        running.delete(started);
        resolve({ code, stdout, stderr });
      }),
    ),
    kill: (signal) => void child.kill(signal),
    says: (text) =>
      until(
        () => (stdout + stderr).includes(text),
        () => `${text} in:\n${stdout}${stderr}`,
      ),
  };
  running.add(started);
  return started;
}

async function until(isSo: () => boolean, what: () => string): Promise<void> {
  for (const began = Date.now(); !isSo(); ) {
    if (Date.now() - began > 20_000) throw new Error(`waited in vain for ${what()}`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

function requestsSince(first: number, more: number, server: ModelServer = model): Promise<void> {
  return until(
    () => server.requests.length >= first + more,
    () => `${more} requests`,
  );
}

function startWorkers(project: Project, address: string, howMany: number): readonly Started[] {
  return Array.from({ length: howMany }, () => start(project, ["worker", "--queue", address]));
}

const evalOn = (address: string, ...more: readonly string[]): readonly string[] => [
  "eval",
  "--no-cache",
  "--queue",
  address,
  ...more,
];

/** Ends workers that are idle; nothing of any run is left in Redis then. */
async function endIdle(workers: readonly Started[], address: string): Promise<void> {
  for (const worker of workers) worker.kill("SIGTERM");
  for (const { ended } of workers) expect((await ended).code).toBe(0);
  const client = new Redis(address);
  expect(await client.keys("*")).toEqual([]);
  client.disconnect();
}

/** Each case has one answer and one verdict in the one journal. */
function expectOnce(project: Project): void {
  const lines = project
    .read(`${project.run("handbook")}/journal.jsonl`)
    .trim()
    .split("\n");
  const events = lines.map((line) => JSON.parse(line)).filter(({ event }) => ["answered", "judged"].includes(event));
  expect(events).toHaveLength(2 * count);
  expect(new Set(events.map(({ event, caseId }) => `${event} ${caseId}`)).size).toBe(2 * count);
  expect(project.read(`${project.run("handbook")}/results.jsonl`)).toBe(expected);
}

test.concurrent("three workers, one of them killed: every case once, and the results of one process, byte for byte", async () => {
  const project = makeProject(files);
  const address = redis.url(1);
  const server = await startModel(() => 50);
  const workers = Array.from({ length: 3 }, () => start(project, ["worker", "--queue", address], server));
  const [victim, ...others] = workers;
  const run = start(project, evalOn(address), server);
  await Promise.all(workers.map((worker) => worker.says("serving run")));
  await requestsSince(0, 40, server);
  victim?.kill("SIGKILL");
  const { code, stdout } = await run.ended;
  expect(code).toBe(0);
  expectOnce(project);
  // What was in flight on the dead worker is paid again, two calls a case at most.
  expect(server.requests.length).toBeGreaterThanOrEqual(2 * count);
  expect(server.requests.length).toBeLessThanOrEqual(2 * count + 2 * concurrency);
  expect(stdout).toMatch(/model calls: 1[12]\d sent/);
  await endIdle(others, address);
  await server.close();
});

test.concurrent("a worker that is asked to end gives back what it cannot finish, and another takes it over", async () => {
  const project = makeProject(files);
  const address = redis.url(6);
  const server = await startModel((index) => (index < concurrency ? 60_000 : 50));
  const leaving = start(project, ["worker", "--queue", address], server);
  const run = start(project, evalOn(address, "--filter-first-n", "8"), server);
  await requestsSince(0, concurrency, server);
  leaving.kill("SIGTERM");
  const left = await leaving.ended;
  expect(left.stderr).toContain("0 cases done, 4 given back");
  expect(left.code).toBe(130);
  const other = start(project, ["worker", "--queue", address], server);
  const { code, stdout } = await run.ended;
  expect(stdout).toContain("8 of 8 cases scored, 0 with errors");
  expect(code).toBe(0);
  await endIdle([other], address);
  await server.close();
});

test("the coordinator killed and gone on with: what came in meanwhile is taken from Redis, and nothing is paid twice", async () => {
  const project = makeProject(files);
  const address = redis.url(2);
  const first = model.requests.length;
  const workers = startWorkers(project, address, 2);
  const killed = start(project, evalOn(address));
  await requestsSince(first, 30);
  killed.kill("SIGKILL");
  await killed.ended;
  // The workers go on for a while without it.
  await requestsSince(first, 60);
  const resumed = start(project, evalOn(address, "--resume", project.run("handbook")));
  expect((await resumed.ended).code).toBe(0);
  expectOnce(project);
  expect(model.requests.length - first).toBe(2 * count);
  await endIdle(workers, address);
});

test("interrupted and gone on with: the same", async () => {
  const project = makeProject(files);
  const address = redis.url(3);
  const first = model.requests.length;
  const workers = startWorkers(project, address, 2);
  const stopped = start(project, evalOn(address));
  await requestsSince(first, 30);
  stopped.kill("SIGINT");
  const { code, stderr } = await stopped.ended;
  expect(code).toBe(130);
  expect(stderr).toContain("go on with `touchstone eval --resume");
  const sent = model.requests.length;
  expect(sent - first).toBeLessThan(2 * count);
  const resumed = start(project, evalOn(address, "--resume", project.run("handbook")));
  expect((await resumed.ended).code).toBe(0);
  expectOnce(project);
  expect(model.requests.length - first).toBe(2 * count);
  await endIdle(workers, address);
});

test("a worker with another dataset refuses the run, says why, and fails none of its cases", async () => {
  const project = makeProject(files);
  const other = makeProject({ ...files, "datasets/handbook/cases.jsonl": `${cases.slice(1).join("\n")}\n` });
  const address = redis.url(4);
  const refusing = start(other, ["worker", "--queue", address]);
  const run = start(project, evalOn(address));
  await refusing.says("refused run");
  const workers = startWorkers(project, address, 1);
  expect((await run.ended).code).toBe(0);
  expectOnce(project);
  await endIdle([...workers, refusing], address);
  expect((await refusing.ended).stderr).toContain(
    "error[worker-other]: the suite `handbook` here is not that of the run: dataset\n",
  );
});

test("a Redis that dies and comes back empty is waited for, and the run ends as if nothing had been", async () => {
  const project = makeProject(files);
  const address = redis.url(5);
  const first = model.requests.length;
  const workers = startWorkers(project, address, 2);
  const run = start(project, evalOn(address));
  await requestsSince(first, 30);
  await redis.kill();
  await run.says(`waiting for Redis at redis://127.0.0.1:${redis.port}/5`);
  await redis.start();
  const { code, stdout, stderr } = await run.ended;
  expect(stderr).toContain("is back");
  expect(code).toBe(0);
  expectOnce(project);
  await endIdle(workers, address);
  expect(stdout + stderr).not.toContain("secret-of-redis");
});

test("limits count what all workers send", async () => {
  const project = makeProject(files);
  const address = redis.url(7);
  const first = model.requests.length;
  const workers = startWorkers(project, address, 2);
  const { code, stdout } = await start(project, evalOn(address, "--max-calls", "20")).ended;
  expect(stdout).toMatch(/The run stopped, since \d\d calls were sent, and `--max-calls` allows 20, with /);
  expect(code).toBe(3);
  expect(model.requests.length - first).toBeLessThan(2 * count);
  for (const worker of workers) worker.kill("SIGTERM");
  for (const { ended } of workers) expect((await ended).code).toBe(0);
});

test.each([
  // BullMQ's words when a job was taken up by workers that died, again and again.
  ["job stalled more than allowable limit", 3, `"kind":"worker_lost"`],
  ["boom", 70, "on a worker: UnrecoverableError: boom"],
])("a case that fails on a worker with `%s` ends with %i", async (message, exitCode, told) => {
  const project = makeProject(files);
  const address = redis.url(8);
  const run = start(project, evalOn(address, "--filter-first-n", "1"));
  await run.says("is open to workers");
  const connection = new Redis(address, { maxRetriesPerRequest: null });
  const found = await connection.zrange("touchstone:runs", 0, -1);
  const fail = async (): Promise<never> => {
    throw new UnrecoverableError(message);
  };
  const worker = new Worker(found.at(-1) ?? "none", fail, { connection, prefix: "touchstone" });
  const { code, stderr } = await run.ended;
  await worker.close(true);
  await connection.flushdb();
  connection.disconnect();
  const results = code === 3 ? project.read(`${project.run("handbook")}/results.jsonl`) : "";
  expect(stderr + results).toContain(told);
  expect(code).toBe(exitCode);
});

test("with `--once` a worker ends when there has been no run for a minute but one that it refuses", async () => {
  const project = makeProject(handbook);
  const client = new Redis(redis.url(9));
  const announced = { runId: "r", suite: "handbook", startedAt: "2026-01-02T03:04:05.678Z", queue: "q", flags: {} };
  const fingerprint = { dataset: { name: "", cases: "", corpus: "" }, target: {}, judge: null, metrics: [] };
  const tool = { version: "0.0.0", node: "v20" };
  await announceRun(client, { ...announced, fingerprint: { ...fingerprint, seed: 0, repeat: 2 }, tool });
  client.disconnect();
  let looks = 0;
  const lines: string[] = [];
  const outcome = await serveRuns(redis.url(9), {
    config: join(project.folder, "touchstone.yaml"),
    isOnce: true,
    clock: {
      now: () => "",
      elapsedMs: () => {
        looks += 1;
        // Each look is half a minute later.
        return looks * 30_000;
      },
    },
    version: "0.0.1",
    signal: new AbortController().signal,
    tell: (line) => lines.push(line),
  });
  expect(outcome).toEqual({ served: 0, refused: 1, givenBack: 0 });
  expect(lines.join("\n")).toContain(
    "not that of the run: dataset, target, judge, metrics, seed, repeat, version of touchstone\n",
  );
});

test("an address that is none, a Redis that is not there, a wrong password: exit 2 at once, and no secret is shown", async () => {
  const project = makeProject(files);
  const wrong = [
    ["http://secret-of-redis@host", "error[queue-address]"],
    ["redis://:secret-of-redis@127.0.0.1:1", "redis://127.0.0.1:1`: connect ECONNREFUSED 127.0.0.1:1\n"],
    [redis.url(0).replace("secret-of", "another-secret-of"), "error[queue-unreachable]"],
  ] as const;
  const started = wrong.flatMap(([address, message]) =>
    [evalOn(address), ["worker", "--queue", address]].map(
      async (args) => [message, await start(project, args).ended] as const,
    ),
  );
  for (const [message, { code, stderr }] of await Promise.all(started)) {
    expect(stderr).toContain(message);
    expect(stderr).not.toContain("secret-of-redis");
    expect(code).toBe(2);
  }
  expect(project.hasOutput()).toBe(false);
});
