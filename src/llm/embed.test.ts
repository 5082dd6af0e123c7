import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { type ScriptedServer, startScriptedServer } from "../../tests/servers/scripted-server.ts";
import { cleanUp, failure, open } from "./llm.fixture.ts";

const { signal } = new AbortController();

/** Each text gets the vector of its length and 1, in reverse order, as the protocol allows. */
async function startEmbedder(broken = false): Promise<ScriptedServer> {
  const server = await startScriptedServer(({ path, body }) => {
    expect(path).toBe("/v1/embeddings");
    const data = body.input.map((text: string, index: number) => ({ index, embedding: [text.length, 1] })).reverse();
    return { body: { data: broken ? data.slice(1) : data, usage: { prompt_tokens: 3, total_tokens: 3 } } };
  });
  cleanUp.push(() => server.close());
  return server;
}

test("vectors come in the order of the texts, ten texts a request, and equal texts are sent once", async () => {
  const server = await startEmbedder();
  const chat = open(`${server.origin}/v1`);
  const texts = [...Array.from({ length: 23 }, (_, i) => "x".repeat(i)), "xx"];
  const vectors = await chat.embed("m", texts, signal);
  expect(vectors).toEqual(texts.map((text) => [text.length, 1]));
  expect(server.requests.map(({ body }) => body.input.length).sort()).toEqual([10, 10, 3]);
  expect(server.requests[0]?.body).toMatchObject({ model: "m", encoding_format: "float" });
  expect(chat.tokens).toMatchObject([{ model: "m", promptTokens: 9 }]);
});

test("what the cache has is not sent again, text by text", async () => {
  const server = await startEmbedder();
  const cacheDir = mkdtempSync(join(tmpdir(), "touchstone-"));
  const first = open(`${server.origin}/v1`, { cacheDir });
  await first.embed("m", ["a", "bb"], signal);
  await first.close();
  const second = open(`${server.origin}/v1`, { cacheDir });
  expect(await second.embed("m", ["bb", "ccc"], signal)).toEqual([
    [2, 1],
    [3, 1],
  ]);
  expect(server.requests.map(({ body }) => body.input)).toEqual([["a", "bb"], ["ccc"]]);
});

test("a vector that is missing is no answer", async () => {
  const server = await startEmbedder(true);
  const error = await failure(open(`${server.origin}/v1`).embed("m", ["a", "b"], signal));
  expect(error).toMatchObject({
    kind: "bad_answer",
    message: "2 vectors of one length were asked for, and the reply does not hold them",
  });
});
