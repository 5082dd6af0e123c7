import type { CaseResult } from "../record/index.ts";
import type { Renderer, ReportInput } from "./renderer.ts";

/**
 * What the target gave, as JSON lines that the `recorded` target reads, of the first
 * repeat: such a line serves every repeat. A case on which the target failed has no line.
 */
export const answersRenderer: Renderer = {
  extension: ".jsonl",
  *render({ results }: ReportInput): Generator<string> {
    for (const result of results)
      if (result.repeat === 0 && result.answer !== null) yield `${JSON.stringify(answerOf(result))}\n`;
  },
};

function answerOf({ caseId, answer, retrieved }: CaseResult): unknown {
  return { caseId, answer, retrieved: retrieved.map(({ relevant: _, ...chunk }) => chunk) };
}
