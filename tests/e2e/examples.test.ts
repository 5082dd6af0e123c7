import { spawn } from "node:child_process";
import { cpSync, readFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeProject, repository } from "./project.ts";

let port = 0;
let stop = (): void => {};

beforeAll(async () => {
  port = await freePort();
  const server = spawn(process.execPath, [join(repository, "examples/my-rag/server.mjs")], {
    env: { PORT: String(port) },
    stdio: ["ignore", "pipe", "inherit"],
  });
  stop = () => server.kill();
  await new Promise((resolve) => server.stdout.once("data", resolve));
});

afterAll(() => stop());

test("the commands of examples/my-rag: accept a baseline, compare with it, pass", async () => {
  const project = makeProject({});
  cpSync(join(repository, "examples/my-rag"), project.folder, { recursive: true });
  const environment = { PORT: String(port) };
  const accepted = await project.touchstone(["eval", "--update-baseline"], { environment });
  expect(accepted.code).toBe(0);
  const again = await project.touchstone(["eval", "--json"], { environment });
  expect(again.code).toBe(0);
  // Each of the four answerable questions is about one document, and its paragraph comes first.
  expect(JSON.parse(again.stdout)).toMatchObject({
    verdict: "pass",
    cases: { planned: 5, scored: 5 },
    metrics: { "recall@5": { mean: 1, n: 4 }, "mrr@10": { mean: 1 } },
  });
});

test("the commands of examples/own-metric give the numbers of its README", async () => {
  const project = makeProject({});
  cpSync(join(repository, "examples/own-metric"), project.folder, { recursive: true });
  expect((await project.touchstone(["eval", "--update-baseline"])).code).toBe(0);
  const again = await project.touchstone(["eval", "--json"]);
  expect(again.code).toBe(0);
  // Over trip, sick and annual: recall@5 (1 + 1/2 + 1) / 3, all_found@3 (0 + 0 + 1) / 3, all_found@5 (1 + 0 + 1) / 3.
  expect(JSON.parse(again.stdout)).toMatchObject({
    verdict: "pass",
    cases: { planned: 4, scored: 4 },
    metrics: {
      "recall@5": { mean: expect.closeTo(5 / 6, 12), n: 3 },
      "all_found@3": { mean: expect.closeTo(1 / 3, 12), n: 3 },
      "all_found@5": { mean: expect.closeTo(2 / 3, 12), n: 3 },
    },
  });
});

test("the dataset and the configuration in the README are read as they stand", async () => {
  const readme = readFileSync(join(repository, "README.md"), "utf8");
  const block = (language: string): string => {
    const text = new RegExp(`\`\`\`${language}\n([\\s\\S]*?)\`\`\``).exec(readme)?.[1] ?? "";
    const indent = /^ */.exec(text)?.[0] ?? "";
    return text.replaceAll(new RegExp(`^${indent}`, "gm"), "");
  };
  const project = makeProject({
    "touchstone.yaml": block("yaml").replace("8080", String(port)),
    "datasets/handbook/cases.csv": block("csv"),
    "datasets/handbook/corpus/travel.md": "# Travel\n\nThe daily allowance is 200 yuan.\n",
    "datasets/handbook/corpus/leave.md": "# 休假\n\n每年十天年假。\n",
  });
  const { code, stdout } = await project.touchstone(["eval", "handbook", "--update-baseline", "--json"]);
  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({
    suite: "handbook",
    cases: { planned: 3, scored: 3, errors: 0 },
    metrics: { "recall@5": { mean: 1, n: 2 } },
  });
});

async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, "127.0.0.1", resolve));
  const address = probe.address();
  await new Promise((resolve) => probe.close(resolve));
  if (address === null || typeof address === "string") throw new Error("no port");
  return address.port;
}
