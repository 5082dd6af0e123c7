import type { Comparison } from "../gate/index.ts";
import type { CaseResult, Summary } from "../record/index.ts";

/** All that a report may show. A renderer computes nothing: each number in it stands in here. */
export interface ReportInput {
  readonly summary: Summary;
  readonly comparison: Comparison;
  readonly exitCode: number;
  /** In dataset order, repeats of a case side by side. */
  readonly results: readonly CaseResult[];
}

/** Turns a finished run into one text. Pure: the caller writes the file. */
export interface Renderer {
  /** Chooses the renderer for `-o report.md`. */
  readonly extension: `.${string}`;
  render(input: ReportInput): string;
}
