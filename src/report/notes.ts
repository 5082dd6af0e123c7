import type { Summary } from "../record/index.ts";
import { formatCount } from "./format.ts";
import { quarantinedCases } from "./outcome.ts";
import type { ReportInput } from "./renderer.ts";

/** What the reader of the numbers should know of the data, in English: the run's own notes, then the dropped duplicates. */
export function notesOf({ notes, cases: { droppedDuplicates } }: Summary): readonly string[] {
  if (droppedDuplicates === 0) return notes;
  const dropped =
    droppedDuplicates === 1 ? "1 retrieved entry was" : `${formatCount(droppedDuplicates)} retrieved entries were`;
  return [...notes, `${dropped} dropped, since the same id stood further up`];
}

/** Each case that is out of retrieval, with the reason. */
export function quarantineLines(input: Pick<ReportInput, "summary" | "comparison">): readonly string[] {
  const { now, before } = quarantinedCases(input);
  return [...now, ...before].map(({ caseId, why }) => `${caseId} is quarantined: ${why}`);
}
