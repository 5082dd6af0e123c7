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
 * with a lone `</think>` everything before it. A tag in a string of a JSON object is
 * part of what the model says, and cuts nothing.
 */
export function withoutReasoning(reply: string): string {
  const withoutBlocks = hideTagsInStrings(reply).replace(/<(think|thinking|reasoning)>[\s\S]*?<\/\1>/gi, "");
  const closed = withoutBlocks.replace(/^[\s\S]*<\/(think|thinking|reasoning)>/i, "");
  // A block that is never closed: the model was still thinking.
  return closed.replace(/<(think|thinking|reasoning)>[\s\S]*$/i, "");
}

/** Whether a text holds a tag that `withoutReasoning` cuts at. */
export function holdsReasoningTag(text: string): boolean {
  return /<\/?(think|thinking|reasoning)>/i.test(text);
}

/** `<` stands only in the strings of a JSON object, where its escape means the same. */
function hideTagsInStrings(reply: string): string {
  let position = 0;
  let hidden = "";
  for (const { text, end } of findObjects(reply).objects) {
    hidden += reply.slice(position, end - text.length) + text.replaceAll("<", "\\u003c");
    position = end;
  }
  return hidden + reply.slice(position);
}

/** The keys that an object has more than once, of which `JSON.parse` would keep the last. */
export function repeatedKeys(object: string): readonly string[] {
  const keys: string[] = [];
  let depth = 0;
  for (const [token, text, colon] of object.matchAll(/("[^"\\]*(?:\\[\s\S][^"\\]*)*")(\s*[:：])?|[{}[\]]/g)) {
    if (token === "{" || token === "[") depth += 1;
    if (token === "}" || token === "]") depth -= 1;
    if (depth === 1 && text !== undefined && colon !== undefined) keys.push(String(parse(text)));
  }
  return keys.filter((key, i) => keys.indexOf(key) < i);
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
