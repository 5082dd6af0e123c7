import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { startScriptedServer } from "../../tests/servers/scripted-server.ts";
import { ask, cleanUp, failure, open, run, server } from "./llm.fixture.ts";

const good = { choices: [{ finish_reason: "stop", message: { role: "assistant", content: "fine" } }] };

test.each(["", "/", "/openai", "/openai/", "/openai/deployments/my-gpt/chat/completions"])(
  "an Azure resource at `%s` is asked at the path of the deployment, with its own header for the key",
  async (end) => {
    const azure = await startScriptedServer(() => ({ body: good }));
    cleanUp.push(() => azure.close());
    const provider = { baseUrl: `${azure.origin}${end}`, apiKey: "azure-key-123", apiVersion: "2024-10-21" };
    const chat = open("", { provider });
    expect((await chat.complete({ ...ask(), model: "my-gpt" }, run)).text).toBe("fine");
    const [request] = azure.requests;
    expect(request?.path).toBe("/openai/deployments/my-gpt/chat/completions?api-version=2024-10-21");
    expect(request?.headers["api-key"]).toBe("azure-key-123");
    expect(request?.headers["authorization"]).toBeUndefined();
  },
);

test("headers of a provider go with every call, and other headers are another provider", async () => {
  const { url, requests } = await server();
  const withTeam = (team: string) =>
    open("", { provider: { baseUrl: url, apiKey: "k", headers: { "x-team": team } }, cacheDir: cache });
  const { mkdtempSync } = await import("node:fs");
  const cache = mkdtempSync("/tmp/touchstone-");
  const first = withTeam("a");
  await first.complete(ask(), run);
  await first.close();
  const second = withTeam("b");
  await second.complete(ask(), run);
  expect(requests.map(({ headers }) => headers["x-team"])).toEqual(["a", "b"]);
});

test("what else a provider takes is sent, and one that it refuses is dropped with a line", async () => {
  const { url, requests } = await server((body) =>
    body.enable_thinking === undefined
      ? "x"
      : { status: 400, body: { error: { message: "Extra inputs are not permitted: enable_thinking" } } },
  );
  const request = ask("hi", { extra: { enable_thinking: false, top_k: 5 } });
  expect((await open(url).complete(request, run)).notes).toEqual([
    "enable_thinking: not applied (refused by provider)",
  ]);
  expect(requests[1]?.body).toMatchObject({ top_k: 5 });
});

test("a provider that is known to take no json_schema is not asked for one", async () => {
  const { url, requests } = await server();
  const chat = open(url, { capabilities: { jsonMode: "json_object" } });
  await chat.complete(ask("hi", {}, { name: "v", schema: {} }), run);
  expect(requests.map(({ body }) => body.response_format)).toEqual([{ type: "json_object" }]);
});

test("a reply that was packed though nobody asked is read, and so is one in GBK", async () => {
  const packed = gzipSync(JSON.stringify(good));
  // "中文" in GBK is d6d0 cec4.
  const gbk = Buffer.concat([
    Buffer.from('{"choices":[{"finish_reason":"stop","message":{"content":"'),
    Buffer.from("d6d0cec4", "hex"),
    Buffer.from('"}}]}'),
  ]);
  const { url } = await server((_body, index) =>
    index === 0
      ? { body: packed, headers: { "content-type": "application/json", "content-encoding": "gzip" } }
      : { body: gbk, headers: { "content-type": "application/json; charset=gbk" } },
  );
  const chat = open(url);
  expect((await chat.complete(ask("a"), run)).text).toBe("fine");
  expect((await chat.complete(ask("b"), run)).text).toBe("中文");
});

test("a redirect is told at once: the address is wrong", async () => {
  const { url, requests } = await server(() => ({ status: 302, headers: { location: "https://elsewhere.example/" } }));
  expect(await failure(open(url).complete(ask(), run))).toMatchObject({ kind: "http", status: 302 });
  expect(requests).toHaveLength(1);
});
