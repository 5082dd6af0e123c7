import { type CaseError, CaseFailure, hashJson, type Problem, type TargetAnswer, throwIfAny } from "../core/index.ts";
import { CallFailure, fetchText, maxWaitMs, Patience, retryAfterMs, type TextReply } from "../llm/index.ts";
import { parseExactJson } from "./exact-json.ts";
import { formatJsonPath, type JsonPath, parseJsonPath, readJsonPath } from "./json-path.ts";
import type { HttpResponsePaths, HttpTargetOptions, JsonValue } from "./options.ts";
import { checkPlaceholders, encodeForHeader, encodeForUrl, fillJson, fillText, textsOf } from "./placeholders.ts";
import { settleAnswer } from "./settle-answer.ts";
import type { Target, TargetRequest } from "./target.ts";

const defaultBody: JsonValue = { query: "{{query}}" };
const entryFields = ["docId", "text", "score", "start", "end"] as const;

/** The paths of a reply, read. */
interface Paths {
  readonly answer: JsonPath;
  readonly retrieved: JsonPath | null;
  readonly entry: Readonly<Record<string, JsonPath>>;
}

/**
 * A RAG service behind HTTP.
 *
 * In: `at`: where it is configured, for messages; `baseDelayMs`: the first wait before
 * another attempt, where the service names none.
 *
 * @throws InputError with every unknown placeholder and every path that cannot be read.
 */
export function createHttpTarget(
  options: HttpTargetOptions,
  { at, baseDelayMs = 500 }: { readonly at?: string | undefined; readonly baseDelayMs?: number } = {},
): Target {
  const problems: Problem[] = [];
  const report = (code: string, text: Omit<Problem, "code" | "at">): void => {
    problems.push({ code, ...text, ...(at === undefined ? {} : { at }) });
  };
  checkTemplates(options, report);
  const paths = parsePaths(options.response, report);
  throwIfAny(problems);
  const { timeoutMs = 30_000, attempts } = options;
  const patience = new Patience({ attempts, baseDelayMs });
  const { headers = {} } = options;
  const hideAll = hiderOf(Object.values(headers));
  const hideKeys = hiderOf(
    Object.entries(headers).flatMap(([name, value]) => (/auth|key|token|secret|cookie|pass/i.test(name) ? value : [])),
  );
  return {
    kind: "http",
    fingerprint: fingerprintOf(options),
    ask: async (request, { signal }) => {
      const call = { ...buildCall(options, request), timeoutMs, signal };
      return patience.execute(
        async () => {
          const seen = await fetchText(call.url, call);
          // Words such as `application/json` may stand in an answer; a key may not, and no value of a header in an error.
          const reply = { ...seen, text: hideKeys(seen.text) };
          const safe = { ...seen, text: hideAll(seen.text) };
          const failure = sortReply(safe, patience.clock.now());
          if (failure !== null) throw failure;
          return readAnswer(reply, { paths, safe });
        },
        { signal },
      );
    },
    close: async () => undefined,
  };
}

type Report = (code: string, text: Omit<Problem, "code" | "at">) => void;

function checkTemplates(options: HttpTargetOptions, report: Report): void {
  const texts = [
    { path: "url", text: options.url },
    ...Object.entries(options.headers ?? {}).map(([name, text]) => ({ path: `headers.${name}`, text })),
    ...textsOf(options.body ?? defaultBody),
  ];
  for (const { path, text } of texts) {
    for (const { what, fix } of checkPlaceholders(text)) {
      report("target-unknown-placeholder", { what: `${what} in \`${path}\` of the target`, fix });
    }
  }
  checkAddress(options.url.replace(/\{\{.*?\}\}/g, "x"), options.url, report);
  for (const [name, value] of Object.entries(options.headers ?? {})) checkHeader(name, value, report);
}

function checkAddress(url: string, written: string, report: Report): void {
  if (!/^https?:\/\//.test(url) || !URL.canParse(url)) {
    const what = `the address \`${withoutSecrets(written)}\` of the target is no http address`;
    report("target-url", { what, fix: "write it whole, such as `http://127.0.0.1:8000/ask`" });
    return;
  }
  const { username, password } = new URL(url);
  if (username === "" && password === "") return;
  const what = "the address of the target holds a name or a password";
  report("target-url", { what, fix: "take them out of the address, and give them as an `Authorization` header" });
}

/** The value may be a key: it is not shown. */
function checkHeader(name: string, value: string, report: Report): void {
  if (!/^[\w!#$%&'*+.^`|~-]+$/.test(name)) {
    report("target-header", { what: `\`${name}\` is no name of a header`, fix: "use letters, digits and `-`" });
  }
  if (["\r", "\n", "\0"].some((one) => value.includes(one))) {
    report("target-header", {
      what: `the value of the header \`${name}\` holds a line break`,
      fix: "give it in one line",
    });
  }
}

function parsePaths(response: HttpResponsePaths, report: Report): Paths {
  const parse = (field: string, text: string): JsonPath => {
    const path = parseJsonPath(text);
    if (path === null) {
      const what = `\`${text}\` in \`response.${field}\` of the target is no path`;
      report("target-bad-path", { what, fix: 'write it like `data.answer`, `choices[0].text` or `["a.b"].c`' });
    }
    return path ?? [];
  };
  const entry: Record<string, JsonPath> = { id: parse("id", response.id ?? "id") };
  for (const field of entryFields) {
    const text = response[field];
    if (text !== undefined) entry[field] = parse(field, text);
  }
  const retrieved = response.retrieved === undefined ? null : parse("retrieved", response.retrieved);
  return { answer: parse("answer", response.answer), retrieved, entry };
}

interface Call {
  readonly url: string;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

function buildCall(options: HttpTargetOptions, request: TargetRequest): Call {
  const { method = "POST", body = defaultBody } = options;
  const headers: Record<string, string> = { accept: "application/json" };
  if (method !== "GET") headers["content-type"] = "application/json";
  for (const [name, value] of Object.entries(options.headers ?? {})) {
    headers[name.toLowerCase()] = fillText(value, request, encodeForHeader);
  }
  const url = fillText(options.url, request, encodeForUrl);
  if (method === "GET") return { url, method, headers };
  return { url, method, headers, body: JSON.stringify(fillJson(body, request)) };
}

/** Sorts a reply whose status is not 2xx; null for the others. */
function sortReply(reply: TextReply, now: number): CallFailure | null {
  if (reply.status >= 200 && reply.status < 300) return null;
  const start = reply.text.trim().replace(/\s+/g, " ").slice(0, 200);
  const said = start === "" ? "with an empty body" : `\`${start}\``;
  const isBusy = reply.status === 429 || reply.status === 503;
  const waitMs = isBusy ? retryAfterMs(reply.headers, now) : null;
  const isTooLong = (waitMs ?? 0) > maxWaitMs;
  const asked = isTooLong ? `; it asks for a wait of ${Math.round((waitMs ?? 0) / 1000)} s, more than a run waits` : "";
  const error: CaseError = {
    kind: kindOf(reply.status),
    status: reply.status,
    message: `the target answered ${reply.status}: ${said}${asked}`,
    raw: reply.text.slice(0, 20_000),
  };
  const mayRetry = isBusy && !isTooLong;
  return new CallFailure(error, { mayRetry, waitMs, isRateLimit: reply.status === 429 && mayRetry });
}

function kindOf(status: number): CaseError["kind"] {
  if (status === 429) return "rate_limited";
  return status === 401 || status === 403 ? "auth" : "http";
}

/**
 * In: `safe`: the same reply without the values of headers. A failure is put into words
 * from it, since a word that is cut short can no longer be hidden.
 */
function readAnswer(
  reply: TextReply,
  { paths, safe }: { readonly paths: Paths; readonly safe: TextReply },
): TargetAnswer {
  try {
    return readBody(reply, paths);
  } catch (error) {
    if (!(error instanceof CaseFailure)) throw error;
    if (safe.text !== reply.text) return readAnswer(safe, { paths, safe });
    throw new CaseFailure({ ...error.error, raw: safe.text.slice(0, 20_000) });
  }
}

function readBody(reply: TextReply, paths: Paths): TargetAnswer {
  const body = parseBody(reply);
  const answer = valueAt(body, paths.answer);
  const list = paths.retrieved === null ? [] : valueAt(body, paths.retrieved);
  if (Array.isArray(list)) checkEntryPaths(list, paths.entry);
  const retrieved = Array.isArray(list) ? list.map((entry: unknown) => readEntry(entry, paths.entry)) : list;
  return settleAnswer({ answer, retrieved });
}

function parseBody(reply: TextReply): unknown {
  try {
    return parseExactJson(reply.text.replace(/^\uFEFF/, ""));
  } catch {
    const type = reply.headers["content-type"]?.split(";")[0] ?? "no content type";
    const start = reply.text.trim().replace(/\s+/g, " ").slice(0, 200);
    throw new CaseFailure({
      kind: "body_not_json",
      message: `JSON was expected, and the body is ${type}: \`${start}\``,
      status: reply.status,
    });
  }
}

function valueAt(body: unknown, path: JsonPath): unknown {
  const result = readJsonPath(body, path);
  if (result.found) return result.value;
  const message = `the reply has nothing at \`${formatJsonPath(path)}\`: ${result.why}`;
  throw new CaseFailure({ kind: "path_missing", message });
}

/** A path that no entry has is a misspelt one: without the document's id the list would read as irrelevant. */
function checkEntryPaths(list: readonly unknown[], paths: Readonly<Record<string, JsonPath>>): void {
  const entries = list.filter((entry) => typeof entry === "object" && entry !== null);
  for (const [name, path] of Object.entries(paths)) {
    const results = entries.map((entry) => readJsonPath(entry, path));
    const [first] = results;
    if (first === undefined || first.found || results.some((result) => result.found)) continue;
    const message = `no entry of the list has anything at \`${formatJsonPath(path)}\` (\`response.${name}\`): ${first.why.replace("the reply", "the first one")}`;
    throw new CaseFailure({ kind: "path_missing", message });
  }
}

/** An entry with the names that the door knows; what is not there stays out, and the door says so where it must be there. */
function readEntry(entry: unknown, paths: Readonly<Record<string, JsonPath>>): unknown {
  if (typeof entry !== "object" || entry === null) return entry;
  const fields: Record<string, unknown> = {};
  for (const [name, path] of Object.entries(paths)) {
    const result = readJsonPath(entry, path);
    if (result.found) fields[name] = result.value;
  }
  return fields;
}

/** Some services echo what they were sent. In: values of headers, each hidden whole and word by word. */
function hiderOf(values: readonly string[]): (text: string) => string {
  const secrets = values
    .flatMap((value) => [value, ...value.split(/\s+/)])
    .filter((one) => one.length >= 6 && !/^(basic|bearer|digest)$/i.test(one));
  return (text) => secrets.reduce((hidden, one) => hidden.replaceAll(one, "***"), text);
}

/** A query may hold a key, and the part before `@` a password. */
function withoutSecrets(url: string): string {
  const [address = ""] = url.split(/[?#]/);
  return address.replace(/^([a-z]+:\/\/)?[^/]*@/i, "$1");
}

/** All that decides what the service is asked; of the headers only the names, since their values may be keys. */
function fingerprintOf(options: HttpTargetOptions): Readonly<Record<string, unknown>> {
  const { url, method = "POST", headers = {}, body = defaultBody, response } = options;
  return {
    kind: "http",
    url: withoutSecrets(url),
    method,
    headers: Object.keys(headers).sort(),
    ...(method === "GET" ? {} : { body: hashJson(body) }),
    response,
  };
}
