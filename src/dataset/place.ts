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

/** The first problems of each code, with a last one that says how many more there are, and on which lines. */
export function shortenProblems(problems: readonly Problem[]): readonly Problem[] {
  const byCode = new Map<string, Problem[]>();
  for (const problem of problems) {
    const list = byCode.get(problem.code);
    if (list === undefined) byCode.set(problem.code, [problem]);
    else list.push(problem);
  }
  const rest = [...byCode.values()].map((list) => list.slice(shownPerCode)).filter((list) => list.length > 0);
  const hidden = new Set(rest.flat());
  return [...problems.filter((problem) => !hidden.has(problem)), ...rest.map(countRest)];
}

function countRest(rest: readonly Problem[]): Problem {
  const [first] = rest;
  const places = placesOf(rest.flatMap(({ at }) => at ?? []));
  return {
    code: first?.code ?? "",
    what: `${rest.length} more problems like the ${shownPerCode} above are not shown${places === "" ? "" : `: ${places}`}`,
    ...(first?.at === undefined ? {} : { at: first.at }),
    fix: "mend those above first; often one change mends all",
  };
}

/** Ranges of lines fit on one line of a terminal, or nearly. */
const shownRanges = 12;

/** `cases.csv:22-40, cases.csv:43`: neighbouring lines of a file as one range. */
function placesOf(places: readonly string[]): string {
  const ranges: { readonly file: string; readonly from: string; to: string }[] = [];
  for (const place of places) {
    const [, file = place, line = ""] = /^(.*?):(\d+)(?::\d+)?$/.exec(place) ?? [];
    const last = ranges.at(-1);
    if (last?.file === file && [0, 1].includes(Number(line) - Number(last.to))) last.to = line;
    else ranges.push({ file, from: line, to: line });
  }
  const shown = ranges
    .slice(0, shownRanges)
    .map(({ file, from, to }) => (from === "" ? file : `${file}:${from}${from === to ? "" : `-${to}`}`));
  return `${shown.join(", ")}${ranges.length > shownRanges ? ", …" : ""}`;
}
