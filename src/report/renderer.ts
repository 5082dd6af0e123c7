import type { Comparison } from "../gate/index.ts";
import type { Results, Summary } from "../record/index.ts";

/** All that a report may show. A renderer computes nothing: each number in it stands in here. */
export interface ReportInput {
  readonly summary: Summary;
  readonly comparison: Comparison;
  readonly exitCode: number;
  readonly results: Results;
}

/** Turns a finished run into one text, or its pieces. Pure: the caller writes the file. */
export interface Renderer {
  /** Chooses the renderer for `-o report.md`. */
  readonly extension: `.${string}`;
  render(input: ReportInput): string | Iterable<string>;
}
