import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { type Case, type GoldGroup, InputError, type Language, type Problem } from "../core/index.ts";
import { detectLanguage } from "../text/index.ts";
import { kindOf, type Reading, readText, showPath } from "./files.ts";
import { idOf } from "./id.ts";
import { parseJsonl } from "./jsonl.ts";
import { type Place, placeAt } from "./place.ts";
import { type RawRecord, textOf } from "./raw.ts";

/** The files of a BEIR folder that cases are made of. */
export interface BeirFiles {
  readonly queries: string;
  readonly qrels: string;
}

/**
 * The queries and judgements of a folder in the layout of the BEIR collections:
 * `queries.jsonl` and `qrels/*.tsv`. Of several splits `test.tsv` counts.
 *
 * @returns undefined when the folder has no such files.
 * @throws InputError when it has several splits and none of them is `test.tsv`.
 */
export async function findBeir(folder: string): Promise<BeirFiles | undefined> {
  const queries = join(folder, "queries.jsonl");
  const qrels = join(folder, "qrels");
  if ((await kindOf(queries)) !== "file" || (await kindOf(qrels)) !== "folder") return undefined;
  const splits = (await readdir(qrels)).filter((name) => /^[^.].*\.tsv$/i.test(name)).sort();
  const split = splits.includes("test.tsv") || splits.length !== 1 ? "test.tsv" : splits[0];
  if (split !== undefined && splits.includes(split)) return { queries, qrels: join(qrels, split) };
  throw new InputError({
    code: "dataset-file-ambiguous",
    what: `the judgements are in ${splits.length === 0 ? "no file" : splits.map((name) => `\`${name}\``).join(" and ")}, and \`test.tsv\` is looked for`,
    at: showPath(qrels),
    fix: "name the split that counts in `dataset.yaml`, as `cases: qrels/dev.tsv`",
  });
}

/** Reads the cases of a BEIR folder: its judged queries, in the order of `queries.jsonl`. */
export async function readBeir(
  { queries, qrels }: BeirFiles,
  { language, reading }: { readonly language: Language | undefined; readonly reading: Reading },
): Promise<readonly Case[]> {
  const judged = parseBeirQrels(await readText(qrels, reading), showPath(qrels), reading);
  const text = await readText(queries, reading);
  return parseBeirQueries(text, showPath(queries), { judged, language, problems: reading.problems });
}

/** The judgements of a query, and where the first of them stands. */
export interface BeirJudgements {
  readonly at: string;
  readonly grades: Map<string, number>;
}

/**
 * The judgements of a TSV file by query: `query-id`, `corpus-id`, `score`, with a
 * heading line or without. The score is a grade, a whole number of 0 or more.
 *
 * @param problems gets each line that is none, and each document that is judged twice.
 */
export function parseBeirQrels(
  text: string,
  name: string,
  { problems }: { readonly problems: Problem[] },
): ReadonlyMap<string, BeirJudgements> {
  const judged = new Map<string, BeirJudgements>();
  for (const [index, line] of text.split(/\r\n|\n|\r/).entries()) {
    if (line.trim() === "" || (index === 0 && /^query-id\t/i.test(line))) continue;
    const at = `${name}:${index + 1}`;
    const problem = addLine(judged, line.split("\t"), at);
    if (problem !== undefined) problems.push({ ...problem, at });
  }
  return judged;
}

function addLine(judged: Map<string, BeirJudgements>, cells: readonly string[], at: string): Problem | undefined {
  const [query = "", document = "", grade = ""] = cells.map((cell) => cell.trim());
  if (cells.length !== 3 || query === "" || document === "" || !/^\d{1,9}$/.test(grade)) {
    return {
      code: "dataset-beir-line",
      what: "a line of BEIR judgements must be three cells separated by tabs, the last a whole number",
      fix: "write `query-id`, `corpus-id` and `score`",
    };
  }
  const { grades } = judged.get(query) ?? { grades: new Map<string, number>() };
  if (grades.size === 0) judged.set(query, { at, grades });
  if (grades.has(document)) {
    return {
      code: "dataset-beir-twice",
      what: `document \`${document}\` of query \`${query}\` is judged a second time`,
      why: "only one of the two grades could count",
      fix: "keep one of them",
    };
  }
  grades.set(document, Number(grade));
  return undefined;
}

/**
 * The cases of a `queries.jsonl`: each query that was judged, with its judgements as
 * gold. Documents of grade 0 were judged not relevant.
 *
 * @param problems gets each query without id or text, and each judged one that is not there.
 */
export function parseBeirQueries(
  text: string,
  name: string,
  {
    judged,
    language,
    problems,
  }: {
    readonly judged: ReadonlyMap<string, BeirJudgements>;
    readonly language: Language | undefined;
    readonly problems: Problem[];
  },
): readonly Case[] {
  const cases = new Map<string, Case>();
  for (const record of parseJsonl(text, name, { problems })) {
    const place = placeAt(record.at, problems);
    const id = idOf(record.fields.get("_id") ?? record.fields.get("id") ?? null, "_id", place);
    const grades = id === undefined ? undefined : judged.get(id)?.grades;
    if (id === undefined || grades === undefined) continue;
    const query = queryOf(record, place);
    const other = cases.get(id);
    if (other !== undefined) {
      const fix = `give it an id of its own; the other one is at ${other.at}`;
      place.report({ code: "dataset-duplicate-id", what: `two queries have the id \`${id}\``, fix });
    } else if (query !== undefined) cases.set(id, caseOf({ id, query, grades, language, at: record.at }));
  }
  if (problems.length === 0) problems.push(...strayJudgements(judged, cases, name));
  return [...cases.values()];
}

function queryOf({ fields }: RawRecord, place: Place): string | undefined {
  const query = textOf(fields.get("text")) ?? "";
  if (query.trim() !== "") return query;
  place.report({ code: "dataset-field-missing", what: "the query has no `text`", fix: "write its `text`" });
  return undefined;
}

function strayJudgements(
  judged: ReadonlyMap<string, BeirJudgements>,
  cases: ReadonlyMap<string, Case>,
  name: string,
): readonly Problem[] {
  if (judged.size === 0) {
    const what = "no cases: no query is judged";
    return [{ code: "dataset-empty", what, at: name, fix: "add at least one line to the file in `qrels/`" }];
  }
  return [...judged]
    .filter(([id]) => !cases.has(id))
    .map(([id, { at }]) => ({
      code: "dataset-beir-query",
      what: `the judged query \`${id}\` is not in ${name}`,
      at,
      fix: "add it, or give the two files of one collection",
    }));
}

function caseOf({
  id,
  query,
  grades,
  language,
  at,
}: {
  readonly id: string;
  readonly query: string;
  readonly grades: ReadonlyMap<string, number>;
  readonly language: Language | undefined;
  readonly at: string;
}): Case {
  const groups: GoldGroup[] = [];
  const judged: string[] = [];
  for (const [document, grade] of grades) {
    if (grade > 0) groups.push({ any: [document], grade });
    else judged.push(document);
  }
  return {
    id,
    query,
    gold: judged.length === 0 ? { kind: "groups", groups } : { kind: "groups", groups, judged },
    answerable: true,
    language: language ?? detectLanguage(query),
    history: [],
    references: [],
    tags: [],
    metadata: {},
    at,
  };
}
