/** A JSON object that was found in a reply. */
export interface FoundObject {
  readonly value: Readonly<Record<string, unknown>>;
  /** As it stood in the reply. */
  readonly text: string;
  /** Where it ends in the text that was searched. */
  readonly end: number;
}

/** What a reply holds between braces. */
export interface ObjectSearch {
  readonly objects: readonly FoundObject[];
  /** Regions that begin like a JSON object and are none; nothing inside them is trusted. */
  readonly broken: readonly string[];
}

/**
 * Takes away what a model thought before it answered: `<think>…</think>` blocks, and
 * with a lone `</think>` everything before it. A reply that is one JSON object is left
 * as it is, since the tags then stand in one of its strings.
 */
export function withoutReasoning(reply: string): string {
  if (isObject(parse(reply.trim()))) return reply;
  const withoutBlocks = reply.replace(/<(think|thinking|reasoning)>[\s\S]*?<\/\1>/gi, "");
  const closed = afterLastTag(withoutBlocks);
  // A block that is never closed: the model was still thinking.
  return closed.replace(/<(think|thinking|reasoning)>[\s\S]*$/i, "");
}

/** What follows a lone closing tag; one inside an object is part of what the object says. */
function afterLastTag(text: string): string {
  const tag = [...text.matchAll(/<\/(think|thinking|reasoning)>/gi)].at(-1);
  if (tag === undefined) return text;
  const isInside = findObjects(text).objects.some(
    (one) => one.end - one.text.length < tag.index && tag.index < one.end,
  );
  return isInside ? text : text.slice(tag.index + tag[0].length);
}

/**
 * Finds every JSON object of a text, from left to right, none inside another. Braces
 * in strings do not count. Digits, colons and commas of full width outside strings are
 * read as their ASCII forms.
 */
export function findObjects(text: string): ObjectSearch {
  const objects: FoundObject[] = [];
  const broken: string[] = [];
  let position = text.indexOf("{");
  while (position !== -1) {
    const end = endOfObject(text, position);
    const region = text.slice(position, end ?? text.length);
    const value = end === null ? undefined : parse(asciiOutsideStrings(region));
    if (isObject(value)) objects.push({ value, text: region, end: position + region.length });
    // `{k, 1}` in prose is passed over brace by brace; what begins like JSON and breaks is passed over whole,
    // since an object inside it may be one that the judge only quotes.
    const looksLikeJson = /^\{\s*["“]/.test(region);
    if (!isObject(value) && looksLikeJson) broken.push(region);
    position = text.indexOf("{", isObject(value) || looksLikeJson ? position + region.length : position + 1);
  }
  return { objects, broken };
}

/** Where the object that begins at `start` ends; null when its brace is never closed. */
function endOfObject(text: string, start: number): number | null {
  const token = /[{}]|"[^"\\]*(?:\\[\s\S][^"\\]*)*"?/g;
  token.lastIndex = start;
  let depth = 0;
  for (let match = token.exec(text); match !== null; match = token.exec(text)) {
    if (match[0] === "{") depth += 1;
    if (match[0] === "}") depth -= 1;
    if (depth === 0) return token.lastIndex;
  }
  return null;
}

function asciiOutsideStrings(json: string): string {
  return json.replace(/"[^"\\]*(?:\\[\s\S][^"\\]*)*"|[０-９：，]/g, (token) =>
    token.length === 1 ? token.normalize("NFKC") : token,
  );
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
