import type { CaseResult } from "../record/index.ts";
import type { Renderer } from "./renderer.ts";

/**
 * What the target gave, as JSON lines that the `recorded` target reads, of the first
 * repeat: such a line serves every repeat. A case on which the target failed has no line.
 */
export const answersRenderer: Renderer = {
  extension: ".jsonl",
  render: ({ results }) =>
    results
      .filter(({ repeat, answer }) => repeat === 0 && answer !== null)
      .map((result) => `${JSON.stringify(answerOf(result))}\n`)
      .join(""),
};

function answerOf({ caseId, answer, retrieved }: CaseResult): unknown {
  return { caseId, answer, retrieved: retrieved.map(({ relevant: _, ...chunk }) => chunk) };
}
