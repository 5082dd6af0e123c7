import { Plain, type Raw } from "./raw.ts";

/** What reading a JSON text came to. */
export type JsonResult =
  | { readonly kind: "value"; readonly value: Raw }
  | { readonly kind: "fault"; readonly reason: string; readonly column: number | undefined }
  | { readonly kind: "duplicate-key"; readonly key: string };

const token = /"(?:[^"\\]|\\.)*"(\s*:)?|-?\d[\d.eE+-]*/g;

/** Far more than any form of a case, and far less than what the readers below can go down into. */
const maxDepth = 100;

/**
 * Reads one JSON text with its numbers letter for letter, because `JSON.parse`
 * rounds an integer above 2^53. A key that stands twice in one object is told, since
 * `JSON.parse` would drop the first one.
 */
export function parseJson(text: string): JsonResult {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return faultOf(error);
  }
  if (isDeep(text))
    return { kind: "fault", reason: `more than ${maxDepth} brackets stand inside each other`, column: undefined };
  const { keys, hasNumbers } = scanTokens(text);
  const duplicate = keys.length === countKeys(value) ? undefined : duplicateKey(keys, value);
  if (duplicate !== undefined) return { kind: "duplicate-key", key: duplicate };
  return { kind: "value", value: hasNumbers ? parseWithSources(text) : (value as Raw) };
}

/** V8's words, without the place and the text, which differ between its versions. */
function faultOf({ message }: SyntaxError): JsonResult {
  const position = /at position (\d+)/.exec(message)?.[1];
  return {
    kind: "fault",
    reason: message
      .replace(/ in JSON at position.*$|, "[\s\S]*$|, \.\.\.[\s\S]*$/, "")
      .replace(/^[A-Z]/, (first) => first.toLowerCase()),
    column: position === undefined ? undefined : Number(position) + 1,
  };
}

/** In a valid JSON text, a string with a colon behind it is a key, and a digit outside strings is of a number. */
function scanTokens(text: string): { readonly keys: readonly string[]; readonly hasNumbers: boolean } {
  const keys: string[] = [];
  let hasNumbers = false;
  for (const match of text.matchAll(token)) {
    if (match[0][0] !== '"') hasNumbers = true;
    else if (match[1] !== undefined) keys.push(match[0].slice(0, -match[1].length));
  }
  return { keys, hasNumbers };
}

/** Whether brackets nest deeper than allowed. First they are only counted, since most texts have few. */
function isDeep(text: string): boolean {
  if ((text.match(/[[{]/g)?.length ?? 0) <= maxDepth) return false;
  let depth = 0;
  for (const [found] of text.matchAll(/"(?:[^"\\]|\\.)*"|[[{]|[\]}]/g)) {
    if (found === "[" || found === "{") depth += 1;
    else if (found === "]" || found === "}") depth -= 1;
    if (depth > maxDepth) return true;
  }
  return false;
}

/**
 * A number's letters travel as a string that begins with more NULs than the text
 * has, so that no string of the text can be taken for a number.
 */
function parseWithSources(text: string): Raw {
  const count = (text.match(/\\u0000/g)?.length ?? 0) + 1;
  const mark = "\0".repeat(count);
  const marked = text.replace(token, (found) => (found[0] === '"' ? found : `"${"\\u0000".repeat(count)}${found}"`));
  return JSON.parse(marked, (_key, value: unknown) =>
    typeof value === "string" && value.startsWith(mark) ? new Plain(value.slice(count), "json") : value,
  ) as Raw;
}

function countKeys(value: unknown): number {
  if (typeof value !== "object" || value === null) return 0;
  const inner = Object.values(value).reduce<number>((count, one) => count + countKeys(one), 0);
  return Array.isArray(value) ? inner : inner + Object.keys(value).length;
}

/** A key that the text writes more often than the value has it. */
function duplicateKey(written: readonly string[], value: unknown): string | undefined {
  const left = new Map<string, number>();
  countNames(value, left);
  for (const quoted of written) {
    const name = String(JSON.parse(quoted));
    const count = left.get(name) ?? 0;
    if (count === 0) return name;
    left.set(name, count - 1);
  }
  return undefined;
}

function countNames(value: unknown, counts: Map<string, number>): void {
  if (typeof value !== "object" || value === null) return;
  for (const [name, inner] of Object.entries(value)) {
    if (!Array.isArray(value)) counts.set(name, (counts.get(name) ?? 0) + 1);
    countNames(inner, counts);
  }
}
