import { type CaseError, CaseFailure, type Usage } from "../core/index.ts";
import type { TextReply } from "./fetch-text.ts";
import { brokenOff } from "./read-stream.ts";

/** A reply and what its text is as JSON. */
export interface SeenReply extends TextReply {
  /** Undefined: it is not JSON. */
  readonly json: unknown;
}

/** Reads the JSON of a reply, once for all that look into it. */
export function parseReply(reply: TextReply): SeenReply {
  return { ...reply, json: parseJson(reply.text) };
}

/** What stood in a complete reply. */
export interface ReadReply {
  readonly text: string;
  readonly finishReason: string;
  readonly usage: Usage;
}

/** An error that a server sent, under whatever status and in whatever shape. */
export interface ProviderError {
  readonly message: string;
  readonly param: string | null;
  readonly code: string | null;
}

const maxRawChars = 20_000;

/**
 * Reads a reply of status 2xx. What it was stopped by is looked at before its text,
 * since a text that was cut off may look whole.
 *
 * @throws CaseFailure `body_not_json`, `bad_answer`, `truncated`, `refused_by_provider` or `empty_content`.
 */
export function readReply(reply: SeenReply, { maxTokens }: { readonly maxTokens: number | undefined }): ReadReply {
  const raw = reply.text.slice(0, maxRawChars);
  const fail = (error: Omit<CaseError, "raw">): CaseFailure =>
    new CaseFailure({ raw, status: reply.status, ...requestIdOf(reply), ...error });
  const body = reply.json;
  if (body === undefined) throw fail({ kind: "body_not_json", message: describeBody(reply) });
  const choice = at(at(body, "choices"), 0);
  const message = at(choice, "message");
  if (message === undefined) throw fail({ kind: "bad_answer", message: "the reply holds no choices[0].message" });
  const finishReason = finishOf(choice);
  const text = contentOf(message);
  const stopped = stoppedBy({ finishReason, message, maxTokens });
  if (stopped !== null) throw fail(stopped);
  if (text.trim() === "") throw fail({ kind: "empty_content", message: describeEmpty(message) });
  return { text, finishReason, usage: usageOf(body) };
}

/** What the servers that we know write for an answer that came to its end by itself (TGI, Anthropic and Gemini behind a gateway). */
const ends = /^(stop|eos|eos_token|end_turn|stop_sequence|complete|completed)$/i;
const cutOff = /^(length|max_tokens|max_length|model_length|model_context_window_exceeded)$/i;
const filtered = /^(content_filter|sensitive|safety|recitation|blocklist|prohibited_content|refusal)$/i;
/** DeepSeek, Zhipu and OpenRouter say so when they could not go on; the same call may do better. */
const broken = new RegExp(`^(insufficient_system_resource|network_error|error|abort|${brokenOff})$`, "i");

/** Why the model stopped, `stop` in whatever word the server has for it; `unknown` when it does not say. */
function finishOf(choice: unknown): string {
  const reason = asText(at(choice, "finish_reason")) ?? "unknown";
  return ends.test(reason) ? "stop" : reason;
}

/** Whether a reply says that its server could not go on. */
export function isBrokenOff(reply: SeenReply): boolean {
  return broken.test(finishOf(at(at(reply.json, "choices"), 0)));
}

function stoppedBy({
  finishReason,
  message,
  maxTokens,
}: {
  readonly finishReason: string;
  readonly message: unknown;
  readonly maxTokens: number | undefined;
}): CaseError | null {
  if (cutOff.test(finishReason)) {
    const limit = maxTokens === undefined ? "the server's own limit" : `max_tokens=${maxTokens}`;
    return { kind: "truncated", message: `the model was cut off at ${limit}; raise \`maxTokens\`` };
  }
  const refusal = asText(at(message, "refusal"));
  if (filtered.test(finishReason) || (refusal !== undefined && refusal !== "")) {
    const said = refusal === undefined || refusal === "" ? "its content filter" : `\`${refusal.slice(0, 200)}\``;
    return { kind: "refused_by_provider", message: `the provider refused to answer: ${said}` };
  }
  return null;
}

/** The text of a message; some servers send it in parts. */
function contentOf(message: unknown): string {
  const content = at(message, "content");
  if (typeof content === "string") return content;
  if (!Array.isArray(content)) return "";
  return content.map((part: unknown) => asText(at(part, "text")) ?? "").join("");
}

function describeEmpty(message: unknown): string {
  const reasoning = asText(at(message, "reasoning_content")) ?? asText(at(message, "reasoning")) ?? "";
  if (Array.isArray(at(message, "tool_calls")))
    return "the model gave no content and called a tool, though it was given none";
  if (reasoning === "") return "the model gave no content";
  return "the model gave no content, only reasoning: is the server's reasoning parser the one for this model?";
}

/** The tokens that a reply names, also where it is no answer. */
export function usageIn(reply: SeenReply): Usage {
  return usageOf(reply.json);
}

function usageOf(body: unknown): Usage {
  const usage = at(body, "usage");
  return {
    promptTokens: asCount(at(usage, "prompt_tokens")),
    completionTokens: asCount(at(usage, "completion_tokens")),
  };
}

/** The error in a body, in the shapes that servers use: `{error: {…}}`, `{error: "…"}`, `{message}`, `{detail}`. */
export function findProviderError({ json: body }: SeenReply): ProviderError | null {
  const nested = at(body, "error") ?? null;
  if (nested === null && (at(body, "choices") ?? at(body, "data")) !== undefined) return null;
  const holder = nested ?? body;
  const said =
    typeof holder === "string" ? holder : (at(holder, "message") ?? at(body, "message") ?? at(body, "detail"));
  if (nested === null && said === undefined) return null;
  return {
    message: typeof said === "string" ? said : JSON.stringify(said ?? holder),
    param: asText(at(holder, "param")) ?? null,
    code: codeOf(holder),
  };
}

function codeOf(holder: unknown): string | null {
  const code = at(holder, "code") ?? at(holder, "type") ?? null;
  return code === null ? null : String(code);
}

/** A body that is no JSON, for a message. */
export function describeBody(reply: TextReply): string {
  const type = reply.headers["content-type"]?.split(";")[0] ?? "no content type";
  const start = reply.text.trim().replace(/\s+/g, " ").slice(0, 200);
  return `JSON was expected, and the body is ${type}: \`${start}\``;
}

/** The provider's id of a request, where it gives one. */
export function requestIdOf(reply: TextReply): { readonly requestId?: string } {
  const requestId = reply.headers["x-request-id"];
  return requestId === undefined ? {} : { requestId };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function at(value: unknown, key: string | number): unknown {
  if (typeof value !== "object" || value === null || !Object.hasOwn(value, key)) return undefined;
  return (value as Readonly<Record<string | number, unknown>>)[key];
}

function asText(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}

function asCount(value: unknown): number | null {
  return typeof value === "number" && Number.isFinite(value) ? value : null;
}
