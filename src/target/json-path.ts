import { describe } from "./settle-answer.ts";

/** A path in steps: a name, or a place in a list counted from 0. */
export type JsonPath = readonly (string | number)[];

/**
 * Reads `data.answer`, `choices[0].message.content` or `["a.b"].c`.
 *
 * Null when the text is no path.
 */
export function parseJsonPath(text: string): JsonPath | null {
  const steps: (string | number)[] = [];
  const part = /\[(\d+)\]|\["((?:[^"\\]|\\.)*)"\]|(\.?)([^.[\]"\s]+)/y;
  while (part.lastIndex < text.length) {
    const start = part.lastIndex;
    const match = part.exec(text);
    if (match === null) return null;
    const [, place, quoted, dot, name] = match;
    if (place !== undefined) steps.push(Number(place));
    else if (quoted !== undefined) steps.push(quoted.replace(/\\(.)/g, "$1"));
    // A dot stands between names and before none; every name but the first has one.
    else if (name === undefined || (dot === ".") !== start > 0) return null;
    else steps.push(name);
  }
  return steps.length === 0 ? null : steps;
}

/** What stands at a path, or how far it leads. */
export type JsonPathResult =
  | { readonly found: true; readonly value: unknown }
  | { readonly found: false; readonly why: string };

/** Follows a path. Inherited names, such as `constructor`, are nothing. */
export function readJsonPath(value: unknown, path: JsonPath): JsonPathResult {
  let current = value;
  for (const [i, step] of path.entries()) {
    const holder = current;
    if (typeof holder !== "object" || holder === null || !Object.hasOwn(holder, step)) {
      const place = i === 0 ? "the reply" : `\`${formatJsonPath(path.slice(0, i))}\``;
      return { found: false, why: `${place} ${describeHolder(holder)}` };
    }
    current = (holder as Readonly<Record<string | number, unknown>>)[step];
  }
  return { found: true, value: current };
}

/** A path as it is written. */
export function formatJsonPath(path: JsonPath): string {
  return path
    .map((step, i) => {
      if (typeof step === "number") return `[${step}]`;
      if (!/^[^.[\]"\s]+$/.test(step)) return `[${JSON.stringify(step)}]`;
      return i === 0 ? step : `.${step}`;
    })
    .join("");
}

function describeHolder(holder: unknown): string {
  if (Array.isArray(holder)) return `is a list of ${holder.length}`;
  if (typeof holder !== "object" || holder === null) return `is ${describe(holder)}`;
  const keys = Object.keys(holder);
  if (keys.length === 0) return "has no keys";
  const shown = keys.slice(0, 12).map((key) => `\`${key}\``);
  return `has ${shown.join(", ")}${keys.length > shown.length ? ` and ${keys.length - shown.length} more` : ""}`;
}
