import type { Document, Problem } from "../core/index.ts";
import { throwIfAny } from "../core/index.ts";
import { nearMiss } from "./fields.ts";
import { idOf } from "./id.ts";
import { parseJsonl } from "./jsonl.ts";
import { type Place, placeAt } from "./place.ts";
import { describeRaw, type Raw, type RawRecord, textOf } from "./raw.ts";

const documentFields = ["id", "title", "text", "format"];

/**
 * The documents of a JSONL text: `id` (or `_id`, as in the BEIR collections),
 * `text`, and perhaps `title` and `format`. Other fields are left alone, since
 * corpora carry much that nobody asks for, unless a name is close to a known one.
 *
 * @param name the file as messages call it.
 * @throws InputError with every problem, also when there is no document.
 */
export function parseCorpus(text: string, name: string): readonly Document[] {
  const problems: Problem[] = [];
  const records = parseJsonl(text, name, { problems });
  const documents = records.flatMap((record) => parseDocument(record, placeAt(record.at, problems)) ?? []);
  checkUnique(documents, records, problems);
  if (records.length === 0 && problems.length === 0) {
    problems.push({
      code: "dataset-empty",
      what: `no documents: ${name} is empty`,
      at: name,
      fix: "add at least one document",
    });
  }
  throwIfAny(problems);
  return documents;
}

function parseDocument({ fields }: RawRecord, place: Place): Document | undefined {
  checkNames(fields, place);
  const rawId = fields.get("id") ?? fields.get("_id") ?? null;
  const text = fields.get("text") ?? null;
  if (rawId === null || text === null) {
    const missing = rawId === null ? "id" : "text";
    place.report({
      code: "dataset-field-missing",
      what: `the document has no \`${missing}\``,
      fix: `write its \`${missing}\``,
    });
    return undefined;
  }
  const id = idOf(rawId, "id", place);
  const body = documentText(text, "text", place);
  const title = documentText(fields.get("title") ?? "", "title", place);
  const format = formatOf(fields.get("format") ?? "text", place);
  if (id === undefined || body === undefined || title === undefined || format === undefined) return undefined;
  return { id, title, text: body, format };
}

function checkNames(fields: ReadonlyMap<string, Raw>, place: Place): void {
  if (fields.has("id") && fields.has("_id")) {
    place.report({
      code: "dataset-field-twice",
      what: "`id` and `_id` are both the id of a document",
      fix: "keep one of them",
    });
  }
  for (const name of fields.keys()) {
    const meant = documentFields.includes(name) || name === "_id" ? undefined : nearMiss(name, documentFields);
    if (meant === undefined) continue;
    place.report({
      code: "dataset-unknown-field",
      what: `unknown field \`${name}\` of a document`,
      fix: `did you mean \`${meant}\`? Else give it a name that is further away`,
    });
  }
}

function documentText(value: Raw, name: string, place: Place): string | undefined {
  if (typeof value === "string") return value;
  const text = textOf(value);
  if (text === undefined || name === "text") {
    place.report({
      code: "dataset-field-value",
      what: `\`${name}\` must be a text, not ${describeRaw(value)}`,
      fix: "write it in quotation marks",
    });
    return undefined;
  }
  return text;
}

function formatOf(value: Raw, place: Place): Document["format"] | undefined {
  if (value === "markdown" || value === "text") return value;
  const found = typeof value === "string" ? `\`${value}\`` : describeRaw(value);
  place.report({
    code: "dataset-field-value",
    what: `\`format\` must be \`markdown\` or \`text\`, not ${found}`,
    fix: "or leave it out: then it is `text`",
  });
  return undefined;
}

function checkUnique(documents: readonly Document[], records: readonly RawRecord[], problems: Problem[]): void {
  if (new Set(documents.map(({ id }) => id)).size === documents.length) return;
  const first = new Map<string, string>();
  for (const { at, fields } of records) {
    const id = textOf(fields.get("id") ?? fields.get("_id"));
    if (id === undefined) continue;
    const other = first.get(id);
    if (other === undefined) {
      first.set(id, at);
      continue;
    }
    problems.push({
      code: "dataset-duplicate-document",
      what: `two documents have the id \`${id}\``,
      at,
      why: "gold that names it could mean either",
      fix: `give it an id of its own; the other one is on line ${other.slice(other.lastIndexOf(":") + 1)}`,
    });
  }
}

/**
 * A file of a corpus folder as a document: its title is its first heading, and
 * without one the name of the file.
 *
 * @param id the path inside the folder, with `/`.
 */
export function parseDocumentFile(text: string, id: string): Document {
  const format = /\.(md|markdown)$/i.test(id) ? "markdown" : "text";
  const heading = format === "markdown" ? headingOf(text) : undefined;
  const fileName = id.slice(id.lastIndexOf("/") + 1).replace(/\.[^.]+$/, "");
  return { id, title: heading ?? fileName, text, format };
}

/** The first heading outside blocks of code, in which `#` is a comment. */
function headingOf(text: string): string | undefined {
  const prose = text.replace(/^(```|~~~)[\s\S]*?^\1/gm, "");
  const heading = /^ {0,3}#{1,6}[ \t]+(.+?)[ \t]*#*[ \t]*$/m.exec(prose)?.[1];
  return heading === undefined || heading.trim() === "" ? undefined : heading.trim();
}
