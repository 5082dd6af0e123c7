import { expect, test } from "vitest";
import type { ModelReply } from "../../tests/servers/model-server.ts";
import { ask, failure, open, run, server } from "./llm.fixture.ts";

const streamed = { ...ask(), stream: true };

/** Server-sent events of these chunks, as a provider writes them. */
function events(chunks: readonly unknown[], end = "data: [DONE]\n\n"): string {
  return chunks.map((chunk) => `data: ${JSON.stringify(chunk)}\n\n`).join("") + end;
}

function delta(content: string, finishReason: string | null = null): unknown {
  return { choices: [{ index: 0, delta: { content }, finish_reason: finishReason }] };
}

function reply(body: string, more: object = {}): ModelReply {
  return { body, headers: { "content-type": "text/event-stream" }, ...more };
}

test("a streamed answer is put together, chunks without choices and usage at the end included", async () => {
  const chunks = [
    { choices: [] },
    { choices: [{ index: 0, delta: { role: "assistant", content: null, reasoning_content: "hm" } }] },
    delta("报销上限"),
    delta("为每日 200 元", "stop"),
    { choices: [], usage: { prompt_tokens: 7, completion_tokens: 3 } },
  ];
  const { url, requests } = await server(() => reply(`: a comment that keeps the line open\n\n${events(chunks)}`));
  const tokens: string[] = [];
  const said = await open(url).complete(streamed, { ...run, onToken: (token) => tokens.push(token) });
  expect(said).toMatchObject({
    text: "报销上限为每日 200 元",
    finishReason: "stop",
    usage: { promptTokens: 7, completionTokens: 3 },
  });
  expect(tokens).toEqual(["报销上限", "为每日 200 元"]);
  expect(requests[0]?.body).toMatchObject({ stream: true, stream_options: { include_usage: true } });
});

test("the time to the first token is measured, and is less than that to the last", async () => {
  // A character every 2 ms: the first token is whole after about 80 characters, the end comes after about 300.
  const body = events([delta("one"), delta(" two"), delta(" three", "stop")]);
  const { url } = await server(() => reply(body, { dripMs: 2 }));
  const started = Date.now();
  const { firstTokenMs } = await open(url).complete(streamed, run);
  const wholeMs = Date.now() - started;
  expect(firstTokenMs).toBeGreaterThan(50);
  expect(firstTokenMs ?? 0).toBeLessThan(wholeMs * 0.7);
});

test("a server that does not stream answers all the same, without a first token", async () => {
  const { url } = await server(() => "whole");
  expect(await open(url).complete(streamed, run)).toMatchObject({ text: "whole", firstTokenMs: null });
});

test("a stream that is refused is asked for whole, and the record says so", async () => {
  const { url, requests } = await server((body) =>
    body.stream === true
      ? { status: 400, body: { error: { message: "stream is not supported", param: "stream" } } }
      : "x",
  );
  expect(await open(url).complete(streamed, run)).toMatchObject({
    text: "x",
    notes: ["stream: not applied (refused by provider)"],
  });
  expect(requests).toHaveLength(2);
});

test("a server that knows no stream_options streams without", async () => {
  const { url } = await server((body) =>
    body.stream_options === undefined
      ? reply(events([delta("x", "stop")]))
      : { status: 400, body: { error: { message: "Unrecognized request argument supplied: stream_options" } } },
  );
  expect(await open(url).complete(streamed, run)).toMatchObject({ text: "x", notes: [] });
});

test.each([
  ["without an end", events([delta("half")], "")],
  ["by the provider", events([delta("half", "insufficient_system_resource")])],
])("a stream that breaks off %s is tried again, and is no answer", async (_how, body) => {
  const { url, requests } = await server((_body, index) =>
    reply(index === 0 ? body : events([delta("whole", "stop")])),
  );
  expect((await open(url).complete(streamed, run)).text).toBe("whole");
  expect(requests).toHaveLength(2);
});

test("once a token was handed on, nothing is tried again", async () => {
  const { url, requests } = await server(() => reply(events([delta("half")], "")));
  const tokens: string[] = [];
  const error = await failure(open(url).complete(streamed, { ...run, onToken: (token) => tokens.push(token) }));
  expect(error).toMatchObject({
    kind: "connection",
    message: "the answer broke off: the provider ended it before the model did",
  });
  expect(tokens).toEqual(["half"]);
  expect(requests).toHaveLength(1);
});

test("an error in the middle of a stream is an error", async () => {
  const chunks = [delta("half"), { error: { message: "the model is overloaded", code: 400 } }];
  const { url } = await server(() => reply(events(chunks)));
  expect(await failure(open(url).complete(streamed, run))).toMatchObject({
    kind: "http",
    status: 400,
    message: "the provider answered 400: an error under 200: the model is overloaded",
  });
});

test("a stream cut off by the token limit is truncated, and HTML under 200 is no answer", async () => {
  const { url } = await server((_body, index) =>
    index === 0 ? reply(events([delta("half", "length")])) : reply("<html>busy</html>"),
  );
  const chat = open(url);
  expect((await failure(chat.complete(streamed, run))).kind).toBe("truncated");
  expect((await failure(chat.complete(streamed, run))).kind).toBe("body_not_json");
});

test.each(["eos_token", "end_turn", "stop_sequence", "STOP"])(
  "`%s` is how some servers say stop",
  async (finishReason) => {
    const { url } = await server(() => ({ content: "x", finishReason }));
    expect(await open(url).complete(ask(), run)).toMatchObject({ text: "x", finishReason: "stop" });
  },
);

test.each([
  ["max_tokens", "truncated"],
  ["sensitive", "refused_by_provider"],
])("`%s` is the error %s", async (finishReason, kind) => {
  const { url } = await server(() => ({ content: "x", finishReason }));
  expect((await failure(open(url).complete(ask(), run))).kind).toBe(kind);
});

test("a tool call that nobody asked for is no answer", async () => {
  const message = { tool_calls: [{ id: "1", type: "function", function: { name: "f", arguments: "{}" } }] };
  const { url } = await server(() => ({ content: null, finishReason: "tool_calls", message }));
  expect(await failure(open(url).complete(ask(), run))).toMatchObject({
    kind: "empty_content",
    message: "the model gave no content and called a tool, though it was given none",
  });
});
