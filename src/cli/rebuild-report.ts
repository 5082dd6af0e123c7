import { readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import type { SuiteOutcome } from "../evaluate.ts";
import { type Comparison, exitCodes } from "../gate/index.ts";
import { deriveResults, deriveSummary, readRun } from "../record/index.ts";
import { checkOutputs, writeOutputs } from "./outputs.ts";
import { formatOutcome } from "./terminal-table.ts";

/** Writes the report of a recorded run and prints its table. */
export async function rebuildReport(run: string, outputs: readonly string[]): Promise<void> {
  await checkOutputs(outputs, 1);
  const { manifest, events } = await readRun(resolve(run));
  const results = deriveResults(events, manifest.legend);
  const summary = deriveSummary({ manifest, events, results });
  const { exitCode, ...comparison } = await readComparison(resolve(run));
  const report = join(run, "report.html");
  const outcome: SuiteOutcome = {
    summary,
    results,
    comparison,
    exitCode,
    folder: run,
    report,
    baselineWritten: null,
    baselineRefused: null,
  };
  await writeOutputs(outputs.length === 0 ? [report] : outputs, [outcome]);
  process.stdout.write(`${formatOutcome(outcome)}\n`);
}

/** The comparison as it was made when the run ended: the baseline may have moved on since. */
async function readComparison(folder: string): Promise<Comparison & { readonly exitCode: number }> {
  try {
    return JSON.parse(await readFile(join(folder, "comparison.json"), "utf8")) as Comparison & { exitCode: number };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
    return {
      kind: "none",
      verdict: "inconclusive",
      baseline: null,
      reasons: ["the run ended before it was compared"],
      findings: [],
      caseSet: { added: [], removed: [], edited: [] },
      changes: {},
      exitCode: exitCodes.interrupted,
    };
  }
}
