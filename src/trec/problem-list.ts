import { InputError, type Problem } from "../core/index.ts";

/** More of one code than this help nobody: the file has one mistake that repeats. */
const shownPerCode = 20;

/** The mistakes of a file: the first of each code, and how many there are. */
export interface ProblemList {
  readonly file: string;
  readonly counts: Map<string, number>;
  readonly shown: Problem[];
}

/** An empty list for a file. */
export function createProblemList(file: string): ProblemList {
  return { file, counts: new Map(), shown: [] };
}

/** Adds a mistake on a line. Past the first of its code it is only counted, so that a wrong file of any size is told in a page. */
export function reportLine(list: ProblemList, line: number, problem: () => Omit<Problem, "at">): void {
  const { code, ...rest } = problem();
  const count = (list.counts.get(code) ?? 0) + 1;
  list.counts.set(code, count);
  if (count <= shownPerCode) list.shown.push({ code, ...rest, at: `${list.file}:${line}` });
}

/** Throws an `InputError` with what was found, or does nothing when there is nothing. */
export function throwIfReported({ file, counts, shown }: ProblemList): void {
  if (shown.length === 0) return;
  const rest = [...counts].flatMap(([code, count]): readonly Problem[] => {
    if (count <= shownPerCode) return [];
    const what = `${count - shownPerCode} more problems like the ${shownPerCode} above are not shown`;
    return [{ code, what, at: file, fix: "mend those above first; often one change mends all" }];
  });
  throw new InputError([...shown, ...rest]);
}
