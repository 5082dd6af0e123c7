import { readFile } from "node:fs/promises";
import { basename } from "node:path";
import {
  CaseFailure,
  decodeUtf8,
  InputError,
  type Problem,
  sha256,
  type TargetAnswer,
  throwIfAny,
} from "../core/index.ts";
import { parseExactJson } from "./exact-json.ts";
import type { RecordedTargetOptions } from "./options.ts";
import { hashFile, isRunFile, readRunAnswers } from "./recorded-run.ts";
import { describe, settleAnswer } from "./settle-answer.ts";
import type { Target } from "./target.ts";

/**
 * Answers made elsewhere, in a file of JSON lines, or a run file in TREC format, which
 * has what was retrieved and no answers.
 *
 * @throws InputError with every bad line and every case that stands there twice.
 */
export async function createRecordedTarget(
  { file }: RecordedTargetOptions,
  { at }: { readonly at?: string | undefined } = {},
): Promise<Target> {
  const { answers, hash } = await readRecorded(file).catch((error: unknown) => {
    if (!(error instanceof Error && "code" in error)) throw error;
    throw new InputError({
      code: "recorded-missing",
      what: `the recorded answers \`${file}\` cannot be read (${error.code})`,
      ...(at === undefined ? {} : { at }),
      fix: "give the path of a file that exists",
    });
  });
  return {
    kind: "recorded",
    fingerprint: { kind: "recorded", file: basename(file), hash },
    ask: async ({ caseId, repeat }) => {
      const answer = answers.get(keyOf(caseId, repeat)) ?? answers.get(keyOf(caseId, undefined));
      if (answer !== undefined) return answer;
      const message = `${basename(file)} has no line for case \`${caseId}\`${repeat === 0 ? "" : `, repeat ${repeat}`}`;
      throw new CaseFailure({ kind: "not_recorded", message });
    },
    close: async () => undefined,
  };
}

interface Recorded {
  readonly answers: ReadonlyMap<string, TargetAnswer>;
  readonly hash: string;
}

async function readRecorded(file: string): Promise<Recorded> {
  if (await isRunFile(file)) {
    const answers = await readRunAnswers(file);
    const byKey = Array.from(answers, ([caseId, answer]) => [keyOf(caseId, undefined), answer] as const);
    return { answers: new Map(byKey), hash: await hashFile(file) };
  }
  const text = decodeUtf8(await readFile(file));
  if (text === null) {
    const what = "the recorded answers must be text in UTF-8, and these bytes are none";
    throw new InputError({ code: "recorded-encoding", what, at: file, fix: "save the file as UTF-8" });
  }
  return { answers: parseRecordedAnswers(text, file), hash: sha256(text) };
}

/**
 * Reads lines of `{"caseId", "repeat"?, "answer", "retrieved"}`. A line without
 * `repeat` serves every repeat that has no line of its own.
 *
 * In: `file`: for messages.
 *
 * @throws InputError with every problem found.
 */
export function parseRecordedAnswers(text: string, file: string): ReadonlyMap<string, TargetAnswer> {
  const answers = new Map<string, TargetAnswer>();
  const lineOf = new Map<string, number>();
  const problems: Problem[] = [];
  for (const [i, content] of text
    .replace(/^\uFEFF/, "")
    .split(/\r?\n/)
    .entries()) {
    if (content.trim() === "") continue;
    const at = `${file}:${i + 1}`;
    const line = parseLine(content);
    if ("what" in line) {
      const fix = 'write `{"caseId": "…", "answer": "…", "retrieved": [{"id": "…", "text": "…"}]}`';
      problems.push({ code: "recorded-bad-line", what: line.what, at, fix });
      continue;
    }
    const earlier = lineOf.get(line.key);
    if (earlier !== undefined) {
      const what = `case \`${line.caseId}\` was answered before`;
      problems.push({ code: "recorded-duplicate", what, at, fix: `keep one of them; the other is on line ${earlier}` });
    }
    lineOf.set(line.key, i + 1);
    answers.set(line.key, line.answer);
  }
  throwIfAny(problems);
  return answers;
}

type Line =
  | { readonly key: string; readonly caseId: string; readonly answer: TargetAnswer }
  | { readonly what: string };

function parseLine(content: string): Line {
  let value: unknown;
  try {
    value = parseExactJson(content);
  } catch {
    return { what: `the line is not JSON: \`${content.trim().slice(0, 60)}\`` };
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    return { what: `the line must be an object, and is ${describe(value)}` };
  }
  return settleLine(value as Readonly<Record<string, unknown>>);
}

function settleLine({ caseId, repeat, answer, retrieved }: Readonly<Record<string, unknown>>): Line {
  const id = typeof caseId === "number" ? String(caseId) : caseId;
  if (typeof id !== "string" || id === "") return { what: `\`caseId\` must be text, and is ${describe(caseId)}` };
  if (repeat !== undefined && !(Number.isSafeInteger(repeat) && Number(repeat) >= 0)) {
    return { what: `\`repeat\` must be a whole number from 0, and is ${describe(repeat)}` };
  }
  try {
    const settled = settleAnswer({ answer, retrieved });
    return { key: keyOf(id, repeat as number | undefined), caseId: id, answer: settled };
  } catch (error) {
    if (error instanceof CaseFailure) return { what: error.message };
    throw error;
  }
}

function keyOf(caseId: string, repeat: number | undefined): string {
  return JSON.stringify([caseId, repeat ?? null]);
}
