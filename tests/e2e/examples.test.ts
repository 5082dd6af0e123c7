import { spawn } from "node:child_process";
import { cpSync, readFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { makeProject, repository } from "./project.ts";

interface ChunkedResult {
  readonly gold: readonly { readonly label: string; readonly quote: string }[];
  readonly retrieved: readonly {
    readonly id: string;
    readonly docId: string;
    readonly text: string;
    readonly start: number;
    readonly end: number;
    readonly relevant: boolean;
  }[];
}

const lines = (path: string): readonly string[] => readFileSync(path, "utf8").trim().split("\n");
const jsonLines = <T>(path: string): readonly T[] => lines(path).map((line) => JSON.parse(line) as T);

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

describe("examples/chunkers: one labelled set for four chunkers", () => {
  const names = ["fixed-300", "fixed-800-overlap-200", "sentences-3", "structure"];
  const project = makeProject({});
  const example = join(repository, "examples/chunkers");
  const documents = new Map(
    jsonLines<{ id: string; text: string }>(join(example, "datasets/wiki/corpus.jsonl")).map(({ id, text }) => [
      id,
      text,
    ]),
  );
  let outcomes: readonly { suite: string; exitCode: number; metrics: Record<string, { mean: number; n: number }> }[] =
    [];
  const resultsOf = (name: string) =>
    jsonLines<ChunkedResult>(join(project.folder, project.run(name), "results.jsonl"));

  beforeAll(async () => {
    cpSync(example, project.folder, { recursive: true });
    const { code, stdout } = await project.touchstone(["eval", "--json"]);
    expect(code).toBe(0);
    outcomes = JSON.parse(stdout);
  });

  test("each measures the same 16 cases over the same gold, none absent", () => {
    expect(outcomes.map(({ suite }) => suite)).toEqual(names);
    for (const { metrics } of outcomes)
      for (const metric of Object.values(metrics)) expect(metric).toMatchObject({ n: 16, planned: 16 });
    const datasets = names.map(
      (name) => JSON.parse(project.read(join(project.run(name), "manifest.json"))).fingerprint.dataset,
    );
    expect(new Set(datasets.map((dataset) => JSON.stringify(dataset))).size).toBe(1);
  });

  test("no two chunkers have a chunk id in common, and each chunk is what stands at its offsets", () => {
    const ids = names.map((name) => new Set(resultsOf(name).flatMap(({ retrieved }) => retrieved.map(({ id }) => id))));
    expect(new Set(ids.flatMap((one) => [...one])).size).toBe(ids.reduce((sum, { size }) => sum + size, 0));
    for (const { docId, text, start, end } of names.flatMap(resultsOf).flatMap(({ retrieved }) => retrieved))
      expect(documents.get(docId)?.slice(start, end)).toBe(text);
  });

  test("the chunks are cut as they are called", () => {
    const chunksOf = (name: string) => resultsOf(name).flatMap(({ retrieved }) => retrieved);
    const isLast = ({ docId, end }: ChunkedResult["retrieved"][number]) => end === documents.get(docId)?.length;
    for (const chunk of chunksOf("fixed-300")) {
      expect(chunk.start % 300).toBe(0);
      expect(isLast(chunk) || chunk.end - chunk.start === 300).toBe(true);
    }
    for (const chunk of chunksOf("fixed-800-overlap-200")) {
      expect(chunk.start % 600).toBe(0);
      expect(isLast(chunk) || chunk.end - chunk.start === 800).toBe(true);
    }
  });

  test("a chunk is relevant when it covers half of a quotation, whoever cut it", () => {
    for (const { gold, retrieved } of names.flatMap(resultsOf)) {
      for (const chunk of retrieved) {
        const covers = gold.some(({ label, quote }) => {
          const start = documents.get(label)?.indexOf(quote) ?? -1;
          const shared = Math.min(start + quote.length, chunk.end) - Math.max(start, chunk.start);
          return label === chunk.docId && start >= 0 && shared * 2 >= quote.length;
        });
        expect([chunk.id, chunk.relevant]).toEqual([chunk.id, covers]);
      }
    }
  });

  test("the table in its README has the numbers, and its dataset is a part of those that are shipped", () => {
    const readme = readFileSync(join(example, "README.md"), "utf8");
    for (const { suite, metrics } of outcomes) {
      const row = Object.values(metrics).map(({ mean }) => mean.toFixed(3));
      expect(readme.split("\n").find((line) => line.startsWith(`| \`${suite}\``))).toContain(`| ${row.join(" | ")} |`);
    }
    for (const file of ["cases.jsonl", "corpus.jsonl"]) {
      const shipped = ["clapnq-en", "cmrc-zh"].flatMap((name) => lines(join(repository, "datasets", name, file)));
      const own = lines(join(example, "datasets/wiki", file));
      expect(own.filter((line) => !shipped.includes(line))).toEqual([]);
    }
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
