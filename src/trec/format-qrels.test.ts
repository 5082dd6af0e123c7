import { expect, test } from "vitest";
import type { Case, Gold } from "../core/index.ts";
import { formatQrels } from "./format-qrels.ts";

function caseOf(id: string, gold: Gold): Case {
  const texts = { query: "?", history: [], references: [], tags: [], metadata: {} };
  return { id, gold, ...texts, answerable: true, language: "en", at: `cases.jsonl:${id.length}` };
}
const groupsOf = (...groups: readonly (readonly [string, number])[]): Gold => ({
  kind: "groups",
  groups: groups.map(([ids, grade]) => ({ any: ids.split("|"), grade })),
});

test("a line for each id with its grade, 0 for what was judged not relevant, none for a case without gold", () => {
  const cases = [
    caseOf("q1", { kind: "groups", groups: [{ any: ["a"], grade: 3 }], judged: ["b", "c"] }),
    caseOf("q2", groupsOf()),
    caseOf("q3", { kind: "spans", spans: [] }),
    caseOf("q4", groupsOf(["x", 1], ["b\u00a0c", 2])),
  ];
  expect(formatQrels(cases)).toBe("q1 0 a 3\nq1 0 b 0\nq1 0 c 0\nq4 0 x 1\nq4 0 b\u00a0c 2\n");
});

test("gold without a form in qrels is told, all of it at once", () => {
  const cases = [
    caseOf("q1", groupsOf(["a|b", 1])),
    caseOf("q02", { kind: "spans", spans: [{ doc: "d", quote: "q" }] }),
    caseOf("q003", groupsOf(["a", 0.5])),
    caseOf("q 04 ", groupsOf(["a", 1])),
    caseOf("q00005", { kind: "groups", groups: [], judged: ["a b"] }),
  ];
  expect(() => formatQrels(cases)).toThrowErrorMatchingInlineSnapshot(`
    [InputError: error[trec-gold]: the gold of case \`q1\` has no form in qrels: a group of 2 ids, any of which will do
      at:  cases.jsonl:2
      fix: give each relevant thing as one id, with a whole number as its grade
    error[trec-gold]: the gold of case \`q02\` has no form in qrels: it is quotations
      at:  cases.jsonl:3
      fix: give each relevant thing as one id, with a whole number as its grade
    error[trec-gold]: the gold of case \`q003\` has no form in qrels: the grade 0.5 is not a whole number
      at:  cases.jsonl:4
      fix: give each relevant thing as one id, with a whole number as its grade
    error[trec-gold]: the gold of case \`q 04 \` has no form in qrels: white space in the id \`q 04 \`
      at:  cases.jsonl:5
      fix: give each relevant thing as one id, with a whole number as its grade
    error[trec-gold]: the gold of case \`q00005\` has no form in qrels: white space in the id \`a b\`
      at:  cases.jsonl:6
      fix: give each relevant thing as one id, with a whole number as its grade]
  `);
});
