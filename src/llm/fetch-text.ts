import { brotliDecompressSync, gunzipSync, inflateSync } from "node:zlib";
import type { Dispatcher } from "undici";
import { CaseFailure } from "../core/index.ts";
import type { Headers } from "./retry-after.ts";

/** A reply, whole. */
export interface TextReply {
  readonly status: number;
  /** Names in lower case; of one that came several times, all values with a comma between. */
  readonly headers: Headers;
  readonly text: string;
}

/** How one request is made. */
export interface FetchTextOptions {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | undefined;
  /** For the headers and the whole body together. */
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
  /** Gets the text of a body of status 2xx as it comes; the reply has it whole all the same. */
  readonly onText?: ((text: string) => void) | undefined;
}

/**
 * One pool of connections for the process; idle ones do not keep it alive. The deadlines
 * of undici's own are off, since ours covers headers and body together.
 */
let pool: Promise<Pick<typeof import("undici"), "request"> & { readonly dispatcher: Dispatcher }> | undefined;

/** Loaded at the first request: most commands make none. */
async function openPool() {
  const { Agent, request } = await import("undici");
  return { request, dispatcher: new Agent({ headersTimeout: 0, bodyTimeout: 0, connect: { timeout: 0 } }) };
}

/**
 * Makes one request and reads the whole reply, of whatever status. At the deadline the
 * socket is closed, also when the body comes in drips.
 *
 * By undici's `request`, at about a third of the CPU time of Node's own `fetch` (bench/README.md).
 *
 * @throws CaseFailure `connection`, `timeout`, `interrupted`, or `http` for a redirect.
 */
export async function fetchText(url: string, options: FetchTextOptions): Promise<TextReply> {
  const { method, headers, body, timeoutMs, signal, onText } = options;
  if (signal.aborted) throw interrupted();
  const controller = new AbortController();
  const abort = (): void => controller.abort();
  signal.addEventListener("abort", abort, { once: true });
  let late = false;
  const timer = setTimeout(() => {
    late = true;
    controller.abort();
  }, timeoutMs);
  try {
    // A redirect is not followed: it would carry headers, and so keys, to where nobody wrote that they may go.
    pool ??= openPool();
    const { request, dispatcher } = await pool;
    const response = await request(url, {
      dispatcher,
      method: method as Dispatcher.HttpMethod,
      headers,
      body: body ?? null,
      signal: controller.signal,
    });
    const reply = await readReply(response, onText);
    const { location } = reply.headers;
    if (reply.status >= 300 && reply.status < 400 && location !== undefined)
      throw redirected(url, location, reply.status);
    return reply;
  } catch (error) {
    if (error instanceof CaseFailure) throw error;
    if (signal.aborted) throw interrupted();
    if (late) {
      const message = `no complete answer from ${showUrl(url)} within ${timeoutMs} ms`;
      throw new CaseFailure({ kind: "timeout", message });
    }
    const message = `no answer from ${showUrl(url)} (${reasonOf(error)})`;
    throw new CaseFailure({ kind: "connection", message });
  } finally {
    clearTimeout(timer);
    signal.removeEventListener("abort", abort);
  }
}

async function readReply(
  { statusCode, headers: seen, body }: Dispatcher.ResponseData,
  onText: FetchTextOptions["onText"],
): Promise<TextReply> {
  const headers = Object.fromEntries(
    Object.entries(seen).map(([name, value]) => [name, Array.isArray(value) ? value.join(", ") : (value ?? "")]),
  );
  const isPlain = headers["content-encoding"] === undefined;
  if (onText === undefined || !isPlain || statusCode >= 300) {
    const bytes = isPlain && isUtf8(headers) ? null : Buffer.from(await body.arrayBuffer());
    const text = bytes === null ? withoutMark(await body.text()) : decode(unpack(bytes, headers), headers);
    return { status: statusCode, headers, text };
  }
  const decoder = new TextDecoder();
  let text = "";
  const take = (piece: string): void => {
    text += piece;
    if (piece !== "") onText(piece);
  };
  for await (const bytes of body) take(decoder.decode(bytes as Buffer, { stream: true }));
  take(decoder.decode());
  return { status: statusCode, headers, text };
}

/** Nobody asks for a packed reply; some servers pack it all the same. */
function unpack(bytes: Buffer, headers: Headers): Buffer {
  const unpackers = { gzip: gunzipSync, "x-gzip": gunzipSync, deflate: inflateSync, br: brotliDecompressSync };
  const encoding = headers["content-encoding"]?.trim().toLowerCase() ?? "";
  return Object.hasOwn(unpackers, encoding) ? unpackers[encoding as keyof typeof unpackers](bytes) : bytes;
}

function charsetOf(headers: Headers): string {
  return /;\s*charset\s*=\s*"?([^\s;"]+)/i.exec(headers["content-type"] ?? "")?.[1] ?? "utf-8";
}

function isUtf8(headers: Headers): boolean {
  return /^utf-?8$/i.test(charsetOf(headers));
}

/** By the charset that the reply names; UTF-8 without one, or with one that nobody knows. */
function decode(bytes: Buffer, headers: Headers): string {
  try {
    return new TextDecoder(charsetOf(headers)).decode(bytes);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return new TextDecoder().decode(bytes);
  }
}

/** As `TextDecoder` does: a byte order mark is no part of the text. */
function withoutMark(text: string): string {
  return text.startsWith("\uFEFF") ? text.slice(1) : text;
}

function redirected(url: string, location: string, status: number): CaseFailure {
  const goal = URL.canParse(location, url) ? showUrl(new URL(location, url).href) : "an address that cannot be read";
  const message = `${showUrl(url)} answered ${status} and points to ${goal}; redirects are not followed: give that address instead`;
  return new CaseFailure({ kind: "http", status, message });
}

/** What a case ends with when the user stops the run. */
export function interrupted(): CaseFailure {
  return new CaseFailure({ kind: "interrupted", message: "the run was stopped before this call was answered" });
}

/** An address without user, password and query, which may hold keys. */
export function showUrl(url: string): string {
  if (!URL.canParse(url)) return "an address that cannot be read";
  const { origin, pathname } = new URL(url);
  return `${origin}${pathname}`;
}

function reasonOf(error: unknown): string {
  const cause = error instanceof Error && error.cause !== undefined ? error.cause : error;
  if (cause instanceof AggregateError && cause.errors[0] !== undefined) return reasonOf(cause.errors[0]);
  if (cause instanceof Error && "code" in cause && typeof cause.code === "string") return cause.code;
  return cause instanceof Error ? cause.message : String(cause);
}
