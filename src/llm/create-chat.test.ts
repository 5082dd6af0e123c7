import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import type { ModelReply } from "../../tests/servers/model-server.ts";
import type { ChatRequest } from "./chat.ts";
import { type Clock, systemClock } from "./clock.ts";
import { createChat } from "./create-chat.ts";
import { ask, cleanUp, failure, open, run, server } from "./llm.fixture.ts";

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), "chat-"));
  cleanUp.push(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

/** A clock that never waits and writes down how long it would have. */
function fakeClock(): Clock & { readonly waits: number[] } {
  const waits: number[] = [];
  let now = Date.now();
  return {
    waits,
    now: () => now,
    random: () => 0.5,
    sleep: async (milliseconds) => {
      waits.push(milliseconds);
      now += milliseconds;
    },
  };
}

test("a reply comes with its text, what stopped it and the tokens", async () => {
  const { url, requests } = await server(() => "fine");
  const chat = open(url);
  expect(await chat.complete(ask("hi", { temperature: 0, maxTokens: 9, seed: 7, topP: 0.5 }), run)).toEqual({
    text: "fine",
    finishReason: "stop",
    usage: { promptTokens: 10, completionTokens: 5 },
    notes: [],
    cached: false,
    firstTokenMs: null,
  });
  expect(requests[0]?.body).toEqual({
    model: "m",
    messages: [{ role: "user", content: "hi" }],
    temperature: 0,
    max_tokens: 9,
    seed: 7,
    top_p: 0.5,
  });
  expect(requests[0]?.headers["authorization"]).toBe("Bearer sk-test-1234567890");
});

test("tokens are added up over the replies that name them, cut off ones too, and not again from the cache", async () => {
  const replies: readonly ModelReply[] = [
    "one",
    { content: "cut", finishReason: "length" },
    { content: "x", usage: null },
  ];
  const { url } = await server((_body, index) => replies[index] ?? "none");
  const chat = open(url, { cacheDir: folder() });
  expect(chat.tokens).toEqual([]);
  await chat.complete(ask("a"), run);
  await chat.complete(ask("a"), run);
  expect((await failure(chat.complete(ask("b"), run))).kind).toBe("truncated");
  await chat.complete(ask("c"), run);
  // Three replies, two of them with 10 and 5 tokens each.
  expect(chat.tokens).toEqual([{ model: "m", promptTokens: 20, completionTokens: 10, replies: 3, tokensKnownFor: 2 }]);
});

test("the same request under way is sent once, and a failure is no answer for the others", async () => {
  let fails = false;
  const { url, requests } = await server(async () => {
    await new Promise((resolve) => setTimeout(resolve, 20));
    return fails ? { status: 400, body: {} } : "one";
  });
  const chat = open(url);
  const replies = await Promise.all([
    chat.complete(ask(), run),
    chat.complete(ask(), run),
    chat.complete(ask("b"), run),
  ]);
  expect(replies.map(({ text }) => text)).toEqual(["one", "one", "one"]);
  expect(requests).toHaveLength(2);
  expect(chat.statistics).toMatchObject({ requests: 2, cacheHits: 1 });
  // Another repeat is another sample.
  await Promise.all([chat.complete(ask(), run), chat.complete(ask(), { ...run, repeat: 1 })]);
  expect(requests).toHaveLength(4);
  fails = true;
  const failures = await Promise.allSettled([chat.complete(ask("c"), run), chat.complete(ask("c"), run)]);
  expect(failures.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
});

test("with the cache only, nothing is sent", async () => {
  const { url, requests } = await server(() => "one");
  const cacheDir = folder();
  const filling = open(url, { cacheDir });
  await filling.complete(ask("a"), run);
  await filling.close();
  const chat = open(url, { cacheDir, cacheOnly: true });
  expect((await chat.complete(ask("a"), run)).text).toBe("one");
  expect(await failure(chat.complete(ask("b"), run))).toMatchObject({ kind: "not_cached" });
  expect(requests).toHaveLength(1);
});

test("a key that a model repeats is hidden in what it says", async () => {
  const { url } = await server(() => "the key is sk-test-1234567890");
  expect((await open(url).complete(ask(), run)).text).toBe("the key is ***");
});

test("a server without keys gets none", async () => {
  const { url, requests } = await server();
  await open(url, { provider: { baseUrl: url, apiKey: null } }).complete(ask(), run);
  expect(requests[0]?.headers["authorization"]).toBeUndefined();
});

test.each(["", "/", "/chat/completions", "/chat/completions/"])("a base URL may end in `/v1%s`", async (end) => {
  const { url, requests } = await server();
  await open(`${url}${end}`).complete(ask(), run);
  expect(requests.map(({ path }) => path)).toEqual(["/v1/chat/completions"]);
});

test("a base URL without /v1 fails once, with the address tried and a hint", async () => {
  const { url, requests } = await server();
  const chat = open(url.replace("/v1", ""));
  const errors = [await failure(chat.complete(ask("a"), run)), await failure(chat.complete(ask("b"), run))];
  expect(requests).toHaveLength(1);
  for (const error of errors) {
    expect(error.kind).toBe("http");
    expect(error.message.replaceAll(/:\d+/g, ":PORT")).toMatchInlineSnapshot(
      `"nothing at http://127.0.0.1:PORT/chat/completions (404: not found); did you mean http://127.0.0.1:PORT/v1?"`,
    );
  }
});

test("a base URL that is no http address is the user's mistake", () => {
  expect(() => open("localhost:8000")).toThrowErrorMatchingInlineSnapshot(`
    [InputError: error[provider-base-url]: the base URL \`localhost:8000\` is no http address
      fix: write it up to and including \`/v1\`, such as \`http://127.0.0.1:8000/v1\`]
  `);
});

test.each([408, 409, 500, 502, 503])("status %i is tried again", async (status) => {
  const { url, requests } = await server((_body, index) => (index < 2 ? { status, body: "busy" } : "fine"));
  expect((await open(url).complete(ask(), run)).text).toBe("fine");
  expect(requests).toHaveLength(3);
});

test.each([
  [400, "http"],
  [401, "auth"],
  [403, "auth"],
  [404, "http"],
  [422, "http"],
])("status %i is not tried again", async (status, kind) => {
  const { url, requests } = await server(() => ({ status, body: { error: { message: "no" } } }));
  expect(await failure(open(url).complete(ask(), run))).toMatchObject({ kind, status });
  expect(requests).toHaveLength(1);
});

test("a quota that is used up is not tried again", async () => {
  const body = { error: { message: "You exceeded your current quota", code: "insufficient_quota" } };
  const { url, requests } = await server(() => ({ status: 429, body }));
  expect(await failure(open(url).complete(ask(), run))).toMatchObject({ kind: "rate_limited" });
  expect(requests).toHaveLength(1);
});

test("when the attempts are used up, the last failure is told with the provider's own words", async () => {
  const { url, requests } = await server(() => ({
    status: 500,
    body: { message: "out of memory" },
    headers: { "x-request-id": "r-9" },
  }));
  expect(await failure(open(url, { attempts: 3 }).complete(ask(), run))).toEqual({
    kind: "http",
    status: 500,
    requestId: "r-9",
    message: "the provider answered 500: out of memory",
    raw: '{"message":"out of memory"}',
  });
  expect(requests).toHaveLength(3);
});

test("a key that a server echoes is in no error", async () => {
  const echo = { error: { message: "Incorrect API key provided: sk-test-1234567890 (sk-te***7890)" } };
  const { url } = await server(() => ({ status: 401, body: echo }));
  const error = await failure(open(url).complete(ask(), run));
  expect(JSON.stringify(error)).not.toMatch(/1234|7890/);
});

test("a server that is not there is a connection error after all attempts", async () => {
  const { url, close } = await server();
  await close();
  const error = await failure(open(url, { attempts: 2 }).complete(ask(), run));
  expect(error.kind).toBe("connection");
  expect(error.message).toContain("ECONNREFUSED");
});

test("a socket that closes instead of answering is tried again", async () => {
  const { url } = await server((_body, index) => (index === 0 ? { misbehave: "reset" } : "fine"));
  expect((await open(url).complete(ask(), run)).text).toBe("fine");
});

test("a server that never answers is a timeout, and its socket is closed", async () => {
  const { url, requests } = await server(() => ({ misbehave: "hang" }));
  const started = Date.now();
  expect(await failure(open(url, { attempts: 2, timeoutMs: 150 }).complete(ask(), run))).toMatchObject({
    kind: "timeout",
  });
  expect(Date.now() - started).toBeLessThan(2000);
  await expect.poll(() => requests.map(({ aborted }) => aborted)).toEqual([true, true]);
});

test("the deadline covers a body that comes in drips", async () => {
  const { url, requests } = await server(() => ({ content: "slow", dripMs: 30 }));
  expect(await failure(open(url, { attempts: 1, timeoutMs: 200 }).complete(ask(), run))).toMatchObject({
    kind: "timeout",
  });
  await expect.poll(() => requests[0]?.aborted).toBe(true);
});

test("stopping the run ends a call that waits for an answer, and one that waits to be tried again", async () => {
  for (const reply of [{ misbehave: "hang" as const }, { status: 429, headers: { "retry-after": "30" }, body: {} }]) {
    const { url } = await server(() => reply);
    const controller = new AbortController();
    setTimeout(() => controller.abort(), 100);
    const started = Date.now();
    const call = open(url).complete(ask(), { signal: controller.signal, repeat: 0 });
    expect(await failure(call)).toMatchObject({ kind: "interrupted" });
    expect(Date.now() - started).toBeLessThan(2000);
  }
});

// The windows are those of the handed fixture; a backoff of our own starts at 500 ms here.
test.each([
  [{ "retry-after": "1" }, 1000, 2500],
  [{ "retry-after": "0.5" }, 500, 2000],
  [{ "retry-after": () => new Date(Date.now() + 2000).toUTCString() }, 900, 3500],
  [{ "retry-after": "soon" }, 200, 5000],
  [{ "retry-after": () => new Date(Date.now() - 60_000).toUTCString() }, 200, 5000],
  [{ "retry-after": "-5" }, 200, 5000],
  [{ "retry-after-ms": "150", "retry-after": "3" }, 150, 1500],
  [{}, 200, 5000],
])("after 429 with %j the next attempt comes in due time", async (headers, least, most) => {
  const sent = Object.fromEntries(Object.entries(headers).map(([k, v]) => [k, typeof v === "function" ? v() : v]));
  const { url } = await server((_body, index) => (index === 0 ? { status: 429, headers: sent, body: {} } : "fine"));
  const clock = fakeClock();
  expect((await open(url, { clock, baseDelayMs: 500 }).complete(ask(), run)).text).toBe("fine");
  const waited = clock.waits.reduce((sum, one) => sum + one, 0);
  expect(waited).toBeGreaterThanOrEqual(least);
  expect(waited).toBeLessThanOrEqual(most);
});

test("a wait of an hour is an error and no silent sleep", async () => {
  const { url, requests } = await server(() => ({
    status: 429,
    headers: { "retry-after": "3600" },
    body: { error: { message: "slow down" } },
  }));
  const clock = fakeClock();
  const error = await failure(open(url, { clock }).complete(ask(), run));
  expect(error).toMatchObject({ kind: "rate_limited", status: 429 });
  expect(error.message).toMatchInlineSnapshot(
    `"the provider asks for a wait of 3600 s, and a run waits 60 s at most: slow down"`,
  );
  expect(clock.waits).toEqual([]);
  expect(requests).toHaveLength(1);
});

test("a provider that takes 5 calls a second answers 60 cases of 20 workers", async () => {
  let windowStart = 0;
  let inWindow = 0;
  const { url, requests } = await server(() => {
    if (Date.now() - windowStart >= 1000) {
      windowStart = Date.now();
      inWindow = 0;
    }
    inWindow += 1;
    return inWindow > 5 ? { status: 429, headers: { "retry-after": "1" }, body: {} } : "fine";
  });
  const chat = open(url, { attempts: 3, baseDelayMs: 100, clock: systemClock });
  const waiting = Array.from({ length: 60 }, (_, i) => `case ${i}`);
  let answered = 0;
  const worker = async (): Promise<void> => {
    for (let text = waiting.pop(); text !== undefined; text = waiting.pop()) {
      await chat.complete(ask(text), run);
      answered += 1;
    }
  };
  await Promise.all(Array.from({ length: 20 }, worker));
  expect(answered).toBe(60);
  expect(chat.statistics.requests).toBe(requests.length);
  // The first burst of 20 is refused about 20 times before anybody knows; what follows goes at the right pace.
  expect(chat.statistics.rateLimited).toBeLessThan(30);
  expect(chat.statistics.waitedMs).toBeGreaterThan(0);
}, 60_000);

const json = { name: "verdict", schema: { type: "object" } };

test("a provider without json_schema is asked less strictly, and once is enough to learn it", async () => {
  const message = "This response_format type is unavailable now";
  const { url, requests } = await server((body) =>
    body.response_format?.type === "json_schema" ? { status: 400, body: { error: { message } } } : "{}",
  );
  const chat = open(url);
  for (let i = 0; i < 20; i++) {
    const reply = await chat.complete(ask(`case ${i}`, {}, json), run);
    expect(reply.notes).toEqual(["response_format: json_object (json_schema refused by provider)"]);
  }
  expect(requests.length).toBeLessThanOrEqual(22);
});

test("a provider without any response_format is asked in plain words", async () => {
  const { url, requests } = await server((body) =>
    body.response_format === undefined
      ? "{}"
      : { status: 422, body: { detail: "response_format: extra fields not permitted" } },
  );
  const reply = await open(url).complete(ask("a", {}, json), run);
  expect(reply.notes).toEqual(["response_format: plain (json_schema refused by provider)"]);
  expect(requests.map(({ body }) => body.response_format?.type)).toEqual(["json_schema", "json_object", undefined]);
});

test("exactly the parameters that a provider refuses are renamed or left out, remembered and told", async () => {
  const { url, requests } = await server((body) => {
    const refuse = (param: string, message: string) => ({ status: 400, body: { error: { message, param } } });
    if ("max_tokens" in body) return refuse("max_tokens", "Use 'max_completion_tokens' instead.");
    if ("temperature" in body) return refuse("temperature", "Only the default (1) value is supported.");
    return "fine";
  });
  const chat = open(url);
  for (let i = 0; i < 5; i++) {
    const reply = await chat.complete(ask(`case ${i}`, { temperature: 0, maxTokens: 50, seed: 3 }), run);
    expect(reply.notes).toEqual([
      "max_tokens: sent as max_completion_tokens",
      "temperature: not applied (refused by provider)",
    ]);
  }
  expect(requests).toHaveLength(7);
  expect(requests.at(-1)?.body).toMatchObject({ max_completion_tokens: 50, seed: 3 });
});

test("a 400 about anything else is neither tried again nor worked around", async () => {
  const { url, requests } = await server(() => ({
    status: 400,
    body: { error: { message: "context length exceeded" } },
  }));
  expect(await failure(open(url).complete(ask("a", { temperature: 0, maxTokens: 5 }, json), run))).toMatchObject({
    kind: "http",
  });
  expect(requests).toHaveLength(1);
});

test("content null with the text in reasoning_content is no answer, with a hint", async () => {
  const { url } = await server(() => ({ content: null, message: { reasoning_content: 'hm {"score": 4}' } }));
  const error = await failure(open(url).complete(ask(), run));
  expect(error.kind).toBe("empty_content");
  expect(error.message).toMatchInlineSnapshot(
    `"the model gave no content, only reasoning: is the server's reasoning parser the one for this model?"`,
  );
});

test("an answer that was cut off is no answer, and is not kept", async () => {
  const { url, requests } = await server(() => ({ content: '{"score": 4, "reason": "the', finishReason: "length" }));
  const chat = open(url, { cacheDir: folder() });
  for (let i = 0; i < 2; i++) {
    const error = await failure(chat.complete(ask("a", { maxTokens: 16 }), run));
    expect(error.kind).toBe("truncated");
    expect(error.message).toBe("the model was cut off at max_tokens=16; raise `maxTokens`");
  }
  expect(requests).toHaveLength(2);
});

test("a page of HTML under 200 is told as what it is", async () => {
  const { url } = await server(() => ({
    body: "<!doctype html>\n<title>Sign in</title>",
    headers: { "content-type": "text/html" },
  }));
  const error = await failure(open(url).complete(ask(), run));
  expect(error.kind).toBe("body_not_json");
  expect(error.message).toMatchInlineSnapshot(
    `"JSON was expected, and the body is text/html: \`<!doctype html> <title>Sign in</title>\`"`,
  );
});

test("a content filter is told as such", async () => {
  const { url } = await server(() => ({ content: "", finishReason: "content_filter" }));
  expect(await failure(open(url).complete(ask(), run))).toMatchObject({ kind: "refused_by_provider" });
});

test("tokens that a provider does not count are unknown, not 0", async () => {
  const { url } = await server(() => ({ content: "hi", usage: null }));
  expect((await open(url).complete(ask(), run)).usage).toEqual({ promptTokens: null, completionTokens: null });
});

test("every part of a request is part of the cache's key, and nothing else is", async () => {
  const { url, requests } = await server();
  const cacheDir = folder();
  const calls: (readonly [ChatRequest, number])[] = [
    [ask("a", { temperature: 0 }), 0],
    [ask("a", { temperature: 0.7 }), 0],
    [ask("b", { temperature: 0 }), 0],
    [ask("a", { temperature: 0, maxTokens: 5 }), 0],
    [ask("a", { temperature: 0, seed: 5 }), 0],
    [ask("a", { temperature: 0, topP: 0.5 }), 0],
    [{ ...ask("a", { temperature: 0 }), model: "n" }, 0],
    [ask("a", { temperature: 0 }, json), 0],
    [ask("a", { temperature: 0 }), 1],
  ];
  for (const round of [1, 2]) {
    const chat = open(url, { cacheDir });
    for (const [request, repeat] of calls) {
      const reply = await chat.complete(request, { ...run, repeat });
      expect(reply.cached).toBe(round === 2);
    }
    await chat.close();
    expect(requests).toHaveLength(calls.length);
  }
});

test("two providers never answer for each other", async () => {
  const cacheDir = folder();
  const one = await server(() => "one");
  const two = await server(() => "two");
  expect((await open(one.url, { cacheDir }).complete(ask(), run)).text).toBe("one");
  expect((await open(two.url, { cacheDir }).complete(ask(), run)).text).toBe("two");
});

test("what was learned of a provider is kept, so that a second run pays for nothing", async () => {
  const cacheDir = folder();
  const { url, requests } = await server((body) =>
    body.response_format?.type === "json_schema"
      ? { status: 400, body: { error: { message: "no json_schema" } } }
      : "{}",
  );
  for (const cached of [false, true]) {
    const chat = open(url, { cacheDir });
    expect((await chat.complete(ask("a", {}, json), run)).cached).toBe(cached);
    await chat.close();
  }
  expect(requests).toHaveLength(2);
});

test("an error under 200 is an error, and is not kept", async () => {
  const { url } = await server((_body, index) =>
    index === 0 ? { status: 200, body: { error: { message: "rate limit exceeded" } } } : "fine",
  );
  const cacheDir = folder();
  const first = open(url, { cacheDir, attempts: 1 });
  expect(await failure(first.complete(ask(), run))).toMatchObject({ kind: "rate_limited" });
  await first.close();
  expect((await open(url, { cacheDir, attempts: 1 }).complete(ask(), run)).text).toBe("fine");
});

test("a reply that the caller cannot use is not kept", async () => {
  const { url, requests } = await server((_body, index) => (index === 0 ? "rubbish" : "fine"));
  const chat = open(url, { cacheDir: folder() });
  const options = { ...run, accept: (text: string) => text === "fine" };
  expect((await chat.complete(ask(), options)).text).toBe("rubbish");
  expect((await chat.complete(ask(), options)).text).toBe("fine");
  expect((await chat.complete(ask(), options)).cached).toBe(true);
  expect(requests).toHaveLength(2);
});

test("a cache that cannot be opened makes a run slower and says so", async () => {
  const { url, requests } = await server();
  const cacheDir = folder();
  const whole = open(url, { cacheDir: join(cacheDir, "whole") });
  for (let i = 0; i < 50; i++) await whole.complete(ask(`case ${i}`), run);
  await whole.close();
  const database = readFileSync(join(cacheDir, "whole", "replies.lmdb"));
  const broken = {
    text: "this is no database ".repeat(1000),
    tiny: database.subarray(0, 100),
    cut: database.subarray(0, 12_288),
  };
  for (const [name, content] of Object.entries(broken)) {
    mkdirSync(join(cacheDir, name));
    writeFileSync(join(cacheDir, name, "replies.lmdb"), content);
  }
  writeFileSync(join(cacheDir, "file"), "");
  requests.length = 0;
  for (const broken of ["text", "tiny", "cut", "file"]) {
    const chat = open(url, { cacheDir: join(cacheDir, broken) });
    await chat.complete(ask(), run);
    expect((await chat.complete(ask(), run)).cached).toBe(false);
    expect(chat.statistics.warnings).toHaveLength(1);
    expect(chat.statistics.warnings[0]).toContain("so every call is made anew");
  }
  expect(requests).toHaveLength(8);
});

test("an empty file is a cache that is not written yet, and several may share one", async () => {
  const { url, requests } = await server();
  const cacheDir = folder();
  writeFileSync(join(cacheDir, "replies.lmdb"), "");
  const [one, two] = [open(url, { cacheDir }), open(url, { cacheDir })];
  await one.complete(ask(), run);
  await one.close();
  expect((await two.complete(ask(), run)).cached).toBe(true);
  expect([...one.statistics.warnings, ...two.statistics.warnings]).toEqual([]);
  expect(requests).toHaveLength(1);
});

test("importing the room opens nothing, and the process ends at once after close", async () => {
  const { url } = await server();
  const program = `
    import { createChat } from ${JSON.stringify(new URL("./index.ts", import.meta.url).href)};
    const chat = createChat({ provider: { baseUrl: ${JSON.stringify(url)}, apiKey: null }, cacheDir: ${JSON.stringify(folder())} });
    const request = { messages: [{ role: "user", content: "a" }], model: "m", parameters: {} };
    await chat.complete(request, { signal: new AbortController().signal, repeat: 0 });
    await chat.close();
    process.stdout.write(String(Date.now()));
  `;
  const args = ["--import", "tsx", "--input-type=module", "--eval", program];
  const { stdout } = await promisify(execFile)(process.execPath, args);
  expect(Date.now() - Number(stdout)).toBeLessThan(1000);
});

test.each([
  [{ baseUrl: "http://127.0.0.1:1/v1", apiKey: "sk-secret\nmore" }, "provider-key"],
  [{ baseUrl: "http://127.0.0.1:1/v1", apiKey: "sk-secret\u200b" }, "provider-key"],
  [{ baseUrl: "http://u:sk-secret@127.0.0.1:1/v1" }, "provider-base-url"],
])("a key that cannot be sent is the user's mistake, and is not printed: %j", (provider, code) => {
  const open = (): unknown => createChat({ provider, cacheDir: null });
  expect(open).toThrow(`error[${code}]`);
  expect(open).not.toThrow(/sk-secret/);
});
