import type { CaseError } from "../core/index.ts";
import type { CaseScores } from "../record/index.ts";
import { truncate } from "./format.ts";
import type { ReportInput } from "./renderer.ts";

/** A kind of error with one of its cases: most often all of a kind have one cause. */
export interface ErrorExample {
  readonly kind: string;
  /** Cases whose first error is of this kind. */
  readonly count: number;
  readonly caseId: string;
  /** Of that case, cut to what a line or two can hold. */
  readonly message: string;
}

/** The kinds of error of a run, the most frequent first, each with the message of its first case. */
export function errorExamples({ summary, results }: Pick<ReportInput, "summary" | "results">): readonly ErrorExample[] {
  const first = new Map<string, Pick<ErrorExample, "caseId" | "message">>();
  for (const result of results.scores) {
    for (const { kind, message } of errorsOf(result)) {
      if (!first.has(kind)) first.set(kind, { caseId: result.caseId, message: truncate(message, 300) });
    }
  }
  return Object.entries(summary.cases.errorsByKind)
    .sort(([, a], [, b]) => b - a)
    .map(([kind, count]) => ({ kind, count, ...(first.get(kind) ?? { caseId: "", message: "" }) }));
}

function errorsOf({ error, retrieval, generation }: CaseScores): readonly CaseError[] {
  const scores = [...Object.values(retrieval), ...Object.values(generation)];
  return [
    ...(error === null ? [] : [error]),
    ...scores.flatMap((score) => (score.kind === "error" ? [score.error] : [])),
  ];
}
