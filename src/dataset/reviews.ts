import { type Case, type Gold, type Problem, type Span, suggestName } from "../core/index.ts";
import { gradeOf, parseSpan } from "./gold.ts";
import { idOf } from "./id.ts";
import { parseJsonl } from "./jsonl.ts";
import { type Place, placeAt } from "./place.ts";
import type { Raw, RawObject, RawRecord } from "./raw.ts";

/** What a reviewer says of one retrieved chunk: an id, or a passage, with a grade; 0 is not relevant. */
export interface Review {
  readonly caseId: string;
  readonly thing: { readonly id: string; readonly grade: number } | { readonly span: Span };
  /** Where it was written, `file:line`. */
  readonly at: string;
}

/** What a file of reviews holds. */
export interface Reviews {
  readonly reviews: readonly Review[];
  /** Lines whose grade is still null. */
  readonly open: number;
}

/** `query` and `text` are there for the reader. */
const known = ["case", "id", "doc", "start", "end", "quote", "grade", "query", "text", "note"];

/**
 * The reviews of a JSONL text, one a line: `case`, `grade` and either `id`, or `doc` with
 * `quote` or `start` and `end`. A line whose `grade` is null is not reviewed yet.
 *
 * @param name the file as messages call it.
 */
export function parseReviews(text: string, name: string, { problems }: { readonly problems: Problem[] }): Reviews {
  const reviews: Review[] = [];
  let open = 0;
  for (const record of parseJsonl(text, name, { problems })) {
    const place = placeAt(record.at, problems);
    for (const field of [...record.fields.keys()].filter((one) => !known.includes(one))) {
      const fix = suggestName(field, known);
      place.report({ code: "dataset-unknown-field", what: `unknown field \`${field}\` of a review`, fix });
    }
    if ((record.fields.get("grade") ?? null) === null) open += 1;
    else reviews.push(...parseReview(record, place));
  }
  return { reviews, open };
}

function parseReview({ fields, at }: RawRecord, place: Place): readonly Review[] {
  const written = fields.get("case") ?? null;
  const caseId = written === null ? undefined : idOf(written, "case", place);
  if (written === null) place.report({ ...missing("case"), fix: "write the id of the case" });
  const thing = thingOf(fields, place);
  return caseId === undefined || thing === undefined ? [] : [{ caseId, thing, at }];
}

function missing(field: string): Pick<Problem, "code" | "what"> {
  return { code: "dataset-field-missing", what: `the review has no \`${field}\`` };
}

function thingOf(fields: ReadonlyMap<string, Raw>, place: Place): Review["thing"] | undefined {
  const id = fields.get("id") ?? null;
  const doc = fields.get("doc") ?? null;
  if ((id === null) === (doc === null)) {
    place.report({
      code: "dataset-review-form",
      what: id === null ? "the review names neither an `id` nor a `doc`" : "the review names an `id` and a `doc`",
      fix: "name what was reviewed: `id` where the gold of the case names ids, `doc` with `quote` where it quotes",
    });
    return undefined;
  }
  if (id === null) {
    const parts = ["doc", "quote", "start", "end", "grade"].filter((key) => (fields.get(key) ?? null) !== null);
    const written: RawObject = Object.fromEntries(parts.map((key) => [key, fields.get(key) ?? null]));
    const span = parseSpan(written, "review", place);
    return span === undefined ? undefined : { span };
  }
  const name = idOf(id, "id", place);
  const grade = gradeOf(fields.get("grade") ?? null, "grade", place);
  return name === undefined || grade === undefined ? undefined : { id: name, grade };
}

/**
 * The cases with what reviews say in their gold, in the order given: of two reviews of one
 * thing the later counts. A grade above 0 makes it a relevant thing of its own, 0 one that
 * was judged and is not relevant, and then it is none in the gold either.
 *
 * @param problems gets reviews of cases that are not there, and of another form than the gold.
 */
export function applyReviews(
  cases: readonly Case[],
  reviews: readonly Review[],
  { problems }: { readonly problems: Problem[] },
): readonly Case[] {
  const byCase = new Map<string, Review[]>();
  for (const review of reviews) byCase.set(review.caseId, [...(byCase.get(review.caseId) ?? []), review]);
  const ids = new Set(cases.map(({ id }) => id));
  for (const { caseId, at } of reviews.filter((review) => !ids.has(review.caseId))) {
    const what = `the review names the case \`${caseId}\`, and the dataset has none of that id`;
    problems.push({ code: "dataset-review-case", what, at, fix: suggestName(caseId, [...ids]) });
  }
  return cases.map((evalCase) => {
    const own = byCase.get(evalCase.id);
    if (own === undefined) return evalCase;
    const gold = own.reduce(
      (before, review) => withReview(before, review, placeAt(review.at, problems)),
      evalCase.gold,
    );
    return { ...evalCase, gold, unreviewedGold: evalCase.gold };
  });
}

function withReview(gold: Gold, { thing }: Review, place: Place): Gold {
  const isEmpty = gold.kind === "groups" && gold.groups.length === 0 && gold.judged === undefined;
  if ("span" in thing && (gold.kind === "spans" || isEmpty))
    return withSpan(gold.kind === "spans" ? gold : { kind: "spans", spans: [] }, thing.span);
  if ("id" in thing && gold.kind === "groups") return withId(gold, thing);
  const [form, wanted] = gold.kind === "spans" ? ["passages", "`doc` with `quote`"] : ["ids", "an `id`"];
  place.report({
    code: "dataset-review-form",
    what: `the gold of the case names ${form}, and the review does not`,
    fix: `write ${wanted}`,
  });
  return gold;
}

function withId(
  { groups, judged = [] }: Extract<Gold, { kind: "groups" }>,
  { id, grade }: { readonly id: string; readonly grade: number },
): Gold {
  const isKnown = groups.some(({ any }) => any.length > 1 && any.includes(id));
  if (grade > 0 && isKnown)
    return judged.length === 0 ? { kind: "groups", groups } : { kind: "groups", groups, judged };
  const others = groups
    .map((group) => ({ ...group, any: group.any.filter((one) => one !== id) }))
    .filter(({ any }) => any.length > 0);
  const rest = judged.filter((one) => one !== id);
  const nowJudged = grade === 0 ? [...rest, id] : rest;
  const nowGroups = grade === 0 ? others : [...others, { any: [id], grade }];
  return { kind: "groups", groups: nowGroups, ...(nowJudged.length === 0 ? {} : { judged: nowJudged }) };
}

function withSpan({ spans, judged = [] }: Extract<Gold, { kind: "spans" }>, span: Span): Gold {
  const isOther = (one: Span): boolean => !isSamePlace(one, span);
  const nowJudged = [...judged.filter(isOther), ...(span.grade === 0 ? [span] : [])];
  const nowSpans = [...spans.filter(isOther), ...(span.grade === 0 ? [] : [span])];
  return { kind: "spans", spans: nowSpans, ...(nowJudged.length === 0 ? {} : { judged: nowJudged }) };
}

function isSamePlace(one: Span, other: Span): boolean {
  return one.doc === other.doc && one.quote === other.quote && one.start === other.start && one.end === other.end;
}

/** The line of a review in a file of them. */
export function formatReview({ caseId, thing }: Review): string {
  if ("id" in thing) return JSON.stringify({ case: caseId, id: thing.id, grade: thing.grade });
  const { doc, quote, start, end, grade = 1 } = thing.span;
  const offsets = start === undefined ? {} : { start, end };
  return JSON.stringify({ case: caseId, doc, ...offsets, ...(quote === "" ? {} : { quote }), grade });
}
