import type { CaseField } from "./fields.ts";
import { parseJson } from "./json-text.ts";
import type { Place } from "./place.ts";
import type { Raw } from "./raw.ts";

/** Where a cell stands, for messages. */
export interface CellContext {
  readonly name: string;
  readonly line: number;
  readonly place: Place;
}

/** The value in a cell that is not empty. A text stays letter for letter. */
export function toRaw(cell: string, field: CaseField, context: CellContext): Raw {
  const trimmed = cell.trim();
  if (field === "answerable") return toBoolean(trimmed) ?? cell;
  if (field === "metadata" || field === "history") return toJson(trimmed, context);
  if (field !== "gold" && field !== "references" && field !== "tags") return cell;
  const isJson = trimmed.startsWith("[") || (field === "gold" && trimmed.startsWith("{"));
  return isJson ? toJson(trimmed, context) : splitList(cell, context);
}

/** The words that spreadsheets and people use. */
function toBoolean(text: string): boolean | undefined {
  const word = text.toLowerCase();
  if (["true", "yes", "是", "1"].includes(word)) return true;
  return ["false", "no", "否", "0"].includes(word) ? false : undefined;
}

function splitList(cell: string, { name, line, place }: CellContext): Raw {
  const entries = cell.split("|");
  // A cell without a separator is one id, letter for letter; blanks around a separator belong to it.
  if (entries.length === 1) return [cell];
  const trimmed = entries.map((entry) => entry.trim());
  if (trimmed.includes("")) {
    place.report({
      code: "dataset-list",
      what: `line ${line}, column \`${name}\`: an entry between two \`|\` is empty`,
      fix: "remove the `|` that is too many, or write a JSON list",
    });
  }
  return trimmed.filter((entry) => entry !== "");
}

function toJson(cell: string, { name, line, place }: CellContext): Raw {
  const result = parseJson(cell);
  if (result.kind === "value") return result.value;
  const reason = result.kind === "fault" ? result.reason : `the key \`${result.key}\` stands twice`;
  place.report({
    code: "dataset-list",
    what: `line ${line}, column \`${name}\`: the cell is not JSON: ${reason}`,
    fix: 'write it as JSON with double quotation marks, as in ["d1", "d2"], or put `|` between ids',
  });
  return null;
}
