import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { createRecordedTarget } from "./recorded-target.ts";

const request = { query: "?", history: [], repeat: 1, language: "en" } as const;
const signal = new AbortController().signal;

function write(name: string, content: string | Uint8Array): string {
  const path = join(mkdtempSync(join(tmpdir(), "touchstone-recorded-")), name);
  writeFileSync(path, content);
  return path;
}

const run = `q1 Q0 d1 1 0.5 bm25
q1 Q0 d2 2 0.75 bm25
q1 Q0 d1 3 0.25 bm25
q2 Q0 d3 1 -inf bm25
`;

test.each([
  ["bm25.run", run],
  ["bm25.trec", run],
  ["bm25.txt", run],
  ["bm25", run],
  ["bm25.run.gz", gzipSync(run)],
  ["bm25.gz", gzipSync(run)],
])("a TREC run is what was retrieved, by score, each document once: %s", async (name, content) => {
  const target = await createRecordedTarget({ kind: "recorded", file: write(name, content) });
  expect(await target.ask({ ...request, caseId: "q1" }, { signal })).toEqual({
    answer: "",
    retrieved: [
      { id: "d2", score: 0.75 },
      { id: "d1", score: 0.5 },
    ],
    droppedDuplicates: 1,
  });
  expect(await target.ask({ ...request, caseId: "q2" }, { signal })).toMatchObject({ retrieved: [{ id: "d3" }] });
  await expect(target.ask({ ...request, caseId: "q3" }, { signal })).rejects.toMatchObject({
    message: expect.stringContaining("has no line for case `q3`"),
  });
});

test("JSON lines are JSON lines, whatever the file is called", async () => {
  const line = JSON.stringify({ caseId: "q1", answer: "yes", retrieved: ["d1"] });
  const target = await createRecordedTarget({ kind: "recorded", file: write("answers.txt", `\n${line}\n`) });
  expect(await target.ask({ ...request, caseId: "q1" }, { signal })).toMatchObject({ answer: "yes" });
});

test("a line that is none is named", async () => {
  const file = write("bm25.run", "q1 Q0 d1 1 0.5 bm25\nq1 Q0 d2\n");
  await expect(createRecordedTarget({ kind: "recorded", file })).rejects.toMatchObject({
    problems: [{ code: "trec-run-line", at: `${file}:2` }],
  });
});
