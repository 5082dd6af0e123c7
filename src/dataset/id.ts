import type { Place } from "./place.ts";
import { describeRaw, Plain, type Raw } from "./raw.ts";

/**
 * An id, letter for letter. A number in JSON is one only when it is a whole number
 * that every JSON reader keeps (up to 2^53), written in its shortest form.
 *
 * @param name the field, for messages.
 */
export function idOf(value: Raw, name: string, place: Place): string | undefined {
  if (value instanceof Plain && value.of === "json" && !isStableInteger(value.source)) {
    place.report({
      code: "dataset-id-number",
      what: `\`${name}\` is the number ${value.source}, and an id must be a text`,
      why: "numbers are rounded above 2^53, and 1e3, 1.0 and 1 are one number but three ids",
      fix: `quote this id: "${value.source}"`,
    });
    return undefined;
  }
  const id = value instanceof Plain ? value.source : value;
  if (typeof id !== "string") {
    place.report({
      code: "dataset-field-value",
      what: `\`${name}\` must be an id, which is a text, not ${describeRaw(value)}`,
      fix: "write the id in quotation marks",
    });
    return undefined;
  }
  return checkId(id, name, place) ? id : undefined;
}

function isStableInteger(source: string): boolean {
  const number = Number(source);
  return Number.isSafeInteger(number) && String(number) === source;
}

/** Ids are compared letter for letter, so letters that nobody sees are mistakes. */
function checkId(id: string, name: string, place: Place): boolean {
  const fault = faultOfId(id);
  if (fault === undefined) return true;
  place.report({
    code: "dataset-id",
    what: `\`${name}\` is ${visible(id)}, ${fault}`,
    why: "ids are compared letter for letter",
    fix: id.trim() === "" ? "give it an id" : `write ${JSON.stringify(id.replace(unseen, "").trim())}`,
  });
  return false;
}

function faultOfId(id: string): string | undefined {
  if (id.trim() === "") return "which is empty";
  if (id !== id.trim()) return "with a blank at its start or end";
  return id.search(unseen) !== -1 ? "with a character that cannot be seen" : undefined;
}

/** Control characters, zero-width blanks and marks of direction. A joiner is no mistake: emoji and Persian have it. */
const unseen = /[\p{Cc}\u200B\u200E\u200F\uFEFF]/gu;

/** Quoted, with the code of each character that a terminal does not show. */
function visible(id: string): string {
  const hex = (character: string): string => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
  return `"${id.replace(unseen, hex)}"`;
}
