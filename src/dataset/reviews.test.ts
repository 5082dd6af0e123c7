import { describe, expect, test } from "vitest";
import type { Case, Gold, Problem } from "../core/index.ts";
import { hashCase, hashReviewed } from "./hash.ts";
import { applyReviews, formatReview, parseReviews } from "./reviews.ts";

const caseOf = (gold: Gold): Case => ({
  id: "q1",
  query: "q?",
  history: [],
  gold,
  references: [],
  answerable: true,
  language: "en",
  tags: [],
  metadata: {},
  at: "cases.jsonl:1",
});
const ids = (...names: string[]): Gold => ({ kind: "groups", groups: names.map((id) => ({ any: [id], grade: 1 })) });
const quoted: Gold = { kind: "spans", spans: [{ doc: "d", quote: "the evidence" }] };

function reviewed(gold: Gold, ...lines: object[]): { readonly one: Case | undefined; readonly problems: Problem[] } {
  const problems: Problem[] = [];
  const text = lines.map((line) => JSON.stringify({ case: "q1", ...line })).join("\n");
  const { reviews } = parseReviews(text, "labels.jsonl", { problems });
  return { one: applyReviews([caseOf(gold)], reviews, { problems })[0], problems };
}

describe("what reviews say goes into the gold", () => {
  test("an id with a grade is a relevant thing of its own; with 0 it is judged, and gold no more", () => {
    const { one, problems } = reviewed(
      ids("a", "b"),
      { id: "x", grade: 2 },
      { id: "n", grade: 0 },
      { id: "b", grade: 0 },
    );
    expect(problems).toEqual([]);
    expect(one?.gold).toEqual({
      kind: "groups",
      groups: [
        { any: ["a"], grade: 1 },
        { any: ["x"], grade: 2 },
      ],
      judged: ["n", "b"],
    });
    expect(one?.unreviewedGold).toEqual(ids("a", "b"));
  });
  test("an id of an any-of group stays in it; judged not relevant it is taken out", () => {
    const gold: Gold = { kind: "groups", groups: [{ any: ["a", "b"], grade: 1 }] };
    expect(reviewed(gold, { id: "b", grade: 1 }).one?.gold).toEqual(gold);
    expect(reviewed(gold, { id: "b", grade: 0 }).one?.gold).toEqual({ ...ids("a"), judged: ["b"] });
  });
  test("passages go where quotations are gold", () => {
    expect(
      reviewed(quoted, { doc: "d", start: 5, end: 9, grade: 1 }, { doc: "d", quote: "of no use", grade: 0 }).one?.gold,
    ).toEqual({
      kind: "spans",
      spans: [
        { doc: "d", quote: "the evidence" },
        { doc: "d", quote: "", start: 5, end: 9 },
      ],
      judged: [{ doc: "d", quote: "of no use", grade: 0 }],
    });
  });
  test("of two reviews of one thing the later counts", () => {
    expect(reviewed(ids("a"), { id: "x", grade: 0 }, { id: "x", grade: 1 }).one?.gold).toEqual(ids("a", "x"));
    expect(
      reviewed(quoted, { doc: "d", quote: "x", grade: 1 }, { doc: "d", quote: "x", grade: 0 }).one?.gold,
    ).toMatchObject({ spans: [{ quote: "the evidence" }], judged: [{ quote: "x" }] });
  });
  test("the case stays the same case, and what reviews added is hashed apart", () => {
    const { one } = reviewed(ids("a"), { id: "x", grade: 1 });
    if (one === undefined) throw new Error("no case");
    expect(hashCase(one)).toBe(hashCase(caseOf(ids("a"))));
    expect(hashReviewed(caseOf(ids("a")))).toBeUndefined();
    expect(hashReviewed(one)).not.toBe(hashReviewed(reviewed(ids("a"), { id: "y", grade: 1 }).one as Case));
  });
});

test.each([
  [ids("a"), { doc: "d", quote: "x", grade: 1 }, "dataset-review-form"],
  [quoted, { id: "x", grade: 1 }, "dataset-review-form"],
  [quoted, { id: "x", doc: "d", grade: 1 }, "dataset-review-form"],
  [ids("a"), { id: "x", grade: -1 }, "dataset-gold-grade"],
  [ids("a"), { id: "x", grade: "high" }, "dataset-gold-grade"],
  [ids("a"), { id: "x", grade: 1, comment: "?" }, "dataset-unknown-field"],
  [quoted, { doc: "d", grade: 1 }, "dataset-gold-form"],
  [ids("a"), { case: "q2", id: "x", grade: 1 }, "dataset-review-case"],
])("%j with %j is %s, with its line", (gold, line, code) => {
  expect(reviewed(gold, line).problems).toMatchObject([{ code, at: "labels.jsonl:1" }]);
});

test("a line as it is written is read as the same review", () => {
  for (const line of [
    { case: "q1", id: "x", grade: 2 },
    { case: "q1", doc: "d", start: 5, end: 9, grade: 0 },
    { case: "q1", doc: "d", quote: "x", grade: 1 },
  ]) {
    const { reviews } = parseReviews(JSON.stringify(line), "f", { problems: [] });
    expect(reviews.map(formatReview).map((text) => JSON.parse(text))).toEqual([line]);
  }
});
