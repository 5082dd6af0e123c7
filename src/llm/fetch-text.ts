import { CaseFailure } from "../core/index.ts";
import type { Headers } from "./retry-after.ts";

/** A reply, whole. */
export interface TextReply {
  readonly status: number;
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
}

/**
 * Makes one request and reads the whole reply, of whatever status. At the deadline the
 * socket is closed, also when the body comes in drips.
 *
 * @throws CaseFailure `connection`, `timeout`, `interrupted`, or `http` for a redirect.
 */
export async function fetchText(
  url: string,
  { method, headers, body, timeoutMs, signal }: FetchTextOptions,
): Promise<TextReply> {
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
    const init = { method, headers: { ...headers }, signal: controller.signal, redirect: "manual" } as const;
    const response = await fetch(url, body === undefined ? init : { ...init, body });
    const text = decode(await response.arrayBuffer(), response.headers.get("content-type"));
    const location = response.headers.get("location");
    if (response.status >= 300 && response.status < 400 && location !== null)
      throw redirected(url, location, response.status);
    return { status: response.status, headers: Object.fromEntries(response.headers), text };
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

/** By the charset that the reply names; UTF-8 without one, or with one that nobody knows. */
function decode(bytes: ArrayBuffer, contentType: string | null): string {
  const charset = /;\s*charset\s*=\s*"?([^\s;"]+)/i.exec(contentType ?? "")?.[1] ?? "utf-8";
  try {
    return new TextDecoder(charset).decode(bytes);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return new TextDecoder().decode(bytes);
  }
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
