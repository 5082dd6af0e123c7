import { spawn } from "node:child_process";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** The root of this repository. */
export const root = fileURLToPath(new URL("../", import.meta.url));
/** The command line as it was built. */
export const main = join(root, "dist", "cli", "main.js");

/** What a process took. */
export interface Timing {
  /** Milliseconds on the wall. */
  readonly wallMs: number;
  /** Milliseconds of CPU, user and system. */
  readonly cpuMs: number;
  readonly peakMb: number;
}

/** The median of each over several runs. */
export async function measure(
  args: readonly string[],
  {
    repeats,
    cwd = root,
    before = () => {},
  }: { readonly repeats: number; readonly cwd?: string; readonly before?: () => void },
): Promise<Timing> {
  const runs: Timing[] = [];
  for (let i = 0; i < repeats; i++) {
    before();
    runs.push(await runOnce(args, cwd));
  }
  const median = (values: readonly number[]): number =>
    values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
  return {
    wallMs: median(runs.map((run) => run.wallMs)),
    cpuMs: median(runs.map((run) => run.cpuMs)),
    peakMb: median(runs.map((run) => run.peakMb)),
  };
}

/** Runs Node with a hook that reports its own CPU time and memory when it ends. */
async function runOnce(args: readonly string[], cwd: string): Promise<Timing> {
  const hook = join(tmpdir(), `touchstone-bench-${process.pid}.mjs`);
  const result = `${hook}.json`;
  writeFileSync(
    hook,
    `import { writeFileSync } from "node:fs";
process.on("exit", () => { const u = process.resourceUsage(); writeFileSync(${JSON.stringify(result)}, JSON.stringify({ cpuMs: (u.userCPUTime + u.systemCPUTime) / 1000, peakMb: u.maxRSS / 1024 })); });\n`,
  );
  const started = performance.now();
  await new Promise((resolve) =>
    spawn(process.execPath, ["--import", hook, ...args], { cwd, stdio: "ignore" }).on("close", resolve),
  );
  const wallMs = performance.now() - started;
  const usage = JSON.parse(readFileSync(result, "utf8")) as Omit<Timing, "wallMs">;
  rmSync(hook);
  rmSync(result);
  return { wallMs, ...usage };
}

/** Puts lines between the marks of a name in bench/README.md. */
export function writeSection(name: string, lines: readonly string[]): void {
  const readme = join(root, "bench", "README.md");
  const text = readFileSync(readme, "utf8");
  const [begin, end] = [`<!-- ${name}: begin -->`, `<!-- ${name}: end -->`];
  const from = text.indexOf(begin) + begin.length;
  writeFileSync(readme, `${text.slice(0, from)}\n${lines.join("\n")}\n${text.slice(text.indexOf(end))}`);
}
