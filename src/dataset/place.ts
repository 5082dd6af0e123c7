import type { Problem } from "../core/index.ts";

/** A place in a file, and where its problems go. */
export interface Place {
  readonly at: string;
  readonly report: (problem: Omit<Problem, "at">) => void;
}

/** A place that adds its problems, with where they are, to a list. */
export function placeAt(at: string, problems: Problem[]): Place {
  return { at, report: (problem) => problems.push({ ...problem, at }) };
}

/** More of one code than this help nobody: the file has one mistake that repeats. */
const shownPerCode = 20;

/** The first problems of each code, with a last one that counts the rest. */
export function shortenProblems(problems: readonly Problem[]): readonly Problem[] {
  const counts = new Map<string, number>();
  const shown: Problem[] = [];
  for (const problem of problems) {
    const count = (counts.get(problem.code) ?? 0) + 1;
    counts.set(problem.code, count);
    if (count <= shownPerCode) shown.push(problem);
  }
  for (const [code, count] of counts) {
    if (count <= shownPerCode) continue;
    shown.push({
      code,
      what: `${count - shownPerCode} more problems like the ${shownPerCode} above are not shown`,
      fix: "mend those above first; often one change mends all",
    });
  }
  return shown;
}
