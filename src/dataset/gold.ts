import { type Gold, type GoldGroup, type Span, suggestName } from "../core/index.ts";
import { normalizeText } from "../text/index.ts";
import { idOf } from "./id.ts";
import type { Place } from "./place.ts";
import { describeRaw, isRawList, isRawObject, Plain, type Raw, type RawObject, textOf } from "./raw.ts";

const noGold: Gold = { kind: "groups", groups: [] };

/**
 * Reads the four forms of gold: a list of ids (or one id), graded ids, `all` of
 * any-of groups, evidence spans. What stands twice is kept once. A grade of 0 says
 * that a thing is not relevant: it is no gold, and kept as judged.
 *
 * @param value undefined or null: no gold.
 */
export function parseGold(value: Raw | undefined, place: Place): Gold {
  if (value === undefined || value === null) return noGold;
  if (isRawList(value)) return ofIds(idsOf(value, "gold", place));
  if (!isRawObject(value)) {
    if (typeof value !== "boolean") return ofIds(idsOf([value], "gold", place));
    place.report({ code: "dataset-gold-form", what: `\`gold\` must not be ${describeRaw(value)}`, fix: fourForms });
    return noGold;
  }
  if (isRawList(value["spans"])) return parseSpans(value, value["spans"], place);
  if (isRawList(value["all"])) return parseGroups(value, value["all"], place);
  return parseGrades(value, place);
}

const fourForms =
  'write ids `["d1"]`, graded ids `{"d1": 2}`, groups `{"all": [{"any": ["d1", "d2"]}]}` or evidence `{"spans": [{"doc": "d1", "quote": "…"}]}`';

function ofIds(ids: readonly string[]): Gold {
  return { kind: "groups", groups: ids.map((id) => ({ any: [id], grade: 1 })) };
}

function idsOf(values: readonly Raw[], name: string, place: Place): readonly string[] {
  const ids = new Set<string>();
  for (const [index, value] of values.entries()) {
    const label = values.length === 1 ? name : `${name}[${index}]`;
    if (isRawObject(value) || isRawList(value)) {
      place.report({
        code: "dataset-gold-form",
        what: `\`${label}\` must be an id, not ${describeRaw(value)}`,
        fix: fourForms,
      });
      continue;
    }
    const id = idOf(value, label, place);
    if (id !== undefined) ids.add(id);
  }
  return [...ids];
}

function parseGrades(value: RawObject, place: Place): Gold {
  const groups: GoldGroup[] = [];
  const judged: string[] = [];
  for (const [key, grade] of Object.entries(value)) {
    if (isRawList(grade) || isRawObject(grade)) {
      const what = `\`gold.${key}\` must not be ${describeRaw(grade)}`;
      place.report({ code: "dataset-gold-form", what, fix: fourForms });
      continue;
    }
    const id = idOf(key, "gold", place);
    const number = gradeOf(grade, `gold.${key}`, place);
    if (id === undefined || number === undefined) continue;
    if (number > 0) groups.push({ any: [id], grade: number });
    else judged.push(id);
  }
  return withJudged(groups, judged);
}

/** Gold with the ids judged not relevant, where there are any; what is in a group is relevant. */
function withJudged(groups: readonly GoldGroup[], ids: readonly string[]): Gold {
  const relevant = new Set(groups.flatMap(({ any }) => any));
  const judged = [...new Set(ids)].filter((id) => !relevant.has(id));
  return judged.length === 0 ? { kind: "groups", groups } : { kind: "groups", groups, judged };
}

/** Above it the sums of gains lose what small grades add. */
const maxGrade = 1e6;

/** A grade from 0 to 1000000; undefined, and reported, when it is none. */
export function gradeOf(value: Raw, name: string, place: Place): number | undefined {
  const grade = numberOf(value);
  if (grade !== undefined && grade >= 0 && grade <= maxGrade) return grade;
  place.report({
    code: "dataset-gold-grade",
    what: `\`${name}\` must be a grade, a number from 0 to 1000000, not ${describeRaw(value)}`,
    fix: "grade 0 is not relevant, and a higher grade is more relevant",
  });
  return undefined;
}

function parseGroups(value: RawObject, all: readonly Raw[], place: Place): Gold {
  checkKeys(value, ["all"], { name: "gold", place });
  const groups = new Map<string, GoldGroup>();
  const judged: string[] = [];
  for (const [index, item] of all.entries()) {
    const name = `gold.all[${index}]`;
    const any = isRawObject(item) ? item["any"] : undefined;
    if (!isRawObject(item) || !isRawList(any) || any.length === 0) {
      place.report({
        code: "dataset-gold-form",
        what: `\`${name}\` must be a group, \`{"any": ["d1", …]}\` with one id or more`,
        fix: fourForms,
      });
      continue;
    }
    const group = parseGroup(item, any, { name, place });
    if (group === undefined) continue;
    if (group.grade === 0) judged.push(...group.any);
    else groups.set(JSON.stringify([...group.any].sort()), group);
  }
  return withJudged([...groups.values()], judged);
}

function parseGroup(
  item: RawObject,
  any: readonly Raw[],
  { name, place }: { readonly name: string; readonly place: Place },
): GoldGroup | undefined {
  checkKeys(item, ["any", "grade"], { name, place });
  const grade = item["grade"] === undefined ? 1 : gradeOf(item["grade"], `${name}.grade`, place);
  const ids = idsOf(any, `${name}.any`, place);
  return grade === undefined || ids.length === 0 ? undefined : { any: ids, grade };
}

function parseSpans(value: RawObject, list: readonly Raw[], place: Place): Gold {
  checkKeys(value, ["spans"], { name: "gold", place });
  const spans = new Map<string, Span>();
  const judged = new Map<string, Span>();
  for (const [index, item] of list.entries()) {
    const span = parseSpan(item, `gold.spans[${index}]`, place);
    if (span !== undefined) (span.grade === 0 ? judged : spans).set(JSON.stringify(span), span);
  }
  const all = { kind: "spans", spans: [...spans.values()] } as const;
  return judged.size === 0 ? all : { ...all, judged: [...judged.values()] };
}

/** A span as it is written; with the grade 0 it is a passage that was judged not relevant. */
export function parseSpan(value: Raw, name: string, place: Place): Span | undefined {
  if (!isRawObject(value) || value["doc"] === undefined) {
    place.report({ code: "dataset-gold-form", what: `\`${name}\` must be an object with \`doc\``, fix: fourForms });
    return undefined;
  }
  checkKeys(value, ["doc", "quote", "start", "end", "grade"], { name, place });
  const doc = idOf(value["doc"], `${name}.doc`, place);
  const quote = value["quote"] === undefined ? "" : textOf(value["quote"]);
  const offsets = offsetsOf(value, name, place);
  const grade = value["grade"] === undefined ? 1 : gradeOf(value["grade"], `${name}.grade`, place);
  if (doc === undefined || offsets === "wrong" || grade === undefined) return undefined;
  if (quote === undefined || (quote.trim() === "" && offsets === undefined)) {
    place.report({
      code: "dataset-gold-form",
      what: `\`${name}\` must have a \`quote\`, or \`start\` and \`end\``,
      fix: "quote the words of the document that hold the answer",
    });
    return undefined;
  }
  if (quote.trim() !== "" && normalizeText(quote) === "") {
    place.report({
      code: "dataset-span-quote",
      what: `\`${name}.quote\` is ${JSON.stringify(quote)}, which is nothing once its marks and blanks are dropped`,
      why: "quotations are compared by their words, and these are none",
      fix: "quote the words of the document that hold the answer",
    });
    return undefined;
  }
  return { doc, quote, ...offsets, ...(grade === 1 ? {} : { grade }) };
}

function offsetsOf(
  value: RawObject,
  name: string,
  place: Place,
): { readonly start: number; readonly end: number } | "wrong" | undefined {
  if (value["start"] === undefined && value["end"] === undefined) return undefined;
  const start = numberOf(value["start"]);
  const end = numberOf(value["end"]);
  if (start !== undefined && end !== undefined && isWhole(start) && isWhole(end) && start < end) return { start, end };
  place.report({
    code: "dataset-span-offsets",
    what: `\`${name}\` must have whole numbers \`start\` and \`end\`, 0 or more, \`start\` before \`end\``,
    fix: "count UTF-16 code units in the document's text, `end` exclusive; or quote the words",
  });
  return "wrong";
}

function isWhole(value: number): boolean {
  return Number.isSafeInteger(value) && value >= 0;
}

/** A number that was written as one; in YAML also a word that is one. */
function numberOf(value: Raw | undefined): number | undefined {
  if (!(value instanceof Plain)) return undefined;
  return /^[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?$/i.test(value.source) ? Number(value.source) : undefined;
}

function checkKeys(
  value: RawObject,
  known: readonly string[],
  { name, place }: { readonly name: string; readonly place: Place },
): void {
  for (const key of Object.keys(value).filter((one) => !known.includes(one))) {
    place.report({
      code: "dataset-unknown-field",
      what: `unknown field \`${key}\` in \`${name}\``,
      fix: suggestName(key, known),
    });
  }
}
