import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { loadAnswerPrompt } from "../src/target/index.ts";

/**
 * What it takes to render the shipped prompt over five chunks of 2000 characters, and to check 200
 * prompts with 50 fragments, each beside a floor in the same run: the same texts written as
 * JSON, the same command over no prompts. `npm run build && npx tsx bench/prompts.ts`; writes its
 * table in bench/README.md.
 */
const root = fileURLToPath(new URL("../", import.meta.url));
const main = join(root, "dist", "cli", "main.js");
const repeats = 7;

function medianMs(work: () => void): number {
  const times = Array.from({ length: repeats }, () => {
    const start = performance.now();
    work();
    return performance.now() - start;
  });
  return times.toSorted((a, b) => a - b)[repeats >> 1] ?? 0;
}

function row(what: string, ms: number, floor: number): string {
  return `| ${what} | ${ms.toFixed(0)} ms | ${(ms / floor).toFixed(1)} × |`;
}

/** A thousand questions with five chunks of 2000 characters. */
function measureRenders(): readonly string[] {
  const prompt = loadAnswerPrompt(join(root, "prompts"), "rag/answer@v1", {});
  const contexts = Array.from({ length: 5 }, (_, i) => ({
    number: i + 1,
    id: `c${i}`,
    docId: `d${i}`,
    text: `Chunk ${i} says what the handbook says. `.repeat(100).slice(0, 2000),
  }));
  const values = Array.from({ length: 1000 }, (_, i) => ({
    query: `What is question ${i} about?`,
    contexts,
    history: [],
    language: "en",
    zh: false,
  }));
  let sink = 0;
  const floor = medianMs(() => {
    for (const value of values) sink += JSON.stringify(value).length;
  });
  const ours = medianMs(() => {
    for (const value of values) sink += prompt.render(value).messages.length;
  });
  if (sink === 0) throw new Error("nothing was rendered");
  return [row("1,000 questions written as JSON", floor, floor), row("1,000 renders of `rag/answer@v1`", ours, floor)];
}

/** 200 prompts that bring in six of 50 fragments each. */
function measureCheck(): readonly string[] {
  const folder = mkdtempSync(join(tmpdir(), "touchstone-bench-"));
  const write = (path: string, text: string): void => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  };
  const check = (): void => {
    const { status } = spawnSync(process.execPath, [main, "prompts", "check"], { cwd: folder, stdio: "ignore" });
    if (status !== 0) throw new Error(`the check ended with ${status}`);
  };
  write("dataset/cases.jsonl", '{"id":"a","query":"b","gold":[]}\n');
  write("touchstone.yaml", "suites:\n  a: { dataset: dataset }\n");
  const floor = medianMs(check);
  const rules = Array.from({ length: 10 }, (_, i) => `- Rule ${i}: say only what the contexts say.`).join("\n");
  for (let i = 0; i < 50; i += 1)
    write(`prompts/shared/f${i}.v1.hbs`, `---\nkind: safety\ndeclares: fenced-data\n---\n${rules}\n`);
  for (let i = 0; i < 200; i += 1) {
    const fragments = Array.from({ length: 6 }, (_, k) => `{{> "shared/f${(i * 7 + k * 3) % 50}@v1"}}`).join("\n");
    write(
      `prompts/area/p${i}.v1.hbs`,
      `---\ninputs:\n  query: { type: text, untrusted: true }\n---\n{{#system}}\n${fragments}\n{{/system}}\n{{#user}}{{delimit "question" query}}{{/user}}\n`,
    );
  }
  const ours = medianMs(check);
  rmSync(folder, { recursive: true });
  return [
    row("`touchstone prompts check`, no prompts", floor, floor),
    row("the same, 200 prompts with 50 fragments", ours, floor),
  ];
}

const lines = [
  `Node ${process.version}, median of ${repeats}, wall time; each over the line above it.`,
  "",
  "| what | wall | over the floor |",
  "| --- | --- | --- |",
  ...measureRenders(),
  ...measureCheck(),
];
const readme = join(root, "bench", "README.md");
const text = readFileSync(readme, "utf8");
const [begin, end] = ["<!-- prompts: begin -->", "<!-- prompts: end -->"];
writeFileSync(
  readme,
  `${text.slice(0, text.indexOf(begin) + begin.length)}\n${lines.join("\n")}\n${text.slice(text.indexOf(end))}`,
);
console.log(lines.join("\n"));
