import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { type ModelServer, startModelServer } from "../../tests/servers/model-server.ts";
import { CaseFailure, type Document } from "../core/index.ts";
import { createChat } from "../llm/index.ts";
import { defaultRagOptions } from "../rag/index.ts";
import { createBuiltinTarget } from "./builtin-target.ts";
import { createPromptTarget, loadAnswerPrompt, type PromptTarget } from "./prompt-target.ts";

const documents: readonly Document[] = [
  { id: "returns", title: "Returns", text: "Goods may be returned within 14 days.", format: "text" },
  { id: "hours", title: "Hours", text: "The desk is open from nine to five.", format: "text" },
];
const request = {
  query: "Within how many days may goods be returned?",
  history: [],
  caseId: "q1",
  repeat: 0,
  language: "en",
} as const;
const options = { signal: new AbortController().signal };

const cleanUp: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const clean of cleanUp.splice(0).reverse()) await clean();
});

async function open(
  prompt = "rag/answer@v1",
  promptsDir = "prompts",
): Promise<{ target: PromptTarget; server: ModelServer }> {
  const server = await startModelServer({ reply: () => "Within 14 days [1]." });
  const chat = createChat({ provider: { baseUrl: server.url }, cacheDir: null });
  cleanUp.push(() => server.close());
  const target = createPromptTarget(
    {
      kind: "prompt",
      prompt: loadAnswerPrompt(promptsDir, prompt, { at: "touchstone.yaml:5" }),
      model: "m",
      parameters: { temperature: 0 },
      retriever: defaultRagOptions,
    },
    { chat, documents },
  );
  cleanUp.push(() => target.close());
  return { target, server };
}

test("a prompt target retrieves, renders the prompt and asks the model, and records what it sent", async () => {
  const { target, server } = await open();
  const answer = await target.ask(request, options);
  expect(answer.answer).toBe("Within 14 days [1].");
  expect(answer.retrieved[0]?.docId).toBe("returns");
  expect(answer.usage).toEqual({ promptTokens: 10, completionTokens: 5 });
  expect(server.requests[0]?.body).toEqual({ model: "m", temperature: 0, messages: answer.messages });
  const [rules, question] = answer.messages ?? [];
  expect([rules?.role, question?.role]).toEqual(["system", "user"]);
  expect(question?.content).toContain(documents[0]?.text);
  expect(question?.content).toContain(request.query);
});

test("the fingerprint changes with the prompt's text and the retriever, and holds no key", async () => {
  const { target } = await open();
  expect(target.fingerprint).toEqual({
    kind: "prompt",
    prompt: { reference: "rag/answer@v1", hash: expect.stringMatching(/^[0-9a-f]{64}$/) },
    model: "m",
    parameters: { temperature: 0 },
    retriever: { k: defaultRagOptions.k, maxChunkChars: defaultRagOptions.maxChunkChars },
  });
});

test("a prompt that does not exist is the user's mistake, before any call", async () => {
  await expect(open("rag/anwser@v1")).rejects.toThrow("did you mean `rag/answer@v1`?");
});

function promptsWith(template: string): string {
  const folder = mkdtempSync(join(tmpdir(), "prompts-"));
  cleanUp.push(async () => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, "mine.v1.hbs"), template);
  return folder;
}

test.each(["{{query}}", "{{#each contexts}}{{text}}{{/each}}", "{{#each history}}{{content}}{{/each}}"])(
  "what others wrote is printed only between fences: %s",
  async (template) => {
    await expect(open("mine@v1", promptsWith(template))).rejects.toThrow("prompt-undelimited");
  },
);

test("a prompt that comes out empty for a case is an error of the case, and is not sent", async () => {
  const { target, server } = await open(
    "mine@v1",
    promptsWith('---\ndeclares: fenced-data\n---\n{{#if history}}{{delimit "question" query}}{{/if}} \n'),
  );
  await expect(target.ask(request, options)).rejects.toMatchObject({
    error: { kind: "empty_content", message: "the prompt rendered empty" },
  });
  expect(server.requests).toHaveLength(0);
});

test("another prompt takes the place of one: the same contexts and model, its own parameters", async () => {
  const { target, server } = await open();
  const folder = promptsWith(
    '---\ndeclares: fenced-data\nparameters: { temperature: 0.3, maxTokens: 50 }\n---\n{{delimit "question" query}}',
  );
  const other = target.withPrompt(loadAnswerPrompt(folder, "mine@v1", {}));
  const before = await target.ask(request, options);
  const after = await other.ask(request, options);
  expect(after.retrieved).toEqual(before.retrieved);
  expect(server.requests.map(({ body }) => body)).toMatchObject([
    { model: "m", temperature: 0 },
    { model: "m", temperature: 0.3, max_tokens: 50 },
  ]);
  expect(other.fingerprint).toMatchObject({
    prompt: { reference: "mine@v1" },
    parameters: { temperature: 0.3, maxTokens: 50 },
  });
});

test("the built-in target answers from the corpus without a model", async () => {
  const target = createBuiltinTarget({ kind: "builtin", rag: defaultRagOptions }, { documents });
  const answer = await target.ask(request, options);
  expect(answer.answer).toContain("14 days");
  expect(answer.retrieved[0]?.docId).toBe("returns");
  expect(target.fingerprint).toEqual({ kind: "builtin", ...defaultRagOptions });
});

test("with an embedding the chunks nearest to the query come first, and a failure of the first case is not that of the next", async () => {
  const server = await startModelServer();
  cleanUp.push(() => server.close());
  let asked = 0;
  // Texts about hours point one way, all others the other way.
  const embed = async (texts: readonly string[]) => {
    asked += 1;
    if (asked === 1) throw new CaseFailure({ kind: "timeout", message: "late" });
    return texts.map((text) => (/desk|open/i.test(text) ? [0, 1] : [1, 0]));
  };
  const target = createPromptTarget(
    {
      kind: "prompt",
      prompt: loadAnswerPrompt("prompts", "rag/answer@v1", {}),
      model: "m",
      parameters: {},
      retriever: defaultRagOptions,
      embedding: "vectors",
    },
    { chat: createChat({ provider: { baseUrl: server.url }, cacheDir: null }), embed, documents },
  );
  cleanUp.push(() => target.close());
  expect(target.fingerprint).toMatchObject({ retriever: { embedding: "vectors" } });
  await expect(target.ask(request, options)).rejects.toThrow("late");
  const hours = await target.ask({ ...request, query: "When is the desk staffed?" }, options);
  expect(hours.retrieved.map(({ docId, score }) => [docId, score])).toEqual([
    ["hours", 1],
    ["returns", 0],
  ]);
});
