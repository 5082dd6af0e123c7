import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, test } from "vitest";
import { type RagServer, type RagServerOptions, startRagServer } from "../../tests/servers/rag-server.ts";
import { type CaseError, CaseFailure } from "../core/index.ts";
import { createHttpTarget } from "./http-target.ts";
import type { HttpTargetOptions } from "./options.ts";
import type { Target, TargetRequest } from "./target.ts";

const cleanUp: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const clean of cleanUp.splice(0)) await clean();
});

async function serve(reply?: RagServerOptions["reply"]): Promise<RagServer> {
  const server = await startRagServer(reply === undefined ? {} : { reply });
  cleanUp.push(() => server.close());
  return server;
}

const response = { answer: "answer", retrieved: "retrieved", docId: "docId", text: "text", score: "score" };

function open(url: string, options: Partial<HttpTargetOptions> = {}): Target {
  return createHttpTarget({ kind: "http", url, response, ...options }, { baseDelayMs: 1 });
}

const request: TargetRequest = { query: "why?", history: [], caseId: "q1", repeat: 0, language: "en" };
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

test("a service is asked with the query and its answer is read", async () => {
  const { url, requests } = await serve();
  expect(await open(url).ask(request, options)).toEqual({
    answer: "You asked: why?",
    retrieved: [
      { id: "doc-1#0", docId: "doc-1", text: "The first chunk.", score: 0.9 },
      { id: "doc-2#0", docId: "doc-2", text: "The second chunk.", score: 0.5 },
    ],
    droppedDuplicates: 0,
  });
  expect(requests[0]).toMatchObject({ method: "POST", path: "/ask", body: { query: "why?" } });
  expect(requests[0]?.headers["content-type"]).toBe("application/json");
});

test("values go into the body as values, whole and letter for letter", async () => {
  const { url, requests } = await serve();
  const query = 'x", "admin": true, "y": "{{caseId}} $& \\ \n {{nothing}}';
  const history = [{ role: "user", content: "{{query}}" }] as const;
  const body = {
    q: "{{query}}",
    text: "Q: {{ query }}!",
    past: "{{history}}",
    pastText: "past {{history}}",
    n: "{{repeat}}",
    meta: [{ id: "{{caseId}}-{{repeat}}", lang: "{{language}}", fixed: 3, none: null }],
  };
  await open(url, { body }).ask({ ...request, query, history, repeat: 2 }, options);
  expect(requests[0]?.body).toEqual({
    q: query,
    text: `Q: ${query}!`,
    past: history,
    pastText: 'past [{"role":"user","content":"{{query}}"}]',
    n: 2,
    meta: [{ id: "q1-2", lang: "en", fixed: 3, none: null }],
  });
});

test("in an address and in headers, values are encoded", async () => {
  const { url, requests } = await serve();
  const target = open(`${url}/{{caseId}}?q={{query}}`, { method: "GET", headers: { "X-Query": "q={{query}}" } });
  await target.ask({ ...request, caseId: "a/b", query: "报销 & x\r\nEvil: 1 \ud800" }, options);
  expect(requests[0]?.path).toBe("/ask/a%2Fb?q=%E6%8A%A5%E9%94%80%20%26%20x%0D%0AEvil%3A%201%20%EF%BF%BD");
  expect(requests[0]?.headers["x-query"]).toBe("q=%E6%8A%A5%E9%94%80 & x%0D%0AEvil: 1 %EF%BF%BD");
  expect(requests[0]?.headers["evil"]).toBeUndefined();
  expect(requests[0]?.text).toBe("");
});

test("unknown placeholders, paths and addresses are the user's mistake, all told at once", () => {
  const wrong: HttpTargetOptions = {
    kind: "http",
    url: "localhost/{{qurey}}",
    headers: { "bad name": "x" },
    body: { a: ["{{question}}"] },
    response: { answer: "a..b", retrieved: "[*]" },
  };
  expect(() => createHttpTarget(wrong, { at: "touchstone.yaml:9" })).toThrowErrorMatchingInlineSnapshot(`
    [InputError: error[target-unknown-placeholder]: unknown placeholder \`{{qurey}}\` in \`url\` of the target
      at:  touchstone.yaml:9
      fix: did you mean \`{{query}}\`? There are \`{{query}}\`, \`{{caseId}}\`, \`{{history}}\`, \`{{repeat}}\`, \`{{language}}\`
    error[target-unknown-placeholder]: unknown placeholder \`{{question}}\` in \`body.a.0\` of the target
      at:  touchstone.yaml:9
      fix: choose one of \`{{query}}\`, \`{{caseId}}\`, \`{{history}}\`, \`{{repeat}}\`, \`{{language}}\`
    error[target-url]: the address \`localhost/{{qurey}}\` of the target is no http address
      at:  touchstone.yaml:9
      fix: write it whole, such as \`http://127.0.0.1:8000/ask\`
    error[target-header]: \`bad name\` is no name of a header
      at:  touchstone.yaml:9
      fix: use letters, digits and \`-\`
    error[target-bad-path]: \`[*]\` in \`response.retrieved\` of the target is no path
      at:  touchstone.yaml:9
      fix: write it like \`data.answer\`, \`choices[0].text\` or \`["a.b"].c\`
    error[target-bad-path]: \`a..b\` in \`response.answer\` of the target is no path
      at:  touchstone.yaml:9
      fix: write it like \`data.answer\`, \`choices[0].text\` or \`["a.b"].c\`]
  `);
});

test("a list of plain ids is accepted, and long numbers keep their digits", async () => {
  const { url } = await serve(() => ({
    body: '{"answer":"x \\"12345678901234567890","ids":[12345678901234567890,7,"a",7]}',
  }));
  expect(await open(url, { response: { answer: "answer", retrieved: "ids" } }).ask(request, options)).toEqual({
    answer: 'x "12345678901234567890',
    retrieved: [{ id: "12345678901234567890" }, { id: "7" }, { id: "a" }],
    droppedDuplicates: 1,
  });
});

test("answers and entries are found at their paths", async () => {
  const body = { choices: [{ message: { content: "hi" } }], "x.hits": [{ meta: { id: 5 }, body: "t", range: [2, 9] }] };
  const { url } = await serve(() => ({ body }));
  const paths = {
    answer: "choices[0].message.content",
    retrieved: '["x.hits"]',
    id: "meta.id",
    text: "body",
    start: "range[0]",
    end: "range[1]",
  };
  expect(await open(url, { response: paths }).ask(request, options)).toEqual({
    answer: "hi",
    retrieved: [{ id: "5", text: "t", start: 2, end: 9 }],
    droppedDuplicates: 0,
  });
  expect((await open(url, { response: { answer: paths.answer } }).ask(request, options)).retrieved).toEqual([]);
});

test.each([
  [
    { body: { text: "x", retrieved: [] } },
    "path_missing",
    "the reply has nothing at `answer`: the reply has `text`, `retrieved`",
  ],
  [{ body: { answer: null, retrieved: [] } }, "bad_answer", "the answer must be text, and is null"],
  [
    { body: { answer: "x", retrieved: [{ text: "t" }] } },
    "path_missing",
    "no entry of the list has anything at `id` (`response.id`): the first one has `text`",
  ],
  [
    { body: { answer: "x", retrieved: [{ id: "a", text: "t" }, { id: "b" }] } },
    "path_missing",
    "no entry of the list has anything at `docId` (`response.docId`): the first one has `id`, `text`",
  ],
  [
    { body: { answer: "x", retrieved: [{ id: "a", docId: "d", text: "t", score: 1 }, { docId: "d" }] } },
    "bad_answer",
    "the id of retrieved[1] must be text that is not empty, and is missing",
  ],
  [{ body: { answer: "x", retrieved: null } }, "bad_answer", "the retrieved list must be a list, and is null"],
  [{ body: "<h1>Oops</h1>" }, "body_not_json", "JSON was expected, and the body is text/plain: `<h1>Oops</h1>`"],
  [{ body: "" }, "body_not_json", "JSON was expected, and the body is text/plain: ``"],
  [{ status: 500, body: "stack\ntrace" }, "http", "the target answered 500: `stack trace`"],
  [{ status: 404, body: "" }, "http", "the target answered 404: with an empty body"],
])("a reply that is no answer is told as what it is: %j", async (reply, kind, message) => {
  const { url, requests } = await serve(() => reply);
  expect(await failure(open(url).ask(request, options))).toMatchObject({ kind, message });
  expect(requests).toHaveLength(1);
});

test("the start of an error page is enough, and the whole is kept", async () => {
  const { url } = await serve(() => ({ status: 502, body: "x".repeat(5000) }));
  const error = await failure(open(url).ask(request, options));
  expect(error.message).toBe(`the target answered 502: \`${"x".repeat(200)}\``);
  expect(error.raw).toHaveLength(5000);
});

test.each([429, 503])("status %i is tried again after the wait that it asks for", async (status) => {
  const { url, requests } = await serve((_body, index) =>
    index < 2
      ? { status, headers: { "retry-after-ms": "120" }, body: "busy" }
      : { body: { answer: "x", retrieved: [] } },
  );
  expect((await open(url).ask(request, options)).answer).toBe("x");
  expect(requests).toHaveLength(3);
  expect((requests[1]?.atMs ?? 0) - (requests[0]?.atMs ?? 0)).toBeGreaterThanOrEqual(119);
});

test("a service that stays busy is an error, and one that asks for an hour at once", async () => {
  const busy = await serve(() => ({ status: 429, headers: { "retry-after-ms": "5" }, body: "slow" }));
  expect(await failure(open(busy.url, { attempts: 3 }).ask(request, options))).toMatchObject({
    kind: "rate_limited",
    status: 429,
  });
  expect(busy.requests).toHaveLength(3);
  const gone = await serve(() => ({ status: 503, headers: { "retry-after": "3600" }, body: "later" }));
  expect((await failure(open(gone.url).ask(request, options))).message).toBe(
    "the target answered 503: `later`; it asks for a wait of 3600 s, more than a run waits",
  );
  expect(gone.requests).toHaveLength(1);
});

test("silence, slow bodies and closed sockets end in time", async () => {
  const hanging = await serve(() => ({ misbehave: "hang" }));
  expect(await failure(open(hanging.url, { timeoutMs: 100 }).ask(request, options))).toMatchObject({ kind: "timeout" });
  await expect.poll(() => hanging.requests[0]?.aborted).toBe(true);
  const slow = await serve(() => ({ body: { answer: "x", retrieved: [] }, dripMs: 30 }));
  expect(await failure(open(slow.url, { timeoutMs: 150 }).ask(request, options))).toMatchObject({ kind: "timeout" });
  await expect.poll(() => slow.requests[0]?.aborted).toBe(true);
  const closed = await serve(() => ({ misbehave: "reset" }));
  expect(await failure(open(closed.url).ask(request, options))).toMatchObject({ kind: "connection" });
  await closed.close();
  expect((await failure(open(closed.url).ask(request, options))).message).toContain("ECONNREFUSED");
});

test("stopping the run ends the call", async () => {
  const { url } = await serve(() => ({ misbehave: "hang" }));
  const controller = new AbortController();
  setTimeout(() => controller.abort(), 50);
  expect(await failure(open(url).ask(request, { signal: controller.signal }))).toMatchObject({ kind: "interrupted" });
});

test("a header that is echoed where an answer should be is not in the message, nor a key of a bad address", async () => {
  const echo = (seen: { readonly headers: Readonly<Record<string, unknown>> }): string =>
    String(seen.headers["authorization"]);
  const headers = { Authorization: `Bearer SECRET${"TOKEN".repeat(20)}` };
  for (const reply of [
    (text: string) => ({ body: text }),
    (text: string) => ({ body: { answer: "x", retrieved: text } }),
  ]) {
    const { url } = await serve((_body, _index, seen) => reply(echo(seen)));
    const error = await failure(open(url, { headers }).ask(request, options));
    expect(error.message).toContain("***");
    expect(JSON.stringify(error)).not.toContain("SECRET");
  }
  const { url } = await serve((_body, _index, seen) => ({ body: { answer: echo(seen), retrieved: [echo(seen)] } }));
  expect(await open(url, { headers }).ask(request, options)).toMatchObject({
    answer: "***",
    retrieved: [{ id: "***" }],
  });
  expect(() => open("htp://me:SECRET@host/ask?key=SECRET")).toThrow("`htp://host/ask`");
});

test("the values of headers are neither in the fingerprint nor in errors", async () => {
  const { url } = await serve((_body, _index, seen) => ({
    status: 400,
    body: `you sent ${seen.headers["authorization"]}`,
  }));
  const target = open(`${url}?key=SECRETKEY`, { headers: { Authorization: "Bearer SECRETTOKEN" } });
  expect(JSON.stringify(await failure(target.ask(request, options)))).not.toContain("SECRET");
  expect(JSON.stringify(target.fingerprint)).not.toContain("SECRET");
  expect(target.fingerprint["headers"]).toEqual(["Authorization"]);
});

test.each([
  [{ headers: { Authorization: "Bearer secret-1\nmore" } }, "target-header"],
  [{ url: "http://user:secret-1@127.0.0.1:1/ask" }, "target-url"],
])("a secret that cannot be sent is the user's mistake, and is not printed: %j", (changes, code) => {
  const create = (): unknown =>
    createHttpTarget({ kind: "http", url: "http://127.0.0.1:1/ask", response: { answer: "answer" }, ...changes });
  expect(create).toThrow(`error[${code}]`);
  expect(create).not.toThrow(/secret-1/);
});

test("a redirect is told, not followed: it would carry the key elsewhere", async () => {
  const elsewhere = await serve(() => ({ body: { answer: "stolen", retrieved: [] } }));
  const { url } = await serve(() => ({ status: 307, headers: { location: elsewhere.url }, body: "" }));
  const error = await failure(open(url, { headers: { "x-api-key": "secret-123" } }).ask(request, options));
  expect(error).toMatchObject({ kind: "http", status: 307 });
  expect(error.message).toContain("redirects are not followed: give that address instead");
  expect(elsewhere.requests).toHaveLength(0);
});

test.each([
  ["application/json; charset=gbk", "报销"],
  ['application/json; Charset="GB18030"', "报销"],
  ["application/json; charset=nobody-knows", "\ufffd\ufffd\ufffd\ufffd"],
])("a reply is read in the charset that it names: %s", async (type, answer) => {
  // In GBK 报 is B1 A8 and 销 is CF FA; none of the four bytes is UTF-8.
  const word = Buffer.from([0xb1, 0xa8, 0xcf, 0xfa]);
  const body = Buffer.concat([Buffer.from('{"answer":"'), word, Buffer.from('","retrieved":[]}')]);
  const server = createServer((_request, reply) => void reply.setHeader("content-type", type).end(body));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  cleanUp.push(async () => void server.close());
  const { port } = server.address() as AddressInfo;
  expect((await open(`http://127.0.0.1:${port}/ask`).ask(request, options)).answer).toBe(answer);
});
