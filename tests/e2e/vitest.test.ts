import { execFile } from "node:child_process";
import { mkdirSync, readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { startModelServer } from "../servers/model-server.ts";
import { makeProject, repository } from "./project.ts";

const run = promisify(execFile);
const read = (path: string): string => readFileSync(join(repository, path), "utf8");

/** The example of the page, in a project that has touchstone and vitest installed. */
function project() {
  const [, testFile = ""] = /```ts\n([\s\S]*?)```/.exec(read("docs/prompt-tests.md")) ?? [];
  const [, template = ""] = /```handlebars\n(---[\s\S]*?)```/.exec(read("docs/prompts.md")) ?? [];
  const made = makeProject({
    "package.json": '{"type":"module"}\n',
    "prompts/support/answer.v1.hbs": template,
    "prompts/support/answer.v1.test.ts": testFile,
  });
  const modules = join(made.folder, "node_modules");
  mkdirSync(modules);
  symlinkSync(repository, join(modules, "touchstone"));
  symlinkSync(join(repository, "node_modules/vitest"), join(modules, "vitest"));
  const vitest = async (environment: Readonly<Record<string, string>>) => {
    const env = { PATH: process.env["PATH"], HOME: process.env["HOME"], CI: "true", NO_COLOR: "1", ...environment };
    const args = [join(modules, "vitest/vitest.mjs"), "run"];
    return run(process.execPath, args, { cwd: made.folder, env }).then(
      ({ stdout }) => ({ code: 0, output: stdout }),
      ({ code, stdout, stderr }) => ({ code, output: `${stdout}${stderr}` }),
    );
  };
  return { ...made, vitest };
}

test("the example of the documents: recorded once, it passes offline, and fails when the prompt changes", async () => {
  const { vitest, ...made } = project();
  const server = await startModelServer({
    reply: ({ messages }) =>
      messages.at(-1).content.includes("1974") ? "The contexts do not say who won." : "Within 14 days.",
  });
  const environment = { OPENAI_BASE_URL: server.url, OPENAI_API_KEY: "k" };
  expect((await vitest(environment)).output).toContain("it is empty or not there");
  expect(server.requests).toHaveLength(0);
  const recorded = await vitest({ ...environment, TOUCHSTONE_RECORD: "1" });
  await server.close();
  expect(recorded).toMatchObject({ code: 0, output: expect.stringContaining("14 passed") });
  expect((await vitest({})).code).toBe(0);
  const template = made.read("prompts/support/answer.v1.hbs");
  made.write("prompts/support/answer.v1.hbs", template.replace("say so.", "say so briefly."));
  const changed = await vitest({});
  expect(changed.code).toBe(1);
  expect(changed.output).toMatch(/message 1 \(system\): “.*say so\..*” -> “.*say so briefly\./s);
});
