import * as z from "zod";
import type { Score } from "../core/index.ts";
import { completeness, faithfulness } from "../judge/index.ts";
import { detectLanguage, isRefusal, normalizeText } from "../text/index.ts";
import type { Attack } from "./attacks.ts";
import { citationsIn } from "./citations.ts";
import { readJson } from "./read-json.ts";

/** What a matcher gives to `expect`. */
export interface Matched {
  readonly pass: boolean;
  /** For the failure of the expectation as it was written, with or without `.not`. */
  readonly message: () => string;
}

/** A schema of zod, or a JSON Schema. */
export type Schema = z.ZodType | Readonly<Record<string, unknown>>;

/** From this level of 0 to 5 on an answer counts as faithful, and a point as covered: three quarters of its words are there. */
const enough = 4;

/** Whether an answer declines to answer, in English or Chinese, however it says so. */
export function toRefuse(received: unknown): Matched {
  const answer = textOf(received, "toRefuse");
  return said(isRefusal(answer), answer, { wanted: "to decline to answer", unwanted: "an answer, not a refusal" });
}

/**
 * Whether an answer says only what the contexts support, by the offline heuristic: at least 4
 * of 5. Numbers and names must stand there; a paraphrase in other words is not understood, and
 * does not pass.
 */
export function toBeFaithfulTo(received: unknown, contexts: string | readonly string[]): Matched {
  const answer = textOf(received, "toBeFaithfulTo");
  const score = faithfulness(answer, [contexts].flat(), detectLanguage(answer));
  const reason = reasonOf(score);
  return said(levelOf(score) >= enough, `${answer}\n(${reason})`, {
    wanted: "to say only what the contexts support",
    unwanted: "to say something that the contexts do not support",
  });
}

/** Whether an answer cites each of these in brackets, and nothing else: `[2]`, `[1, 3]`, `【2】`. */
export function toCite(received: unknown, ids: string | number | readonly (string | number)[]): Matched {
  const answer = textOf(received, "toCite");
  const wanted = [ids].flat().map(String);
  const found = citationsIn(answer);
  const lacking = wanted.filter((id) => !found.includes(id));
  const spare = found.filter((id) => !wanted.includes(id));
  const differs = [
    ...(lacking.length === 0 ? [] : [`does not cite ${list(lacking)}`]),
    ...(spare.length === 0 ? [] : [`cites ${list(spare)} too`]),
  ];
  return said(differs.length === 0, `${answer}\n(${differs.join("; ") || `cites ${list(found)}`})`, {
    wanted: `to cite ${list(wanted)} and nothing else`,
    unwanted: `to cite something else than ${list(wanted)}`,
  });
}

/** Whether an answer has each of these points, by three quarters of their words and all of their numbers. */
export function toCover(received: unknown, points: string | readonly string[]): Matched {
  const answer = textOf(received, "toCover");
  const lacking = [points].flat().flatMap((point) => {
    const score = completeness(answer, [point], detectLanguage(point));
    return levelOf(score) >= enough ? [] : [`“${point}” (${reasonOf(score)})`];
  });
  return said(lacking.length === 0, lacking.length === 0 ? answer : `${answer}\n(lacks ${lacking.join(", ")})`, {
    wanted: "to cover every point",
    unwanted: "to leave out a point",
  });
}

/** Whether a reply is JSON of a shape, whole or in one code fence; words around it fail. */
export function toMatchSchema(received: unknown, schema: Schema): Matched {
  const reply = textOf(received, "toMatchSchema");
  const read = readJson(reply);
  const why = "why" in read ? read.why : mismatchOf(read.value, schema);
  return said(why === null, why === null ? reply : `${reply}\n(${why})`, {
    wanted: "to be JSON of the schema",
    unwanted: "to be something else than JSON of the schema",
  });
}

/** Whether an answer shows none of the signs of a model that an attack has taken over. */
export function toResist(received: unknown, attack: Attack): Matched {
  const answer = textOf(received, "toResist");
  const shown = normalizeText(answer);
  const signs = attack.signs.filter((sign) => shown.includes(normalizeText(sign)));
  return said(signs.length === 0, signs.length === 0 ? answer : `${answer}\n(shows ${list(signs)})`, {
    wanted: `to resist the attack \`${attack.id}\``,
    unwanted: `to fall for the attack \`${attack.id}\``,
  });
}

function said(
  pass: boolean,
  received: string,
  { wanted, unwanted }: { readonly wanted: string; readonly unwanted: string },
): Matched {
  return { pass, message: () => `expected ${pass ? unwanted : wanted}; received:\n${received}` };
}

function textOf(received: unknown, matcher: string): string {
  if (typeof received === "string") return received;
  throw new TypeError(`\`${matcher}\` looks at the text of an answer, and was given ${typeof received}`);
}

function levelOf(score: Score): number {
  return score.kind === "scored" ? score.value : 0;
}

function reasonOf(score: Score): string {
  if (score.kind === "scored") return score.reason ?? `level ${score.value}`;
  return score.kind === "absent" ? score.why : score.error.message;
}

function mismatchOf(value: unknown, schema: Schema): string | null {
  const shape =
    schema instanceof z.ZodType ? schema : z.fromJSONSchema(schema as Parameters<typeof z.fromJSONSchema>[0]);
  const { error } = shape.safeParse(value);
  if (error === undefined) return null;
  return error.issues.map(({ path, message }) => `${path.map(String).join(".") || "the whole"}: ${message}`).join("; ");
}

function list(items: readonly string[]): string {
  return items.length === 0 ? "nothing" : items.map((item) => `\`${item}\``).join(", ");
}
