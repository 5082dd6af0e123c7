import { afterAll, expect, test } from "vitest";
import { type ModelServer, startModelServer } from "../servers/model-server.ts";
import { handbook, makeProject, type Project } from "./project.ts";

const servers: ModelServer[] = [];
afterAll(async () => {
  for (const server of servers) await server.close();
});

const cases = Array.from({ length: 120 }, (_, i) => JSON.stringify({ id: `q${i}`, query: `What is allowance ${i}?` }));

async function projectWith(prices: string): Promise<{ readonly server: ModelServer; readonly project: Project }> {
  const server = await startModelServer();
  servers.push(server);
  const project = makeProject({
    ...handbook,
    "datasets/handbook/cases.jsonl": `${cases.join("\n")}\n`,
    "touchstone.yaml": `
providers: { fake: { baseUrl: "${server.url}", apiKey: key-of-test } }
${prices}
suites:
  handbook:
    target: { kind: prompt, prompt: rag/answer@v1, provider: fake, model: m, k: 2 }
    judge: none
    gate: { metrics: [] }
    maxConcurrency: 1
`,
  });
  return { server, project };
}

test("what a run costs is told, and a limit in dollars stops it so that it can be gone on with", async () => {
  // 10 tokens of prompt and 5 of completion: 10 × 1000 + 5 × 2000 dollars a million = $0.02 a call.
  const { server, project } = await projectWith("prices: { m: { prompt: 1000, completion: 2000 } }");
  const limited = await project.touchstone(["eval", "--max-cost", "0.05"]);
  expect(limited.code).toBe(3);
  expect(limited.stdout).toContain("$0.0600 were spent, and `--max-cost` allows 0.05");
  expect(server.requests).toHaveLength(3);
  expect(limited.stderr).toMatch(
    /^this run takes up to 120 model calls and about \d+ thousand tokens, which cost about \$\d/,
  );
  const whole = await project.touchstone(["eval", "--resume", project.run("handbook")]);
  expect(server.requests).toHaveLength(120);
  // The calls of this part: 117 × $0.02.
  expect(whole.stdout).toContain("117 sent");
  expect(whole.stdout).toContain("cost $2.34");
}, 60_000);

test("without a price a cost is unknown, never 0, and a limit in dollars is refused before anything is paid", async () => {
  const { server, project } = await projectWith("");
  const refused = await project.touchstone(["eval", "--max-cost", "1"]);
  expect(refused.code).toBe(2);
  expect(refused.stderr).toContain("error[price-missing]: the model `m` has no price");
  expect(server.requests).toHaveLength(0);
  const run = await project.touchstone(["eval", "--filter-first-n", "2"]);
  expect(run.stdout).toContain("2 sent, 0 from the cache, 30 tokens (known for 2 of 2 requests), cost unknown");
  const many = await project.touchstone(["eval", "--no-cache"]);
  expect(many.stderr).toContain("cost about an unknown amount: 120 calls of `m`, which has no price under `prices`");
}, 60_000);
