import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** The root of this repository. */
export const repository = fileURLToPath(new URL("../../", import.meta.url));

/** A finished child process. */
export interface Finished {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** A folder of a user's, with the files that a test names. */
export interface Project {
  readonly folder: string;
  /** Runs `touchstone` there, as a child process, with an environment that holds no key. */
  touchstone(args: readonly string[], options?: RunOptions): Promise<Finished>;
  read(path: string): string;
  write(path: string, content: string | Uint8Array): void;
  /** The one folder of a run below `reports/<suite>/`, the newest by name. */
  run(suite: string): string;
  /** Whether anything was written below `reports/` or `baselines/`. */
  hasOutput(): boolean;
}

export interface RunOptions {
  readonly environment?: Readonly<Record<string, string>>;
  /** What is done while it runs, each once its output is there, one after the other. */
  readonly steps?: readonly { readonly afterOutput: RegExp; readonly act: () => void }[];
  /** Sent this long after the start. */
  readonly signal?: { readonly name: NodeJS.Signals; readonly afterOutput: RegExp };
}

/** What a user runs: the build, which `npm test` makes anew. */
const main = join(repository, "dist", "cli", "main.js");

/** Makes a project in a temporary folder. */
export function makeProject(files: Readonly<Record<string, string | Uint8Array>>): Project {
  const folder = mkdtempSync(join(tmpdir(), "touchstone-e2e-"));
  const write = (path: string, content: string | Uint8Array): void => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  };
  for (const [path, content] of Object.entries(files)) write(path, content);
  const list = (path: string): string[] => {
    try {
      return readdirSync(join(folder, path)).sort();
    } catch {
      return [];
    }
  };
  return {
    folder,
    write,
    read: (path) => readFileSync(join(folder, path), "utf8"),
    run: (suite) => join("reports", suite, list(join("reports", suite)).at(-1) ?? "none"),
    hasOutput: () => list("reports").length + list("baselines").length > 0,
    touchstone: (args, options) => runTouchstone(folder, args, options),
  };
}

function runTouchstone(
  cwd: string,
  args: readonly string[],
  { environment = {}, signal, steps = [] }: RunOptions = {},
): Promise<Finished> {
  const env = { PATH: process.env["PATH"], HOME: process.env["HOME"], ...environment };
  const child = spawn(process.execPath, [main, ...args], {
    cwd,
    env,
    stdio: ["ignore", "pipe", "pipe"],
  });
  let stdout = "";
  let stderr = "";
  let isSignalled = false;
  const left = [...steps];
  const watch = (): void => {
    while (left[0]?.afterOutput.test(stdout + stderr)) left.shift()?.act();
    if (signal === undefined || isSignalled || !signal.afterOutput.test(stdout + stderr)) return;
    isSignalled = true;
    child.kill(signal.name);
  };
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    stdout += text;
    watch();
  });
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    stderr += text;
    watch();
  });
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (code) => resolve({ code, stdout, stderr }));
  });
}

/** A small corpus and six cases in both languages, two of them without an answer in the corpus. */
export const handbook: Readonly<Record<string, string>> = {
  "touchstone.yaml": "suites:\n  handbook:\n    dataset: datasets/handbook\n",
  "datasets/handbook/corpus/travel.md": `# Travel

## Daily allowance

The daily allowance for travel inside the country is 200 yuan. It is paid with the salary of the next month.

## Hotels

Hotels are booked through the travel desk. The limit for a night in Shanghai is 650 yuan, elsewhere 450 yuan.
`,
  "datasets/handbook/corpus/leave.md": `# 休假

## 年假

工作满一年的员工每年享有十天年假。年假须在次年三月三十一日之前休完。

## 病假

病假超过三天需要提交医院证明。病假期间工资按百分之八十发放。
`,
  "datasets/handbook/corpus/errors.txt": `Error E-1042 means that the card reader is not connected. Restart the terminal and plug the reader in again.

Error E-2077 means that the receipt printer has no paper.
`,
  "datasets/handbook/cases.jsonl": `${[
    {
      id: "q1",
      query: "What is the daily allowance for travel?",
      gold: { spans: [{ doc: "travel.md", quote: "The daily allowance for travel inside the country is 200 yuan." }] },
      reference: "200 yuan",
      metadata: { kind: "what" },
    },
    {
      id: "q2",
      query: "How much may a night in a Shanghai hotel cost?",
      gold: { spans: [{ doc: "travel.md", quote: "The limit for a night in Shanghai is 650 yuan" }] },
      reference: "650 yuan",
      metadata: { kind: "how much" },
    },
    {
      id: "q3",
      query: "员工每年有多少天年假？",
      gold: { spans: [{ doc: "leave.md", quote: "工作满一年的员工每年享有十天年假。" }] },
      reference: "十天",
      metadata: { kind: "how much" },
    },
    {
      id: "q4",
      query: "What does error E-1042 mean?",
      gold: ["errors.txt"],
      reference: "The card reader is not connected.",
      metadata: { kind: "what" },
    },
    {
      id: "q5",
      query: "Who won the chess championship in 1972?",
      gold: [],
      answerable: false,
      metadata: { kind: "who" },
    },
    { id: "q6", query: "公司食堂的厨师叫什么名字？", gold: [], answerable: false, metadata: { kind: "who" } },
  ]
    .map((one) => JSON.stringify(one))
    .join("\n")}\n`,
};
