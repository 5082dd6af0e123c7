import { type Case, type Language, type Problem, throwIfAny } from "../core/index.ts";
import { parseCase } from "./case.ts";
import { parseCsv } from "./csv.ts";
import { caseFieldOf } from "./fields.ts";
import { parseJsonl } from "./jsonl.ts";
import { placeAt } from "./place.ts";
import { type RawRecord, textOf } from "./raw.ts";
import { parseYamlCases } from "./yaml.ts";

/** The kinds of file that hold cases, by the end of their names. */
export const caseFormats = {
  ".jsonl": parseJsonl,
  ".csv": parseCsv,
  ".yaml": parseYamlCases,
  ".yml": parseYamlCases,
} as const;

/** A kind of file that cases are read from. */
export type CaseFormat = keyof typeof caseFormats;

/** What a file of cases is read with. */
export interface CaseContext {
  readonly format: CaseFormat;
  /** Of the dataset, for cases that state none. */
  readonly language?: Language | undefined;
}

/**
 * The cases of a text, in its order.
 *
 * @param name the file as messages call it.
 * @throws InputError with every problem, also when there is no case.
 */
export function parseCases(text: string, name: string, context: CaseContext): readonly Case[] {
  const problems: Problem[] = [];
  const cases = collectCases(text, name, { ...context, problems });
  throwIfAny(problems);
  return cases;
}

/** The same, with the problems in a list, and with the cases that are right. */
export function collectCases(
  text: string,
  name: string,
  { format, language, problems, notes }: CaseContext & { readonly problems: Problem[]; readonly notes?: string[] },
): readonly Case[] {
  const before = problems.length;
  const records = caseFormats[format](text, name, { problems, notes });
  const cases = records.flatMap((record) => parseCase(record, language, placeAt(record.at, problems)) ?? []);
  checkUnique(records, problems);
  if (records.length === 0 && problems.length === before) {
    const what = text.trim() === "" ? `no cases: ${name} is empty` : `no cases: ${name} holds none`;
    problems.push({ code: "dataset-empty", what, at: name, fix: "add at least one case" });
  }
  return cases;
}

/** Of all records, also of those with something else wrong, so that one round of mending is enough. */
function checkUnique(records: readonly RawRecord[], problems: Problem[]): void {
  const first = new Map<string, string>();
  for (const { fields, at } of records) {
    const name = fields.has("id") ? "id" : [...fields.keys()].find((one) => caseFieldOf(one) === "id");
    const id = name === undefined ? undefined : textOf(fields.get(name));
    if (id === undefined || id.trim() === "") continue;
    const other = first.get(id);
    if (other === undefined) {
      first.set(id, at);
      continue;
    }
    problems.push({
      code: "dataset-duplicate-id",
      what: `two cases have the id \`${id}\``,
      at,
      why: "runs are compared by case id, so one of the two would be lost",
      fix: `give it an id of its own; the other one is on line ${other.slice(other.lastIndexOf(":") + 1)}`,
    });
  }
}
