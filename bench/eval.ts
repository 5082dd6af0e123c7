import { spawnSync } from "node:child_process";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/**
 * How long the commands take, as ratios to an empty Node process in the same run:
 * `npm run build && npm run bench`. Writes the table in bench/README.md.
 */
const root = fileURLToPath(new URL("../", import.meta.url));
const main = join(root, "dist", "cli", "main.js");
const repeats = 7;

interface Timing {
  /** Milliseconds on the wall, the median. */
  readonly wallMs: number;
  /** Milliseconds of CPU, user and system, the median. */
  readonly cpuMs: number;
  readonly peakMb: number;
}

function measure(args: readonly string[]): Timing {
  const runs = Array.from({ length: repeats }, () => runOnce(args));
  const median = (values: readonly number[]): number =>
    values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
  return {
    wallMs: median(runs.map((run) => run.wallMs)),
    cpuMs: median(runs.map((run) => run.cpuMs)),
    peakMb: median(runs.map((run) => run.peakMb)),
  };
}

/** Runs Node with a hook that reports its own CPU time and memory when it ends. */
function runOnce(args: readonly string[]): Timing {
  const hook = join(tmpdir(), `touchstone-bench-${process.pid}.mjs`);
  const result = `${hook}.json`;
  writeFileSync(
    hook,
    `import { writeFileSync } from "node:fs";
process.on("exit", () => { const u = process.resourceUsage(); writeFileSync(${JSON.stringify(result)}, JSON.stringify({ cpuMs: (u.userCPUTime + u.systemCPUTime) / 1000, peakMb: u.maxRSS / 1024 })); });\n`,
  );
  const started = performance.now();
  spawnSync(process.execPath, ["--import", hook, ...args], { cwd: root, stdio: "ignore" });
  const wallMs = performance.now() - started;
  const usage = JSON.parse(readFileSync(result, "utf8")) as Omit<Timing, "wallMs">;
  rmSync(hook);
  rmSync(result);
  return { wallMs, ...usage };
}

const commands = {
  "an empty Node process": ["-e", "0"],
  "`touchstone --help`": [main, "--help"],
  "`touchstone eval clapnq-en --filter-first-n 1`": [main, "eval", "clapnq-en", "--filter-first-n", "1"],
  "`touchstone eval`, both suites, 300 cases": [main, "eval"],
} as const;

const rows = Object.entries(commands).map(([name, args]) => ({ name, ...measure(args) }));
const empty = rows[0]?.wallMs ?? 1;
const table = [
  "| what | wall | over an empty process | CPU | peak memory |",
  "| --- | --- | --- | --- | --- |",
  ...rows.map(({ name, wallMs, cpuMs, peakMb }) => {
    const cells = [
      `${Math.round(wallMs)} ms`,
      `${(wallMs / empty).toFixed(1)} ×`,
      `${Math.round(cpuMs)} ms`,
      `${Math.round(peakMb)} MB`,
    ];
    return `| ${name} | ${cells.join(" | ")} |`;
  }),
];

const readme = join(root, "bench", "README.md");
const text = readFileSync(readme, "utf8");
const [begin, end] = ["<!-- eval: begin -->", "<!-- eval: end -->"];
const version = `Node ${process.version}, median of ${repeats}.`;
writeFileSync(
  readme,
  `${text.slice(0, text.indexOf(begin) + begin.length)}\n${version}\n\n${table.join("\n")}\n${text.slice(text.indexOf(end))}`,
);
console.log(table.join("\n"));
