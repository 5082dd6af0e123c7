import { expect, test } from "vitest";
import type { ModelReply } from "../../tests/servers/model-server.ts";
import type { Chat } from "./chat.ts";
import { withFallback } from "./fallback.ts";
import { ask, failure, open, run, server } from "./llm.fixture.ts";

const down: ModelReply = { status: 500, body: { error: { message: "down" } } };
const noQuota: ModelReply = { status: 429, body: { error: { message: "no", code: "insufficient_quota" } } };

function routes(first: Chat, second: Chat) {
  return withFallback([
    { chat: first, model: "first", provider: "one" },
    { chat: second, model: "second", provider: "two" },
  ]);
}

test("the next model answers while the first is down, and the reply says who it was", async () => {
  const one = await server(() => down);
  const two = await server(() => "fine");
  const chat = routes(open(one.url, { attempts: 1 }), open(two.url));
  // Until the circuit opens the failures are those of the first.
  for (let i = 0; i < 5; i++) expect((await failure(chat.complete(ask(`q${i}`), run))).kind).toBe("http");
  expect(await chat.complete(ask("r"), run)).toMatchObject({
    text: "fine",
    notes: ["answered instead by second at two"],
  });
  expect(two.requests.map(({ body }) => body.model)).toEqual(["second"]);
});

test("the next model answers when the first is out of quota, and nothing is noted while it is not", async () => {
  const one = await server((_body, index) => (index === 0 ? "mine" : noQuota));
  const two = await server(() => "fine");
  const chat = routes(open(one.url), open(two.url));
  expect(await chat.complete(ask("a"), run)).toMatchObject({ text: "mine", notes: [] });
  expect(await chat.complete(ask("b"), run)).toMatchObject({ notes: ["answered instead by second at two"] });
});

test("a request that is wrong is wrong for the first model, and nobody else is asked", async () => {
  const one = await server(() => ({ status: 400, body: { error: { message: "no" } } }));
  const two = await server();
  const chat = routes(open(one.url), open(two.url));
  expect(await failure(chat.complete(ask(), run))).toMatchObject({ kind: "http", status: 400 });
  expect(two.requests).toHaveLength(0);
});
