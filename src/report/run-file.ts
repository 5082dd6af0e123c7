import { hasBlank, InputError, showControls } from "../core/index.ts";
import type { CaseResult } from "../record/index.ts";
import type { Renderer, ReportInput } from "./renderer.ts";

/**
 * What was retrieved as a run file in TREC format: `case Q0 id rank score suite`, of the
 * first repeat. The scores are n, n − 1, …, 1, so that whoever orders by score keeps the
 * order of the list; those of the target may be tied or missing. A case that has an error
 * or retrieved nothing has no line.
 *
 * @throws InputError for an id with white space, which the format cannot hold.
 *
 * Source: the format of trec_eval 9.0.8.
 */
export const runFileRenderer: Renderer = {
  extension: ".run",
  *render({ summary, results }: ReportInput): Generator<string> {
    const tag = summary.suite.replace(/[^\p{L}\p{N}._-]+/gu, "-");
    for (const result of results) if (result.repeat === 0) yield linesOf(result, tag).join("");
  },
};

function linesOf({ caseId, retrieved }: CaseResult, tag: string): readonly string[] {
  const { length } = retrieved;
  const blank = [caseId, ...retrieved.map(({ id }) => id)].find(hasBlank);
  if (blank === undefined || length === 0) {
    return retrieved.map(({ id }, i) => `${caseId} Q0 ${id} ${i + 1} ${length - i} ${tag}\n`);
  }
  throw new InputError({
    code: "output-run-blank",
    what: `case \`${showControls(caseId)}\` cannot be written as lines of a run: white space in the id \`${showControls(blank)}\``,
    why: "white space separates the columns of a run",
    fix: "write the answers as `.jsonl`, or use ids without white space",
  });
}
