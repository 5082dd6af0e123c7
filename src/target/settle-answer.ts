import { CaseFailure, type RetrievedChunk, type TargetAnswer } from "../core/index.ts";

/**
 * The one door that all answers of all targets pass. It checks the shape, turns plain
 * strings and numbers into chunks with that id, and drops an entry whose id stood
 * further up: the first place counts.
 *
 * In: whatever a target gave.
 *
 * @throws CaseFailure `bad_answer`, naming the entry and what is wrong with it.
 */
export function settleAnswer(given: {
  readonly answer: unknown;
  readonly retrieved: unknown;
}): Pick<TargetAnswer, "answer" | "retrieved" | "droppedDuplicates"> {
  const { answer, retrieved } = given;
  if (typeof answer !== "string") throw badAnswer(`the answer must be text, and is ${describe(answer)}`);
  if (!Array.isArray(retrieved)) throw badAnswer(`the retrieved list must be a list, and is ${describe(retrieved)}`);
  const chunks = new Map<string, RetrievedChunk>();
  retrieved.forEach((entry: unknown, place) => {
    const chunk = settleEntry(entry, `retrieved[${place}]`);
    if (!chunks.has(chunk.id)) chunks.set(chunk.id, chunk);
  });
  return { answer, retrieved: [...chunks.values()], droppedDuplicates: retrieved.length - chunks.size };
}

function settleEntry(entry: unknown, where: string): RetrievedChunk {
  if (typeof entry === "string" || typeof entry === "number") return { id: settleId(entry, where) };
  if (typeof entry !== "object" || entry === null || Array.isArray(entry)) {
    throw badAnswer(`${where} must be an object with an id, or an id, and is ${describe(entry)}`);
  }
  const fields = entry as Fields;
  return {
    id: settleId(fields["id"], `the id of ${where}`),
    ...settleField(fields, "docId", (docId) => settleId(docId, `the docId of ${where}`)),
    ...settleField(fields, "text", (text) => {
      if (typeof text === "string") return text;
      throw mustBe(`the text of ${where}`, "text", text);
    }),
    ...settleField(fields, "score", (score) => {
      if (typeof score === "number" && Number.isFinite(score)) return score;
      throw mustBe(`the score of ${where}`, "a finite number", score);
    }),
    ...settleOffsets(fields, where),
  };
}

type Fields = Readonly<Record<string, unknown>>;

/** A field that may be missing; null counts as missing, since many services send it for "none". */
function settleField<Name extends string, Value>(
  fields: Fields,
  name: Name,
  settle: (value: unknown) => Value,
): { readonly [key in Name]?: Value } {
  const value = fields[name] ?? undefined;
  return value === undefined ? {} : ({ [name]: settle(value) } as { readonly [key in Name]?: Value });
}

function settleOffsets(fields: Fields, where: string): { readonly start?: number; readonly end?: number } {
  const start = fields["start"] ?? undefined;
  const end = fields["end"] ?? undefined;
  if (start === undefined && end === undefined) return {};
  if (!isOffset(start) || !isOffset(end) || end < start) {
    const found = `${describe(start)} and ${describe(end)}`;
    throw badAnswer(`start and end of ${where} must be whole numbers, 0 or more, in this order, and are ${found}`);
  }
  return { start, end };
}

function settleId(id: unknown, where: string): string {
  if (typeof id === "string" && id !== "") return id;
  if (typeof id !== "number") throw mustBe(where, "text that is not empty", id);
  if (Number.isSafeInteger(id)) return String(id);
  throw badAnswer(`${where} is the number ${id}, which may have been rounded; send ids as text`);
}

function isOffset(value: unknown): value is number {
  return typeof value === "number" && Number.isSafeInteger(value) && value >= 0;
}

function mustBe(where: string, wanted: string, found: unknown): CaseFailure {
  return badAnswer(`${where} must be ${wanted}, and is ${describe(found)}`);
}

function badAnswer(message: string): CaseFailure {
  return new CaseFailure({ kind: "bad_answer", message });
}

/** A value in a few words, for a message. */
export function describe(value: unknown): string {
  if (value === undefined) return "missing";
  if (value === null) return "null";
  if (value === "") return "empty";
  if (Array.isArray(value)) return `a list of ${value.length}`;
  if (typeof value === "string") return `the text \`${value.slice(0, 40)}\``;
  if (typeof value === "number" || typeof value === "boolean") return `\`${value}\``;
  return typeof value === "object" ? "an object" : `a ${typeof value}`;
}
