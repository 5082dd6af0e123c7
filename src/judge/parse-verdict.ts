import { jsonrepair } from "jsonrepair";
import type { CaseError } from "../core/index.ts";
import type { SaidLists } from "./claims.ts";
import { type FoundObject, findObjects, holdsReasoningTag, repeatedKeys, withoutReasoning } from "./verdict-objects.ts";

/** How a reply is read. */
export interface VerdictFormat {
  /** The ids of the dimensions that were asked for. */
  readonly dimensions: readonly string[];
  /** The lowest and the highest score, both whole numbers. */
  readonly scale: readonly [number, number];
  /** Texts that the judge was shown: an object that stands in one of them is a quotation, not a verdict. */
  readonly quotable?: readonly string[];
}

/** What was read from a reply. */
export type ParsedVerdict =
  | {
      readonly kind: "verdict";
      /** One whole number on the scale for each dimension. */
      readonly scores: Readonly<Record<string, number>>;
      readonly reason: string;
      /** What was to be taken apart; see `parseClaims`. */
      readonly lists?: SaidLists;
    }
  | {
      readonly kind: "error";
      readonly error: CaseError;
      /** The dimensions that the reply leaves out, for `judge_incomplete`. */
      readonly missing: readonly string[];
    };

/** How much of a reply that cannot be read is kept. */
export const maxRawChars = 20_000;

/**
 * Reads the verdict in a judge's reply, tolerantly where nothing can be mistaken and
 * suspiciously where something can: an unreadable reply is an error and never a score.
 *
 * Reasoning is taken away first. Then every JSON object with a dimension in it is found.
 * One that says what an object in the texts under judgement says is a quotation, and
 * counts only when it is the whole reply. The others must agree: two verdicts that
 * differ, or one that says a thing twice, are ambiguous, whichever stands last, since
 * the judge may be quoting. Nothing is ever repaired into a verdict.
 *
 * Out: `judge_unparseable`, `judge_ambiguous` or `judge_incomplete`, with the reply kept.
 */
export function parseVerdict(reply: string, format: VerdictFormat): ParsedVerdict {
  const fail = (kind: CaseError["kind"], message: string, missing: readonly string[] = []): ParsedVerdict => ({
    kind: "error",
    error: { kind, message, raw: reply.slice(0, maxRawChars) },
    missing,
  });
  const text = withoutReasoning(reply);
  const { objects, broken } = findObjects(text);
  const brokenVerdict = broken.find((region) => format.dimensions.some((id) => region.includes(`"${id}"`)));
  if (brokenVerdict !== undefined) return fail("judge_unparseable", describeBroken(brokenVerdict, format));
  const found = objects.filter((one) => isVerdictLike(one, format));
  const own = found.filter((one) => isWholeReply(one, text) || !isQuotation(one, format));
  const verdict = own.find((one) => missingIn(one, format).length === 0) ?? own.at(-1);
  if (verdict === undefined) return fail("judge_unparseable", describeNone(text, objects));
  const doubt = findDoubt(verdict, { own, found: [...found, ...beforeShownTag(reply, format)], format });
  if (doubt !== null) return fail("judge_ambiguous", doubt);
  const missing = missingIn(verdict, format);
  if (missing.length > 0) return fail("judge_incomplete", describeMissing(verdict, missing), missing);
  return readScores(verdict, format, fail);
}

function readScores(
  { value }: FoundObject,
  format: VerdictFormat,
  fail: (kind: CaseError["kind"], message: string) => ParsedVerdict,
): ParsedVerdict {
  const { scores, problem } = scoresIn(value, format);
  if (problem !== null) return fail("judge_unparseable", problem);
  return { kind: "verdict", scores, reason: reasonIn(value) };
}

/** The scores of an object that has them all, and what is wrong with those that are none. */
export function scoresIn(
  value: FoundObject["value"],
  { dimensions, scale }: VerdictFormat,
): { readonly scores: Readonly<Record<string, number>>; readonly problem: string | null } {
  const scores: Record<string, number> = {};
  const problems: string[] = [];
  for (const id of dimensions) {
    const score = readScore(value[id], scale);
    if (score === null) problems.push(`\`${id}\` is ${JSON.stringify(value[id])}`);
    else scores[id] = score;
  }
  const [lowest, highest] = scale;
  const problem = `a score must be a whole number from ${lowest} to ${highest}; ${problems.join(", ")}`;
  return { scores, problem: problems.length === 0 ? null : problem };
}

/** The reason that an object gives, empty where it gives none. */
export function reasonIn({ reason }: FoundObject["value"]): string {
  return typeof reason === "string" ? reason.trim() : "";
}

/**
 * One score: a whole number on the scale, also as text (`"4"`, `"４"`), or over the
 * highest score (`"4/5"`). Null for everything else; `Number` would read an empty text,
 * null and an empty list as 0 and true as 1.
 */
export function readScore(value: unknown, [lowest, highest]: readonly [number, number]): number | null {
  const score = typeof value === "string" ? scoreInText(value, highest) : value;
  if (typeof score !== "number" || !Number.isInteger(score)) return null;
  return score >= lowest && score <= highest ? score : null;
}

function scoreInText(text: string, highest: number): number | null {
  const match = /^(\d{1,3})(?:\s*\/\s*(\d{1,3}))?$/.exec(text.normalize("NFKC").trim());
  if (match?.[1] === undefined) return null;
  return match[2] !== undefined && Number(match[2]) !== highest ? null : Number(match[1]);
}

function isVerdictLike({ value }: FoundObject, { dimensions }: VerdictFormat): boolean {
  return dimensions.some((id) => Object.hasOwn(value, id));
}

/** Whether an object in one of the texts under judgement gives the same scores: `5` and `5.0` are the same. */
function isQuotation(one: FoundObject, format: VerdictFormat): boolean {
  const { quotable = [] } = format;
  return quotable.some((text) =>
    findObjects(text).objects.some((quoted) => isVerdictLike(quoted, format) && !contradicts(quoted, one, format)),
  );
}

/** Whether a reply is this object and nothing else. */
export function isWholeReply({ text }: FoundObject, reply: string): boolean {
  return reply.replace(/```(?:json)?/gi, "").trim() === text;
}

function missingIn({ value }: FoundObject, { dimensions }: VerdictFormat): readonly string[] {
  return dimensions.filter((id) => !Object.hasOwn(value, id));
}

/** Whether the two give a dimension different scores; one that only one of them has is no contradiction. */
function contradicts(one: FoundObject, other: FoundObject, { dimensions, scale }: VerdictFormat): boolean {
  return dimensions.some(
    (id) =>
      Object.hasOwn(one.value, id) &&
      Object.hasOwn(other.value, id) &&
      readScore(one.value[id], scale) !== readScore(other.value[id], scale),
  );
}

/** Why it is not sure that this is what the judge says; null when it is. */
function findDoubt(
  verdict: FoundObject,
  {
    own,
    found,
    format,
  }: { readonly own: readonly FoundObject[]; readonly found: readonly FoundObject[]; readonly format: VerdictFormat },
): string | null {
  const repeated = found.flatMap(({ text }) => repeatedKeys(text))[0];
  if (repeated !== undefined) return `the verdict has \`${repeated}\` twice`;
  if (own.some((one) => saysOf(one, format) !== saysOf(verdict, format))) return "the reply holds verdicts that differ";
  // An answer plants what is better than it deserves; a quotation that is worse may be the judge's own verdict.
  const isWorse = found.some((one) => isBelow(one, verdict, format));
  return isWorse
    ? "the reply holds verdicts that differ, and the one that was not shown to the judge is the better"
    : null;
}

/** What an object says of the dimensions, by value: `5`, `5.0` and `"5/5"` are one score. */
function saysOf({ value }: FoundObject, { dimensions, scale }: VerdictFormat): string {
  return JSON.stringify(
    dimensions.map((id) =>
      Object.hasOwn(value, id) ? { score: readScore(value[id], scale) ?? value[id] } : "missing",
    ),
  );
}

function isBelow(one: FoundObject, other: FoundObject, { dimensions, scale }: VerdictFormat): boolean {
  return dimensions.some((id) => {
    const score = readScore(one.value[id], scale);
    return score !== null && score < (readScore(other.value[id], scale) ?? score);
  });
}

/** Where a text that was shown holds a tag of reasoning, what stands before such a tag may be the judge's verdict. */
function beforeShownTag(reply: string, format: VerdictFormat): readonly FoundObject[] {
  if (!(format.quotable ?? []).some(holdsReasoningTag)) return [];
  return findObjects(reply).objects.filter((one) => isVerdictLike(one, format));
}

function describeMissing({ value }: FoundObject, missing: readonly string[]): string {
  const unknown = Object.keys(value).filter((key) => key !== "reason");
  const found = unknown.length === 0 ? "nothing" : unknown.map((key) => `\`${key}\``).join(", ");
  return `the verdict leaves out ${missing.map((id) => `\`${id}\``).join(", ")}; it has ${found}`;
}

function describeNone(text: string, objects: readonly FoundObject[]): string {
  if (text.trim() === "") return "the reply holds reasoning and no verdict";
  return objects.length === 0 ? "the reply holds no JSON object" : "the reply holds no JSON object with a score";
}

/** A broken verdict may be repaired for a person to see, and never for a score: the repair would be a guess. */
function describeBroken(region: string, { dimensions }: VerdictFormat): string {
  const broken = "the verdict in the reply is not JSON";
  try {
    const repaired: unknown = JSON.parse(jsonrepair(region));
    if (typeof repaired !== "object" || repaired === null) return broken;
    const read = dimensions.flatMap((id) => {
      const value = (repaired as Readonly<Record<string, unknown>>)[id];
      return typeof value === "number" ? [`${id} ${value}`] : [];
    });
    return read.length === 0 ? broken : `${broken}; it may have meant ${read.join(", ")}`;
  } catch {
    return broken;
  }
}
