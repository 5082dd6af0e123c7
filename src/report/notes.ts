import type { Summary } from "../record/index.ts";
import { formatCount } from "./format.ts";

/** What the reader of the numbers should know of the data, in English: the run's own notes, then the dropped duplicates. */
export function notesOf({ notes, cases: { droppedDuplicates } }: Summary): readonly string[] {
  if (droppedDuplicates === 0) return notes;
  const dropped =
    droppedDuplicates === 1 ? "1 retrieved entry was" : `${formatCount(droppedDuplicates)} retrieved entries were`;
  return [...notes, `${dropped} dropped, since the same id stood further up`];
}
