import { nearestName } from "../core/index.ts";
import type { JsonValue } from "./options.ts";
import type { TargetRequest } from "./target.ts";

/** The names that a request template may hold. */
const placeholderNames = ["query", "caseId", "history", "repeat", "language"] as const;
type PlaceholderName = (typeof placeholderNames)[number];

const placeholder = /\{\{\s*([^{}]*?)\s*\}\}/g;

/** What is wrong with the placeholders of a text; one clause each. */
export function checkPlaceholders(text: string): readonly { readonly what: string; readonly fix: string }[] {
  const problems: { what: string; fix: string }[] = [];
  for (const [, name = ""] of text.matchAll(placeholder)) {
    if (isPlaceholder(name)) continue;
    const near = nearestName(name, placeholderNames);
    const all = placeholderNames.map((one) => `\`{{${one}}}\``).join(", ");
    const fix = near === undefined ? `choose one of ${all}` : `did you mean \`{{${near}}}\`? There are ${all}`;
    problems.push({ what: `unknown placeholder \`{{${name}}}\``, fix });
  }
  return problems;
}

/** Every text of a JSON template, with its path. */
export function textsOf(
  template: JsonValue,
  path = "body",
): readonly { readonly path: string; readonly text: string }[] {
  if (typeof template === "string") return [{ path, text: template }];
  if (typeof template !== "object" || template === null) return [];
  return Object.entries(template).flatMap(([key, value]) =>
    value === undefined ? [] : textsOf(value, `${path}.${key}`),
  );
}

/**
 * Fills a JSON template as a value, not as text, so that no query can break out of its
 * string. A string that is exactly one placeholder becomes the value itself. What is
 * put in is never looked at again.
 */
export function fillJson(template: JsonValue, request: TargetRequest): JsonValue {
  if (typeof template === "string") return fillString(template, request);
  if (typeof template !== "object" || template === null) return template;
  if (Array.isArray(template)) return template.map((item: JsonValue) => fillJson(item, request));
  const entries = Object.entries(template).filter((entry): entry is [string, JsonValue] => entry[1] !== undefined);
  return Object.fromEntries(entries.map(([key, value]) => [key, fillJson(value, request)]));
}

function fillString(template: string, request: TargetRequest): JsonValue {
  const whole = /^\{\{\s*(\w+)\s*\}\}$/.exec(template)?.[1];
  if (whole !== undefined && isPlaceholder(whole)) {
    return whole === "history" ? request.history.map(({ role, content }) => ({ role, content })) : request[whole];
  }
  return fillText(template, request);
}

/** Fills a text; `encode` is applied to each value that is put in. */
export function fillText(template: string, request: TargetRequest, encode: (text: string) => string = same): string {
  return template.replace(placeholder, (written, name: string) => {
    if (!isPlaceholder(name)) return written;
    const value = request[name];
    return encode(typeof value === "object" ? JSON.stringify(value) : String(value));
  });
}

/** For an address: everything that has a meaning there is percent-encoded. */
export function encodeForUrl(text: string): string {
  return encodeURIComponent(withoutLoneSurrogates(text));
}

/** For a header, which holds visible ASCII on one line: whatever else there is, is percent-encoded. */
export function encodeForHeader(text: string): string {
  return withoutLoneSurrogates(text).replace(/[^\x20-\x7e]+/g, encodeURIComponent);
}

function withoutLoneSurrogates(text: string): string {
  return text.replace(/\p{Surrogate}/gu, "\uFFFD");
}

function same(text: string): string {
  return text;
}

function isPlaceholder(name: string): name is PlaceholderName {
  return (placeholderNames as readonly string[]).includes(name);
}
