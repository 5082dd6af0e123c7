import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createRecordedTarget, parseRecordedAnswers } from "./recorded-target.ts";

const options = { signal: new AbortController().signal };
const request = { query: "x", history: [], caseId: "a", repeat: 0, language: "en" } as const;

test("recorded answers are given by case and repeat, and a missing one is an error", async () => {
  const folder = mkdtempSync(join(tmpdir(), "recorded-"));
  const file = join(folder, "answers.jsonl");
  writeFileSync(
    file,
    '\uFEFF{"caseId":"a","answer":"any","retrieved":["d1","d1"]}\r\n\r\n{"caseId":"a","repeat":1,"answer":"second","retrieved":[]}\n{"caseId":12345678901234567890,"answer":"n","retrieved":[]}\n',
  );
  const target = await createRecordedTarget({ kind: "recorded", file });
  expect(await target.ask(request, options)).toEqual({
    answer: "any",
    retrieved: [{ id: "d1" }],
    droppedDuplicates: 1,
  });
  expect((await target.ask({ ...request, repeat: 1 }, options)).answer).toBe("second");
  expect((await target.ask({ ...request, repeat: 2 }, options)).answer).toBe("any");
  expect((await target.ask({ ...request, caseId: "12345678901234567890" }, options)).answer).toBe("n");
  await expect(target.ask({ ...request, caseId: "b" }, options)).rejects.toMatchObject({
    error: { kind: "not_recorded", message: "answers.jsonl has no line for case `b`" },
  });
  expect(target.fingerprint).toEqual({
    kind: "recorded",
    file: "answers.jsonl",
    hash: expect.stringMatching(/^[0-9a-f]{64}$/),
  });
  rmSync(folder, { recursive: true });
});

test("every bad line is told with its place", () => {
  const text = [
    '{"caseId":"a","answer":"x","retrieved":[]}',
    "{caseId: 1}",
    "[]",
    '{"answer":"x","retrieved":[]}',
    '{"caseId":"b","answer":null,"retrieved":[]}',
    '{"caseId":"c","answer":"x","retrieved":[{"text":"t"}]}',
    '{"caseId":"d","repeat":-1,"answer":"x","retrieved":[]}',
    '{"caseId":"a","answer":"y","retrieved":[]}',
  ].join("\n");
  expect(() => parseRecordedAnswers(text, "answers.jsonl")).toThrowErrorMatchingInlineSnapshot(`
    [InputError: error[recorded-bad-line]: the line is not JSON: \`{caseId: 1}\`
      at:  answers.jsonl:2
      fix: write \`{"caseId": "…", "answer": "…", "retrieved": [{"id": "…", "text": "…"}]}\`
    error[recorded-bad-line]: the line must be an object, and is a list of 0
      at:  answers.jsonl:3
      fix: write \`{"caseId": "…", "answer": "…", "retrieved": [{"id": "…", "text": "…"}]}\`
    error[recorded-bad-line]: \`caseId\` must be text, and is missing
      at:  answers.jsonl:4
      fix: write \`{"caseId": "…", "answer": "…", "retrieved": [{"id": "…", "text": "…"}]}\`
    error[recorded-bad-line]: the answer must be text, and is null
      at:  answers.jsonl:5
      fix: write \`{"caseId": "…", "answer": "…", "retrieved": [{"id": "…", "text": "…"}]}\`
    error[recorded-bad-line]: the id of retrieved[0] must be text that is not empty, and is missing
      at:  answers.jsonl:6
      fix: write \`{"caseId": "…", "answer": "…", "retrieved": [{"id": "…", "text": "…"}]}\`
    error[recorded-bad-line]: \`repeat\` must be a whole number from 0, and is \`-1\`
      at:  answers.jsonl:7
      fix: write \`{"caseId": "…", "answer": "…", "retrieved": [{"id": "…", "text": "…"}]}\`
    error[recorded-duplicate]: case \`a\` was answered before
      at:  answers.jsonl:8
      fix: keep one of them; the other is on line 1]
  `);
});

test("a file that is not there is the user's mistake", async () => {
  await expect(
    createRecordedTarget({ kind: "recorded", file: "/nowhere/a.jsonl" }, { at: "touchstone.yaml:3" }),
  ).rejects.toThrowErrorMatchingInlineSnapshot(`
    [InputError: error[recorded-missing]: the recorded answers \`/nowhere/a.jsonl\` cannot be read (ENOENT)
      at:  touchstone.yaml:3
      fix: give the path of a file that exists]
  `);
});
