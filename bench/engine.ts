import { spawn } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { main, measure, root, type Timing, writeSection } from "./measure.ts";

/**
 * A whole run beside a bare loop of the same calls with undici, against the same server:
 * `npm run build && npx tsx bench/engine.ts [cases…]`. Writes the table in bench/README.md.
 */
const concurrency = 50;
const sizes = process.argv.slice(2).map(Number);
const cases = sizes.length === 0 ? [1_000] : sizes;

/** As it is, since what reads TypeScript takes time of its own. */
const loop = [join(root, "bench", "engine-loop.mjs")];

async function startServer(latencyMs: number): Promise<{ readonly origin: string; readonly stop: () => void }> {
  const child = spawn(
    process.execPath,
    ["--import", import.meta.resolve("tsx"), join(root, "bench", "engine-server.ts"), String(latencyMs)],
    { stdio: ["ignore", "pipe", "inherit"] },
  );
  const port = await new Promise<string>((resolve) =>
    child.stdout.once("data", (line) => resolve(String(line).trim())),
  );
  return { origin: `http://127.0.0.1:${port}`, stop: () => child.kill() };
}

function makeProject(origin: string, count: number): string {
  const folder = mkdtempSync(join(tmpdir(), "touchstone-bench-"));
  mkdirSync(join(folder, "datasets", "d", "corpus"), { recursive: true });
  cpSync(join(root, "prompts"), join(folder, "prompts"), { recursive: true });
  writeFileSync(join(folder, "datasets", "d", "dataset.yaml"), "name: d\n");
  writeFileSync(
    join(folder, "datasets", "d", "corpus", "d1.md"),
    "The allowance is 200 yuan a day, and 300 yuan abroad.\n",
  );
  const lines = Array.from({ length: count }, (_, i) =>
    JSON.stringify({ id: `q${i}`, query: `What is the allowance ${i}?`, gold: ["d1.md"], reference: "200 yuan a day" }),
  );
  writeFileSync(join(folder, "datasets", "d", "cases.jsonl"), `${lines.join("\n")}\n`);
  writeFileSync(
    join(folder, "touchstone.yaml"),
    `providers: { local: { baseUrl: "${origin}/v1" } }
suites:
  s:
    dataset: datasets/d
    target: { kind: http, url: "${origin}/ask", deterministic: bench, response: { answer: answer, retrieved: chunks, docId: docId, text: text } }
    judge: { kind: llm, provider: local, model: m }
    gate: { metrics: [] }
    maxConcurrency: ${concurrency}
`,
  );
  return folder;
}

const rows: string[] = [];

function tell(what: string, timing: Timing, floor: Timing): void {
  const cells = [
    `${(timing.wallMs / 1000).toFixed(2)} s`,
    `${(timing.wallMs / floor.wallMs).toFixed(2)} ×`,
    `${(timing.cpuMs / 1000).toFixed(2)} s`,
    `${(timing.cpuMs / floor.cpuMs).toFixed(2)} ×`,
    `${Math.round(timing.peakMb)} MB`,
  ];
  rows.push(`| ${what} | ${cells.join(" | ")} |`);
  console.log(rows.at(-1));
}

for (const count of cases) {
  // Of very many cases only memory is asked, and the wait would tell nothing of it.
  for (const latencyMs of count > 50_000 ? [0] : [50, 0]) {
    const server = await startServer(latencyMs);
    const folder = makeProject(server.origin, count);
    const repeats = count > 5_000 ? 1 : 3;
    const fresh = {
      repeats,
      cwd: folder,
      before: () => rmSync(join(folder, ".touchstone"), { recursive: true, force: true }),
    };
    const n = count.toLocaleString("en");
    const floor = await measure([...loop, server.origin, String(count), String(concurrency)], { repeats });
    tell(`${n} cases, ${latencyMs} ms: undici alone`, floor, floor);
    tell(`${n} cases, ${latencyMs} ms: \`touchstone eval\``, await measure([main, "eval"], fresh), floor);
    if (latencyMs === 50 || count > 50_000)
      tell(`${n} cases, all from the cache`, await measure([main, "eval"], { repeats, cwd: folder }), floor);
    server.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

const server = await startServer(0);
const folder = makeProject(server.origin, 1);
const empty = await measure(["-e", "0"], { repeats: 5 });
tell("an empty Node process", empty, empty);
tell("`touchstone --help`", await measure([main, "--help"], { repeats: 5 }), empty);
tell("one case: `touchstone eval`", await measure([main, "eval", "--no-cache"], { repeats: 5, cwd: folder }), empty);
server.stop();
rmSync(folder, { recursive: true, force: true });

writeSection("engine", [
  `Node ${process.version}, ${concurrency} at once, median of 3 (one run beyond 5,000 cases).`,
  "",
  "| what | wall | over the floor | CPU | over the floor | peak memory |",
  "| --- | --- | --- | --- | --- | --- |",
  ...rows,
]);
