import type { Problem } from "../core/index.ts";
import { parseJson } from "./json-text.ts";
import { placeAt } from "./place.ts";
import { describeRaw, isRawObject, type RawRecord } from "./raw.ts";

/**
 * The objects of a JSONL text, one a line; blank lines are skipped.
 *
 * @param name the file as messages call it.
 * @param problems gets what is wrong, one a line.
 */
export function parseJsonl(
  text: string,
  name: string,
  { problems }: { readonly problems: Problem[] },
): readonly RawRecord[] {
  const lines = text.split(/\r\n|\n|\r/);
  const whole = wholeFileAdvice(lines);
  if (whole !== undefined) {
    problems.push({ code: "dataset-json", at: `${name}:1`, ...whole });
    return [];
  }
  return lines.flatMap((line, index) => (line.trim() === "" ? [] : parseLine(line, `${name}:${index + 1}`, problems)));
}

function parseLine(line: string, at: string, problems: Problem[]): readonly RawRecord[] {
  const place = placeAt(at, problems);
  const result = parseJson(line);
  if (result.kind === "fault") {
    problems.push({
      code: "dataset-json",
      what: `this line is not JSON: ${result.reason}`,
      at: result.column === undefined ? at : `${at}:${result.column}`,
      fix: "mend the line; each line holds one whole object",
    });
    return [];
  }
  if (result.kind === "duplicate-key") {
    place.report({
      code: "dataset-duplicate-key",
      what: `the key \`${result.key}\` stands twice in one object`,
      why: "one of the two values would be lost",
      fix: "keep one of them",
    });
    return [];
  }
  if (isRawObject(result.value)) return [{ at, fields: new Map(Object.entries(result.value)) }];
  place.report({
    code: "dataset-not-an-object",
    what: `a line must be an object, not ${describeRaw(result.value)}`,
    fix: 'write it as {"id": …, …}',
  });
  return [];
}

/** One clear message instead of one a line, for a file that is JSON and not JSON lines. */
function wholeFileAdvice(lines: readonly string[]): Pick<Problem, "what" | "fix"> | undefined {
  const first = lines.find((line) => line.trim() !== "")?.trim() ?? "";
  const fix = "write one object a line, without a list around them and without commas between them";
  if (first === "[" || (first.startsWith("[") && /[{,]$/.test(first))) {
    return { what: "the file is one JSON list, not JSON lines", fix };
  }
  if (first === "{") return { what: "the file has an object over several lines, not JSON lines", fix };
  return undefined;
}
