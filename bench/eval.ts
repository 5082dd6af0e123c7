import { main, measure, writeSection } from "./measure.ts";

/**
 * How long the commands take, as ratios to an empty Node process in the same run:
 * `npm run build && npm run bench`. Writes the table in bench/README.md.
 */
const repeats = 7;

const commands = {
  "an empty Node process": ["-e", "0"],
  "`touchstone --help`": [main, "--help"],
  "`touchstone eval clapnq-en --filter-first-n 1`": [main, "eval", "clapnq-en", "--filter-first-n", "1"],
  "`touchstone eval`, both suites, 300 cases": [main, "eval"],
} as const;

const rows: { readonly name: string; readonly wallMs: number; readonly cpuMs: number; readonly peakMb: number }[] = [];
for (const [name, args] of Object.entries(commands)) rows.push({ name, ...(await measure(args, { repeats })) });
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

writeSection("eval", [`Node ${process.version}, median of ${repeats}.`, "", ...table]);
console.log(table.join("\n"));
