import { readFileSync, truncateSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type ModelServer, startModelServer } from "../servers/model-server.ts";
import { handbook, makeProject, type Project } from "./project.ts";

let server: ModelServer;
beforeAll(async () => {
  server = await startModelServer();
});
afterAll(() => server.close());

const secret = "sk-secret-of-the-test";

function project(): Project {
  return makeProject({
    ...handbook,
    "touchstone.yaml": `
providers: { fake: { baseUrl: "${server.url}", apiKey: ${secret} } }
suites:
  handbook:
    dataset: datasets/handbook
    target: { kind: prompt, prompt: rag/answer@v1, provider: fake, model: small, k: 2 }
    judge: { kind: llm, provider: fake, model: big }
    gate: { metrics: [] }
`,
  });
}

test("a cache goes to another machine, where the same run sends nothing", async () => {
  const here = project();
  expect((await here.touchstone(["cache", "stats"])).stdout).toContain("there is no cache yet");
  await here.touchstone(["eval"]);
  const results = here.read(`${here.run("handbook")}/results.jsonl`);
  const stats = JSON.parse((await here.touchstone(["cache", "stats", "--json"])).stdout);
  const sent = server.requests.length;
  expect(stats).toMatchObject({ replies: sent, models: { [`small at ${server.url}`]: expect.any(Number) } });
  expect(stats.oldest <= stats.newest).toBe(true);
  await here.touchstone(["cache", "export", "a.jsonl"]);
  await here.touchstone(["cache", "export", "b.jsonl.gz"]);
  expect(here.read("a.jsonl")).not.toContain(secret);

  const there = project();
  there.write("b.jsonl.gz", readFileSync(join(here.folder, "b.jsonl.gz")));
  expect((await there.touchstone(["cache", "import", "b.jsonl.gz"])).stdout).toContain("0 were there");
  expect((await there.touchstone(["cache", "import", "b.jsonl.gz"])).stdout).toMatch(/^0 entries are new/);
  await there.touchstone(["cache", "export", "c.jsonl"]);
  expect(there.read("c.jsonl")).toBe(here.read("a.jsonl"));
  expect((await there.touchstone(["eval", "--cache-only"])).code).toBe(0);
  expect(there.read(`${there.run("handbook")}/results.jsonl`)).toBe(results);
  expect(server.requests).toHaveLength(sent);
}, 60_000);

test("replies are removed by model or age; a damaged file can only be removed", async () => {
  const one = project();
  await one.touchstone(["eval"]);
  const { replies, models } = JSON.parse((await one.touchstone(["cache", "stats", "--json"])).stdout);
  const small = models[`small at ${server.url}`];
  const pruned = await one.touchstone(["cache", "prune", "--model", "small"]);
  expect(pruned.stdout).toBe(`${small} removed, ${replies - small} stay\n`);
  expect((await one.touchstone(["cache", "prune", "--older-than", "1h"])).stdout).toContain("0 removed");
  expect((await one.touchstone(["cache", "prune", "--older-than", "0h"])).stdout).toContain(
    `${replies - small} removed`,
  );
  for (const [args, code] of [
    [["prune"], "cache-prune-nothing"],
    [["prune", "--older-than", "soon"], "cache-age"],
    [["import", "none.jsonl"], "cache-import"],
  ] as const) {
    const wrong = await one.touchstone(["cache", ...args]);
    expect(wrong.stderr).toContain(`error[${code}]`);
    expect(wrong.code).toBe(2);
  }
  one.write("bad.jsonl", '{"format":1}\n{"key":"k","value":{"text":"x"}}\n{"key":1}\n');
  expect((await one.touchstone(["cache", "import", "bad.jsonl"])).stderr).toContain("bad.jsonl:3");
  one.write("new.jsonl", '{"format":2}\n');
  expect((await one.touchstone(["cache", "import", "new.jsonl"])).stderr).toContain(
    "of format 2, and this version reads 1",
  );
  truncateSync(join(one.folder, ".touchstone/cache/replies.lmdb"), 5000);
  const damaged = await one.touchstone(["cache", "stats"]);
  expect(damaged.stderr).toContain("error[cache-damaged]");
  expect(damaged.code).toBe(2);
  expect((await one.touchstone(["cache", "prune", "--all"])).stdout).toBe("the cache is removed\n");
}, 60_000);
