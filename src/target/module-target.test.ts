import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { type CaseError, CaseFailure, InputError } from "../core/index.ts";
import { createModuleTarget } from "./module-target.ts";

const folder = mkdtempSync(join(tmpdir(), "module-"));
afterAll(() => rmSync(folder, { recursive: true }));

function file(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

const request = { query: "why?", history: [], caseId: "q1", repeat: 0, language: "en" } as const;
const options = { signal: new AbortController().signal };

async function failure(promise: Promise<unknown>): Promise<CaseError> {
  try {
    await promise;
  } catch (error) {
    if (error instanceof CaseFailure) return error.error;
    throw error;
  }
  throw new Error("it did not fail");
}

test.each([
  ["default.mjs", "export default async ({ query }) => ({ answer: query, retrieved: ['a', 'a'] });"],
  ["ask.mjs", "export function ask({ query }) { return { answer: query, retrieved: ['a', 'a'] }; }"],
  ["common.cjs", "module.exports = { ask: ({ query }) => ({ answer: query, retrieved: ['a', 'a'] }) };"],
  ["common-default.cjs", "module.exports = ({ query }) => ({ answer: query, retrieved: ['a', 'a'] });"],
  [
    "typed.ts",
    "interface Q { query: string }\nexport default ({ query }: Q) => ({ answer: query as string, retrieved: ['a', 'a'] });",
  ],
  [
    "typed.mts",
    "enum Kind { A = 'a' }\nexport const ask = ({ query }: { query: string }) => ({ answer: query, retrieved: [Kind.A, Kind.A] });",
  ],
])("a function is found and asked in %s", async (name, text) => {
  const target = await createModuleTarget({ kind: "module", file: file(name, text) });
  expect(await target.ask(request, options)).toEqual({
    answer: "why?",
    retrieved: [{ id: "a" }],
    droppedDuplicates: 1,
  });
  expect(target.fingerprint).toMatchObject({
    kind: "module",
    file: name,
    hash: expect.stringMatching(/^[0-9a-f]{64}$/),
  });
});

test("a function can be named", async () => {
  const path = file(
    "named.mjs",
    "export const one = () => ({ answer: '1', retrieved: [] }); export const two = () => ({ answer: '2', retrieved: [] });",
  );
  const target = await createModuleTarget({ kind: "module", file: path, export: "two" });
  expect((await target.ask(request, options)).answer).toBe("2");
});

test("a module that is not there, is broken or has no such function is the user's mistake", async () => {
  const why = async (path: string, name?: string): Promise<string> => {
    const error: unknown = await createModuleTarget(
      { kind: "module", file: path, export: name },
      { at: "touchstone.yaml:4" },
    ).catch((one: unknown) => one);
    return error instanceof InputError ? error.message.replaceAll(folder, "FOLDER") : String(error);
  };
  expect(await why(join(folder, "none.mjs"))).toMatchInlineSnapshot(`
    "error[target-module-missing]: the module \`FOLDER/none.mjs\` of the target cannot be read (ENOENT)
      at:  touchstone.yaml:4
      fix: give the path of a file that exists"
  `);
  expect(await why(file("throws.mjs", "throw new Error('no database');"))).toMatchInlineSnapshot(`
    "error[target-module-broken]: the module \`FOLDER/throws.mjs\` of the target cannot be loaded: Error: no database
      at:  touchstone.yaml:4
      fix: make the file run by itself, then run again"
  `);
  expect(await why(file("empty.mjs", "export const answer = 42;"))).toMatchInlineSnapshot(`
    "error[target-module-no-function]: the module \`FOLDER/empty.mjs\` exports no function \`default\` or \`ask\`
      at:  touchstone.yaml:4
      fix: write \`export default async function ask({ query }) { return { answer, retrieved }; }\`"
  `);
  expect(await why(file("other.mjs", "export const askme = () => 1;"), "ask")).toMatchInlineSnapshot(`
    "error[target-module-no-function]: the module \`FOLDER/other.mjs\` exports no function \`ask\`
      at:  touchstone.yaml:4
      fix: set \`export\`: did you mean \`askme\`?"
  `);
});

test("a function that throws, gives the wrong shape or takes too long is an error of its case", async () => {
  const ask = async (name: string, body: string): Promise<CaseError> => {
    const target = await createModuleTarget({
      kind: "module",
      file: file(name, `export default async () => { ${body} };`),
      timeoutMs: 100,
    });
    return failure(target.ask(request, options));
  };
  expect(await ask("throw.mjs", "throw new RangeError('k is too large')")).toEqual({
    kind: "target_threw",
    message: "the function threw RangeError: k is too large",
  });
  expect(await ask("shape.mjs", "return 'hello'")).toEqual({
    kind: "bad_answer",
    message: "the function must give { answer, retrieved }, and gave the text `hello`",
  });
  expect(await ask("entry.mjs", "return { answer: 'x', retrieved: [{}] }")).toMatchObject({ kind: "bad_answer" });
  expect(await ask("slow.mjs", "await new Promise(() => {})")).toEqual({
    kind: "timeout",
    message: "the function gave no answer within 100 ms",
  });
});

test("a function sees a copy of its request, so that nothing it does reaches the case", async () => {
  const path = file(
    "mutates.mjs",
    "export default (r) => { r.history.push({ role: 'user', content: 'x' }); return { answer: Object.keys(r).sort().join(), retrieved: [] }; };",
  );
  const target = await createModuleTarget({ kind: "module", file: path });
  const history: { role: "user"; content: string }[] = [];
  const { answer } = await target.ask({ ...request, history }, options);
  expect(answer).toBe("caseId,history,language,query,repeat");
  expect(history).toEqual([]);
});

test.each([
  ["throw Object.create(null);", "target_threw", "the function threw something that has no text"],
  [
    "const e = new Error(); Object.defineProperty(e, 'message', { get() { throw 1; } }); throw e;",
    "target_threw",
    "the function threw something that has no text",
  ],
  [
    "return { get answer() { throw new Error('lazy'); }, retrieved: [] };",
    "target_threw",
    "reading what the function gave threw Error: lazy",
  ],
  [
    "return { answer: 'x', retrieved: [{ get id() { throw new Error('lazy'); } }] };",
    "target_threw",
    "reading what the function gave threw Error: lazy",
  ],
  [
    "return { answer: 'x', retrieved: [, 'a'] };",
    "bad_answer",
    "retrieved[0] must be an object with an id, or an id, and is missing",
  ],
])("an odd function is an error of its case: %s", async (body, kind, message) => {
  const path = file(`odd-${Math.abs(body.length * 31 + body.charCodeAt(10))}.mjs`, `export default () => { ${body} };`);
  const target = await createModuleTarget({ kind: "module", file: path });
  expect(await failure(target.ask(request, options))).toMatchObject({ kind, message });
});

test("a broken TypeScript file is told with its place", async () => {
  const path = file("broken.ts", "export default () => {\n  const = 1;\n};");
  await expect(createModuleTarget({ kind: "module", file: path })).rejects.toThrow(/broken\.ts:2:8: ERROR/);
});

test("a module that waits for ever while it is loaded is told in time", async () => {
  const path = file("waits.mjs", "await new Promise(() => {}); export default () => ({ answer: '', retrieved: [] });");
  const opening = createModuleTarget({ kind: "module", file: path, timeoutMs: 100 });
  await expect(opening).rejects.toThrow("error[target-module-broken]");
  await expect(opening).rejects.toThrow("it was not ready within 100 ms");
});
