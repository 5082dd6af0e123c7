import type { SuiteOutcome } from "../evaluate.ts";
import { formatJson } from "../record/index.ts";
import { machineResult } from "../report/index.ts";
import { formatOutcome } from "./terminal-table.ts";

/** Prints what became of suites: for people, or as JSON, one object where there is one suite. */
export function printOutcomes(outcomes: readonly SuiteOutcome[], json: boolean): void {
  if (json) {
    const results = outcomes.map((outcome) => machineResult(outcome, { report: outcome.report }));
    process.stdout.write(formatJson(results.length === 1 ? results[0] : results));
  } else {
    process.stdout.write(outcomes.map((outcome) => `${formatOutcome(outcome)}\n`).join(""));
  }
}
