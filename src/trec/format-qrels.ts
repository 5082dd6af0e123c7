import { type Case, type GoldGroup, hasBlank, type Problem, throwIfAny } from "../core/index.ts";

/**
 * The gold of cases as a qrels file: `case 0 id grade`, a line for each id; what was
 * judged not relevant has grade 0. A case without gold has no line.
 *
 * @throws InputError for gold that the format cannot hold: a group of several ids, spans,
 *   a grade that is not a whole number, and an id with white space.
 *
 * Source: the format of trec_eval 9.0.8.
 */
export function formatQrels(cases: readonly Case[]): string {
  const problems: Problem[] = [];
  const lines = cases.flatMap((evalCase) => linesOf(evalCase, problems));
  throwIfAny(problems);
  return lines.join("");
}

function linesOf({ id: caseId, gold, at }: Case, problems: Problem[]): readonly string[] {
  const report = (what: string): void => {
    const fix = "give each relevant thing as one id, with a whole number as its grade";
    problems.push({ code: "trec-gold", what: `the gold of case \`${caseId}\` has no form in qrels: ${what}`, at, fix });
  };
  if (gold.kind === "spans") {
    if (gold.spans.length > 0) report("it is quotations");
    return [];
  }
  const { groups, judged = [] } = gold;
  const wrong = groups.map(problemOf).find((what) => what !== undefined);
  const blank = [caseId, ...groups.flatMap(({ any }) => any), ...judged].find(hasBlank);
  if (wrong !== undefined) report(wrong);
  if (blank !== undefined) report(`white space in the id \`${blank}\``);
  return [
    ...groups.map(({ any, grade }) => `${caseId} 0 ${any[0]} ${grade}\n`),
    ...judged.map((id) => `${caseId} 0 ${id} 0\n`),
  ];
}

function problemOf({ any, grade }: GoldGroup): string | undefined {
  if (any.length !== 1) return `a group of ${any.length} ids, any of which will do`;
  return Number.isInteger(grade) ? undefined : `the grade ${grade} is not a whole number`;
}
