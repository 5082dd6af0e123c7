import { spawnSync } from "node:child_process";
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Gold } from "../src/core/index.ts";
import { isMetric, resolveMetric, scoreRetrieval } from "../src/metrics/index.ts";

/**
 * How long `touchstone metrics` takes for runs of ten million lines, as a ratio to a loop
 * in the same run that only counts the fields of the same files byte by byte, and
 * what a case costs in process: `npm run build && npx tsx bench/metrics.ts [qrels run]…`.
 * Without files it makes two: 10,000 queries of 1000 results, and 100,000 of 100.
 * Writes its table in bench/README.md.
 */
const root = fileURLToPath(new URL("../", import.meta.url));
const main = join(root, "dist", "cli", "main.js");
const repeats = 3;

interface Usage {
  /** Seconds of CPU, user and system. */
  readonly cpu: number;
  readonly peakMb: number;
}

const folder = mkdtempSync(join(tmpdir(), "touchstone-bench-"));

/** The bare loop: what reading bytes in JavaScript costs at the least. */
const scan = `
import { openSync, readSync } from "node:fs";
function count(bytes, length) {
  let fields = 0;
  let inField = false;
  for (let i = 0; i < length; i++) {
    const byte = bytes[i];
    if (byte === 32 || (byte >= 9 && byte <= 13)) { if (inField) fields++; inField = false; }
    else inField = true;
  }
  return fields;
}
const bytes = Buffer.allocUnsafe(1 << 20);
let fields = 0;
for (const file of process.argv.slice(2)) {
  const handle = openSync(file);
  for (let n = readSync(handle, bytes); n > 0; n = readSync(handle, bytes)) fields += count(bytes, n);
}
console.log(fields);
`;

/** Runs Node with a hook that reports its own CPU time and memory when it ends. */
function runOnce(args: readonly string[]): Usage {
  const hook = join(folder, "hook.mjs");
  const result = join(folder, "usage.json");
  writeFileSync(
    hook,
    `import { writeFileSync } from "node:fs";
process.on("exit", () => { const u = process.resourceUsage(); writeFileSync(${JSON.stringify(result)}, JSON.stringify({ cpu: (u.userCPUTime + u.systemCPUTime) / 1e6, peakMb: u.maxRSS / 1024 })); });\n`,
  );
  spawnSync(process.execPath, ["--import", hook, ...args], { cwd: root, stdio: "ignore" });
  return JSON.parse(readFileSync(result, "utf8")) as Usage;
}

/** Deterministic: a multiplicative mixing of a counter. */
function createChance(): (below: number) => number {
  let state = 42;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) | 0;
    return Math.floor(((state >>> 0) / 2 ** 32) * below);
  };
}

/** Sixty judgements a query, half of them retrieved; one score in sixteen is tied. */
function makeFiles(name: string, { queries, results }: { readonly queries: number; readonly results: number }) {
  const files = { qrels: join(folder, `${name}.qrels`), run: join(folder, `${name}.run`) };
  const [qrels, run] = [openSync(files.qrels, "w"), openSync(files.run, "w")];
  const chance = createChance();
  const idOf = (n: number): string => `D${String(n % 1_000_003).padStart(7, "0")}`;
  for (let q = 1; q <= queries; q += 1) {
    const query = `q${String(q).padStart(7, "0")}`;
    const [start, step] = [chance(1_000_003), 1 + chance(1_000_002)];
    let score = 400_000 + chance(100_000);
    let lines = "";
    let judgements = "";
    for (let i = 0; i < results; i += 1) {
      if (chance(16) !== 0) score -= 1 + chance(600);
      lines += `${query} Q0 ${idOf(start + i * step)} ${i + 1} ${(score / 10_000).toFixed(4)} made\n`;
    }
    for (let i = 0; i < 60; i += 1) {
      const rank = i < 30 ? Math.floor((i * results) / 30) : results + i;
      judgements += `${query} 0 ${idOf(start + rank * step)} ${Math.max(0, chance(10) - 6)}\n`;
    }
    writeSync(run, lines);
    writeSync(qrels, judgements);
  }
  closeSync(qrels);
  closeSync(run);
  return files;
}

function medianOf(usages: readonly Usage[]): Usage {
  const middle = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[repeats >> 1] ?? 0;
  return { cpu: middle(usages.map(({ cpu }) => cpu)), peakMb: Math.max(...usages.map(({ peakMb }) => peakMb)) };
}

function measureFiles(name: string, { qrels, run }: { readonly qrels: string; readonly run: string }): string[] {
  const scanner = join(folder, "scan.mjs");
  writeFileSync(scanner, scan);
  const pairs = Array.from({ length: repeats }, () => ({
    bare: runOnce([scanner, qrels, run]),
    ours: runOnce([main, "metrics", "--qrels", qrels, "--run", run]),
  }));
  const bare = medianOf(pairs.map((pair) => pair.bare));
  const ours = medianOf(pairs.map((pair) => pair.ours));
  const cells = (usage: Usage) =>
    `${usage.cpu.toFixed(2)} s | ${(usage.cpu / bare.cpu).toFixed(1)} × | ${usage.peakMb.toFixed(0)} MB`;
  return [`| ${name}: a byte scan | ${cells(bare)} |`, `| ${name}: \`touchstone metrics\` | ${cells(ours)} |`];
}

function cpuOf(work: () => void): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1e6;
}

/** A million cases of ten results and eight metrics, beside a loop that only hashes the ids. */
function measureCases(): string[] {
  const cases = 1_000_000;
  const names = ["recall@5", "recall@10", "precision@5", "hit@5", "mrr@10", "ndcg@10", "map@10", "f1@5"];
  const metrics = names.flatMap((name) => {
    const metric = resolveMetric(name);
    return isMetric(metric) ? [metric] : [];
  });
  const samples = Array.from({ length: 1000 }, (_, s) => {
    const ids = Array.from({ length: 10 }, (_, i) => ({ id: `document-${(s * 31 + i * 7) % 5000}` }));
    const any = [ids[s % 10]?.id ?? "", ids[(s * 3) % 10]?.id ?? "", `missing-${s}`];
    const gold: Gold = { kind: "groups", groups: [...new Set(any)].map((id) => ({ any: [id], grade: 1 })) };
    return { ids, gold };
  });
  let sink = 0;
  const hash = (): void => {
    for (let i = 0; i < cases; i += 1) {
      const seen = new Set<string>();
      for (const { id } of samples[i % 1000]?.ids ?? []) seen.add(id);
      sink += seen.size;
    }
  };
  const score = (): void => {
    for (let i = 0; i < cases; i += 1) {
      const sample = samples[i % 1000];
      if (sample === undefined) continue;
      const value = scoreRetrieval(sample.gold, sample.ids, metrics).scores["recall@5"];
      if (value?.kind === "scored") sink += value.value;
    }
  };
  hash();
  const bare = cpuOf(hash);
  const ours = cpuOf(score);
  if (!Number.isFinite(sink)) throw new Error("no sum");
  const row = (name: string, cpu: number) =>
    `| ${name} | ${cpu.toFixed(2)} s | ${(cpu / bare).toFixed(1)} × | ${Math.round((cpu / cases) * 1e9)} ns |`;
  return [row("only the ids put into a set", bare), row("scored by 8 metrics", ours)];
}

const given = process.argv.slice(2);
const sets =
  given.length >= 2
    ? Array.from({ length: given.length >> 1 }, (_, i) => ({
        name: String.fromCharCode(97 + i),
        files: () => ({ qrels: given[2 * i] ?? "", run: given[2 * i + 1] ?? "" }),
      }))
    : [
        { name: "a", files: () => makeFiles("a", { queries: 10_000, results: 1000 }) },
        { name: "b", files: () => makeFiles("b", { queries: 100_000, results: 100 }) },
      ];
const lines = [
  `Node ${process.version}, median of ${repeats}; memory is the highest. a: 10,000 queries × 1000 results, b: 100,000 × 100, each 10`,
  "million lines; map, mrr, ndcg@10, recall@10, recall@100, precision@10. The byte scan counts the fields of both files.",
  "",
  "| what | CPU | over a byte scan | peak memory |",
  "| --- | --- | --- | --- |",
  ...sets.flatMap(({ name, files }) => measureFiles(name, files())),
  "",
  "In process, a million cases of ten results:",
  "",
  "| what | CPU | over the set | a case |",
  "| --- | --- | --- | --- |",
  ...measureCases(),
];
rmSync(folder, { recursive: true });

const readme = join(root, "bench", "README.md");
const text = readFileSync(readme, "utf8");
const [begin, end] = ["<!-- metrics: begin -->", "<!-- metrics: end -->"];
writeFileSync(
  readme,
  `${text.slice(0, text.indexOf(begin) + begin.length)}\n${lines.join("\n")}\n${text.slice(text.indexOf(end))}`,
);
console.log(lines.join("\n"));
