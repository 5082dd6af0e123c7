import { join, resolve } from "node:path";
import { showPath } from "../config/index.ts";
import { exitCodes, InputError } from "../core/index.ts";
import type { SuiteOutcome } from "../evaluate.ts";
import type { Comparison } from "../gate/index.ts";
import { deriveSummary, parseJsonFile, readRun, runFolderOf } from "../record/index.ts";
import { checkOutputs, writeOutputs } from "./outputs.ts";
import { formatOutcome } from "./terminal-table.ts";

/** Writes the report of a recorded run and prints its table. */
export async function rebuildReport(run: string, outputs: readonly string[]): Promise<void> {
  await checkOutputs(outputs, 1);
  const folder = await runFolderOf(resolve(run));
  const { manifest, journal } = await readRun(folder);
  const results = journal.results(manifest.legend);
  const summary = deriveSummary({ manifest, journal, results: results.scores });
  const { exitCode, ...comparison } = await readComparison(folder);
  const report = join(showPath(folder, process.cwd()), "report.html");
  const outcome: SuiteOutcome = {
    summary,
    results,
    comparison,
    exitCode,
    folder,
    report,
    toLabel: null,
    baselineWritten: null,
    baselineRefused: null,
  };
  await writeOutputs(outputs.length === 0 ? [report] : outputs, [outcome]);
  process.stdout.write(`${formatOutcome(outcome)}\n`);
}

const noChanges: Comparison["caseSet"] = { added: [], removed: [], edited: [], quarantined: [] };

/** The comparison as it was made when the run ended: the baseline may have moved on since. */
async function readComparison(folder: string): Promise<Comparison & { readonly exitCode: number }> {
  const path = join(folder, "comparison.json");
  const comparison = (await parseJsonFile(path)) as (Comparison & { readonly exitCode: number }) | null | undefined;
  if (Array.isArray(comparison?.findings) && Array.isArray(comparison.reasons)) {
    // Older comparisons have neither: nothing was quarantined then.
    return {
      ...comparison,
      corpusChanged: comparison.corpusChanged ?? false,
      caseSet: { ...noChanges, ...comparison.caseSet },
    };
  }
  if (comparison !== undefined) {
    throw new InputError({
      code: "run-damaged",
      what: "this is no comparison",
      at: path,
      fix: "remove the file to make the report without it, or run the suite again",
    });
  }
  return {
    kind: "none",
    verdict: "inconclusive",
    baseline: null,
    reasons: ["the run ended before it was compared"],
    findings: [],
    corpusChanged: false,
    caseSet: noChanges,
    changes: {},
    exitCode: exitCodes.interrupted,
  };
}
