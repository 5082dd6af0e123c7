import { nearestName } from "../core/index.ts";

/** The fields of a case. */
export const caseFields = [
  "id",
  "query",
  "gold",
  "reference",
  "references",
  "answerable",
  "language",
  "tags",
  "metadata",
  "history",
] as const;

/** A field of a case by its canonical name. */
export type CaseField = (typeof caseFields)[number];

/** Other names that people's files use for the same fields. */
const aliases: Readonly<Record<string, CaseField>> = {
  question_id: "id",
  query_id: "id",
  编号: "id",
  question: "query",
  问题: "query",
  expected: "reference",
  expected_answer: "reference",
  expected_output: "reference",
  reference_answer: "reference",
  ground_truth: "reference",
  answer: "reference",
  标准答案: "reference",
  参考答案: "reference",
};

const known: readonly string[] = [...caseFields, ...Object.keys(aliases)];

/** The field that a name stands for; undefined when it is none. */
export function caseFieldOf(name: string): CaseField | undefined {
  if (Object.hasOwn(aliases, name)) return aliases[name];
  return caseFields.find((field) => field === name);
}

/** The known name that a column was probably meant to be: at most one letter off, two from 8 letters on. */
export function nearMiss(name: string, names: readonly string[] = known): string | undefined {
  const close = names.filter((one) => one.length >= 4 && Math.abs(one.length - name.length) <= 2);
  const nearest = nearestName(name, close);
  if (nearest === undefined) return undefined;
  return editsApart(name, nearest) <= (name.length >= 8 ? 2 : 1) ? nearest : undefined;
}

/** Letters put in, left out, replaced, or swapped with their neighbour: optimal string alignment. */
function editsApart(a: string, b: string): number {
  const rows: number[][] = [Array.from({ length: b.length + 1 }, (_, j) => j)];
  const at = (i: number, j: number): number => rows[i]?.[j] ?? Number.POSITIVE_INFINITY;
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    rows.push(row);
    for (let j = 1; j <= b.length; j++) {
      const isSwap = a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1] && a[i - 1] !== undefined && a[i - 2] !== undefined;
      row.push(
        Math.min(
          at(i - 1, j) + 1,
          at(i, j - 1) + 1,
          at(i - 1, j - 1) + (a[i - 1] === b[j - 1] ? 0 : 1),
          isSwap ? at(i - 2, j - 2) + 1 : Number.POSITIVE_INFINITY,
        ),
      );
    }
  }
  return at(a.length, b.length);
}
