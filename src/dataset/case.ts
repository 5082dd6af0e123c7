import { type Case, type Gold, hasGold, type Language, type Turn } from "../core/index.ts";
import { detectLanguage } from "../text/index.ts";
import { type CaseField, caseFieldOf, caseFields, nearMiss } from "./fields.ts";
import { parseGold } from "./gold.ts";
import { idOf } from "./id.ts";
import type { Place } from "./place.ts";
import { describeRaw, isRawList, isRawObject, Plain, type Raw, type RawRecord, textOf } from "./raw.ts";

type Fields = ReadonlyMap<CaseField, Raw>;

/**
 * One case from its fields. Whatever is wrong goes to the place; then there is no case.
 *
 * @param language of the dataset, for cases that state none; else it is told from the query.
 */
export function parseCase(record: RawRecord, language: Language | undefined, place: Place): Case | undefined {
  const fields = fieldsOf(record, place);
  const id = required(fields, "id", place);
  const query = required(fields, "query", place);
  const caseId = id === undefined ? undefined : idOf(id, "id", place);
  const text = query === undefined ? undefined : queryOf(query, place);
  const gold = parseGold(fields.get("gold"), place);
  const answerable = answerableOf(fields.get("answerable"), gold, place);
  const stated = languageOf(fields.get("language"), place);
  const rest = {
    history: historyOf(fields.get("history"), place),
    references: referencesOf(fields, place),
    tags: textsOf(fields.get("tags"), "tags", place),
    metadata: metadataOf(fields.get("metadata"), place),
  };
  if (caseId === undefined || text === undefined) return undefined;
  return {
    id: caseId,
    query: text,
    gold,
    answerable,
    language: stated ?? language ?? detectLanguage(text),
    ...rest,
    at: record.at,
  };
}

/** The fields by their proper names; null is the same as not there. */
function fieldsOf({ fields }: RawRecord, place: Place): Fields {
  const named = new Map<CaseField, Raw>();
  const writtenAs = new Map<CaseField, string>();
  for (const [name, value] of fields) {
    const field = caseFieldOf(name);
    if (field === undefined) {
      reportUnknown(name, place);
      continue;
    }
    const other = writtenAs.get(field);
    if (other !== undefined) {
      place.report({
        code: "dataset-field-twice",
        what: `\`${other}\` and \`${name}\` are both the \`${field}\` of a case`,
        why: "one of the two would be lost",
        fix: "keep one of them",
      });
    }
    writtenAs.set(field, name);
    if (value !== null) named.set(field, value);
  }
  return named;
}

function reportUnknown(name: string, place: Place): void {
  const meant = nearMiss(name);
  place.report({
    code: "dataset-unknown-field",
    what: `unknown field \`${name}\` of a case`,
    why: "a misspelt field would be lost without a word",
    fix:
      meant === undefined
        ? `put a label of your own below \`metadata\`; the fields are ${caseFields.map((one) => `\`${one}\``).join(", ")}`
        : `did you mean \`${meant}\`? Labels of your own go below \`metadata\``,
  });
}

function required(fields: Fields, field: "id" | "query", place: Place): Raw | undefined {
  const value = fields.get(field);
  if (value === undefined) {
    place.report({
      code: "dataset-field-missing",
      what: `the case has no \`${field}\``,
      fix: field === "id" ? "give it an id of its own" : "write the question that is asked",
    });
  }
  return value;
}

function queryOf(value: Raw, place: Place): string | undefined {
  const text = textOf(value);
  if (text !== undefined && text.trim() !== "") return text;
  const found = text === undefined ? describeRaw(value) : "empty";
  place.report({
    code: "dataset-field-value",
    what: `\`query\` must be a text, not ${found}`,
    fix: "write the question that is asked",
  });
  return undefined;
}

function answerableOf(value: Raw | undefined, gold: Gold, place: Place): boolean {
  const answerable = value === undefined ? true : booleanOf(value);
  if (answerable === undefined) {
    const found = typeof value === "string" ? `\`${value}\`` : describeRaw(value ?? null);
    place.report({
      code: "dataset-field-value",
      what: `\`answerable\` must be true or false, not ${found}`,
      fix: "write `true` or `false`; in a table also yes, no, 是, 否, 1 or 0",
    });
    return true;
  }
  if (!answerable && hasGold(gold)) {
    place.report({
      code: "dataset-gold-unanswerable",
      what: "the case is not answerable and has gold",
      why: "gold says where the answer stands",
      fix: "remove the gold, or `answerable: false`",
    });
  }
  return answerable;
}

function booleanOf(value: Raw): boolean | undefined {
  if (typeof value === "boolean") return value;
  if (!(value instanceof Plain) || value.of !== "yaml") return undefined;
  if (/^(true|yes)$/i.test(value.source)) return true;
  return /^(false|no)$/i.test(value.source) ? false : undefined;
}

const languages: readonly Language[] = ["en", "zh"];

function languageOf(value: Raw | undefined, place: Place): Language | undefined {
  if (value === undefined) return undefined;
  const text = textOf(value)?.trim();
  const language = languages.find((one) => one === text?.toLowerCase());
  if (language === undefined) {
    const found = text === undefined ? describeRaw(value) : `\`${text}\``;
    place.report({
      code: "dataset-field-value",
      what: `\`language\` must be \`en\` or \`zh\`, not ${found}`,
      fix: "or leave it out: it is told from the query",
    });
  }
  return language;
}

/** `reference` first, since it is the preferred one; what stands twice is kept once. */
function referencesOf(fields: Fields, place: Place): readonly string[] {
  const all = [
    ...textsOf(fields.get("reference"), "reference", place),
    ...textsOf(fields.get("references"), "references", place),
  ];
  return [...new Set(all)];
}

/** A text or a list of texts, each once; empty texts count as not there. */
function textsOf(value: Raw | undefined, name: string, place: Place): readonly string[] {
  if (value === undefined) return [];
  const texts = new Set<string>();
  for (const item of isRawList(value) ? value : [value]) {
    const text = textOf(item);
    if (text === undefined) {
      place.report({
        code: "dataset-field-value",
        what: `\`${name}\` must be a text or a list of texts, not ${describeRaw(item)}`,
        fix: "write it in quotation marks",
      });
    } else if (text.trim() !== "") texts.add(text);
  }
  return [...texts];
}

function metadataOf(value: Raw | undefined, place: Place): Readonly<Record<string, string>> {
  if (value === undefined) return {};
  if (!isRawObject(value)) {
    place.report({
      code: "dataset-field-value",
      what: `\`metadata\` must be an object, not ${describeRaw(value)}`,
      fix: 'write it as {"kind": "who"}',
    });
    return {};
  }
  const labels: [string, string][] = [];
  for (const [key, item] of Object.entries(value)) {
    const text = typeof item === "boolean" ? String(item) : textOf(item);
    if (text !== undefined) labels.push([key, text]);
    else if (item !== null) {
      place.report({
        code: "dataset-field-value",
        what: `\`metadata.${key}\` must be a text, not ${describeRaw(item)}`,
        fix: "write one label, such as `who`",
      });
    }
  }
  return Object.fromEntries(labels);
}

function historyOf(value: Raw | undefined, place: Place): readonly Turn[] {
  if (value === undefined) return [];
  const turns = isRawList(value) ? value.map(turnOf) : [undefined];
  if (turns.includes(undefined)) {
    place.report({
      code: "dataset-field-value",
      what: "`history` must be a list of turns, oldest first",
      fix: 'write each as {"role": "user", "content": "…"} or with the role `assistant`',
    });
  }
  return turns.filter((turn) => turn !== undefined);
}

function turnOf(value: Raw): Turn | undefined {
  if (!isRawObject(value) || Object.keys(value).some((key) => key !== "role" && key !== "content")) return undefined;
  const role = textOf(value["role"]);
  const content = textOf(value["content"]);
  if ((role !== "user" && role !== "assistant") || content === undefined) return undefined;
  return { role, content };
}
