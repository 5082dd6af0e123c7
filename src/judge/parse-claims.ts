import { type CaseError, canonicalJson } from "../core/index.ts";
import type { ClaimVerdict, Countable, SaidClaim, SaidLists } from "./claims.ts";
import {
  isWholeReply,
  maxRawChars,
  type ParsedVerdict,
  reasonIn,
  scoresIn,
  type VerdictFormat,
} from "./parse-verdict.ts";
import { type FoundObject, findObjects, holdsReasoningTag, repeatedKeys, withoutReasoning } from "./verdict-objects.ts";

/** How a reply is read that takes something apart. */
export interface ClaimsFormat extends VerdictFormat {
  readonly lists: readonly Countable[];
  /** How many contexts were shown. */
  readonly contexts: number;
}

const verdicts: readonly ClaimVerdict[] = ["supported", "contradicted", "not_found"];
const textKeys = { claims: "claim", points: "point" } as const;

/**
 * Reads a judge's reply that has lists of claims or points beside its scores, as suspiciously as
 * `parseVerdict`: an object that stands in a text that was shown is a quotation, unless it is the
 * whole reply; of the others there must be one, or several that are equal. Nothing is repaired.
 *
 * Out: `judge_unparseable`, `judge_ambiguous` or `judge_incomplete`, with the reply kept.
 */
export function parseClaims(reply: string, format: ClaimsFormat): ParsedVerdict {
  const fail = (kind: CaseError["kind"], message: string, missing: readonly string[] = []): ParsedVerdict => ({
    kind: "error",
    error: { kind, message, raw: reply.slice(0, maxRawChars) },
    missing,
  });
  const keys = [...format.lists, ...format.dimensions];
  const text = withoutReasoning(reply);
  const { objects, broken } = findObjects(text);
  if (broken.some((region) => keys.some((key) => region.includes(`"${key}"`))))
    return fail("judge_unparseable", "the verdict in the reply is not JSON");
  const isOwn = (one: FoundObject): boolean => hasAny(one, keys) && (isWholeReply(one, text) || !isShown(one, format));
  const own = objects.filter(isOwn);
  const [verdict] = own;
  if (verdict === undefined) return fail("judge_unparseable", "the reply holds no JSON object with a verdict");
  // Where a text that was shown holds a tag of reasoning, what stands before such a tag may be the verdict.
  const hidden = (format.quotable ?? []).some(holdsReasoningTag) ? findObjects(reply).objects.filter(isOwn) : [];
  if (new Set([...own, ...hidden].map(({ value }) => canonicalJson(value))).size > 1)
    return fail("judge_ambiguous", "the reply holds verdicts that differ");
  const [repeated] = repeatedKeys(verdict.text);
  if (repeated !== undefined) return fail("judge_ambiguous", `the verdict has \`${repeated}\` twice`);
  const missing = keys.filter((key) => isLeftOut(key, verdict, format));
  if (missing.length > 0)
    return fail("judge_incomplete", `the verdict leaves out ${missing.map((key) => `\`${key}\``).join(", ")}`, missing);
  return readVerdict(verdict, format, fail);
}

function hasAny({ value }: FoundObject, keys: readonly string[]): boolean {
  return keys.some((key) => Object.hasOwn(value, key));
}

function isShown({ value }: FoundObject, { quotable = [] }: ClaimsFormat): boolean {
  const said = canonicalJson(value);
  return quotable.some((text) => findObjects(text).objects.some((quoted) => canonicalJson(quoted.value) === said));
}

/** A reference without a point is none: the judge did not take it apart. */
function isLeftOut(key: string, { value }: FoundObject, { lists }: ClaimsFormat): boolean {
  if (!Object.hasOwn(value, key)) return true;
  const entry = value[key];
  return key === "points" && lists.includes("points") && Array.isArray(entry) && entry.length === 0;
}

function readVerdict(
  { value }: FoundObject,
  format: ClaimsFormat,
  fail: (kind: CaseError["kind"], message: string) => ParsedVerdict,
): ParsedVerdict {
  const { scores, problem } = scoresIn(value, format);
  if (problem !== null) return fail("judge_unparseable", problem);
  const lists: Partial<Record<Countable, readonly SaidClaim[]>> = {};
  for (const key of format.lists) {
    const entries: unknown = value[key];
    const claims = Array.isArray(entries) ? entries.map((entry) => claimIn(entry, key, format)) : [null];
    const whole = claims.filter((claim) => claim !== null);
    if (whole.length < claims.length) return fail("judge_unparseable", describeWrong(key));
    lists[key] = whole;
  }
  return { kind: "verdict", scores, reason: reasonIn(value), lists: lists satisfies SaidLists };
}

function describeWrong(key: Countable): string {
  return `\`${key}\` must be a list in which each has \`${textKeys[key]}\` and a \`verdict\` of ${verdicts.join(", ")}`;
}

/** One entry of a list; null where it is none. */
function claimIn(entry: unknown, key: Countable, { contexts }: ClaimsFormat): SaidClaim | null {
  if (typeof entry !== "object" || entry === null) return null;
  const { verdict: said, quote, context, [textKeys[key]]: text } = entry as Readonly<Record<string, unknown>>;
  const verdict = verdicts.find((one) => one === verdictWord(said));
  if (typeof text !== "string" || text.trim() === "" || verdict === undefined) return null;
  const quoted = typeof quote === "string" && quote.trim() !== "" ? quote.trim() : null;
  return { text: text.trim(), verdict, quote: quoted, place: key === "claims" ? placeIn(context, contexts) : null };
}

/** `Not found` and `not-found` are `not_found`. */
function verdictWord(said: unknown): string {
  return typeof said === "string"
    ? said
        .normalize("NFKC")
        .trim()
        .toLowerCase()
        .replace(/[\s-]+/g, "_")
    : "";
}

/** Where context `2`, `"2"` or `"[2]"` was shown, from 0; null where there is none of that number. */
function placeIn(context: unknown, contexts: number): number | null {
  const digits = /^[[【]?(\d{1,4})[\]】]?$/.exec(String(context).normalize("NFKC").trim())?.[1];
  const place = Number(digits ?? Number.NaN) - 1;
  return place >= 0 && place < contexts ? place : null;
}
