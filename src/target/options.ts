import type { ChatParameters } from "../llm/index.ts";
import type { Prompt } from "../prompts/index.ts";
import type { RagOptions } from "../rag/index.ts";

/** A JSON value as a config file holds it. */
export type JsonValue =
  | string
  | number
  | boolean
  | null
  | readonly JsonValue[]
  | { readonly [key: string]: JsonValue | undefined };

/**
 * Where the answer and the retrieved list stand in a reply. A path is dotted, with
 * `[0]` for places in a list and `["a.b"]` for keys that hold a dot.
 */
export interface HttpResponsePaths {
  readonly answer: string;
  /** Path of the list; without it the target is scored on its answers alone. */
  readonly retrieved?: string | undefined;
  /** These six are relative to an entry of the list. Default of `id`: `id`. */
  readonly id?: string | undefined;
  readonly docId?: string | undefined;
  readonly text?: string | undefined;
  readonly score?: string | undefined;
  readonly start?: string | undefined;
  readonly end?: string | undefined;
}

/**
 * A RAG service behind HTTP. `url`, `headers` and the strings of `body` may hold
 * `{{query}}`, `{{caseId}}`, `{{history}}`, `{{repeat}}` and `{{language}}`; a body
 * string that is exactly one placeholder becomes the value itself (a list for `history`).
 */
export interface HttpTargetOptions {
  readonly kind: "http";
  readonly url: string;
  /** Default `POST`. */
  readonly method?: "GET" | "POST" | "PUT" | undefined;
  /** Names and values, with environment variables already filled in. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Default `{"query": "{{query}}"}`; not sent with GET. */
  readonly body?: JsonValue | undefined;
  readonly response: HttpResponsePaths;
  /** For one attempt, headers and body together. Default 30000. */
  readonly timeoutMs?: number | undefined;
  /** Attempts in all when the service answers 429 or 503. Default 10 for 429 and 4 for 503. */
  readonly attempts?: number | undefined;
}

/** A function of the user's: `(request) => ({ answer, retrieved })`, or a promise of it. */
export interface ModuleTargetOptions {
  readonly kind: "module";
  /** Absolute path of a `.js`, `.mjs`, `.cjs`, `.ts` or `.mts` file. */
  readonly file: string;
  /** Name of the exported function; by default `default`, and else `ask`. */
  readonly export?: string | undefined;
  /** Default 120000. */
  readonly timeoutMs?: number | undefined;
}

/** Answers made elsewhere: one JSON object a line, `{"caseId", "repeat"?, "answer", "retrieved"}`. */
export interface RecordedTargetOptions {
  readonly kind: "recorded";
  /** Absolute path of a JSONL file. */
  readonly file: string;
}

/** The reference retriever, a prompt file and a model, so that a change of prompt is all that changes. */
export interface PromptTargetOptions {
  readonly kind: "prompt";
  readonly prompt: Prompt;
  readonly model: string;
  /** Beside those that the prompt sets, which hold. */
  readonly parameters: ChatParameters;
  /** Whether answers are asked for piece by piece. Default false. */
  readonly stream?: boolean | undefined;
  /** The model whose vectors find the chunks; absent: BM25. */
  readonly embedding?: string | undefined;
  /** The models that may answer instead. */
  readonly fallback?: readonly string[] | undefined;
  readonly retriever: RagOptions;
}

/** The reference RAG, which needs no model. */
export interface BuiltinTargetOptions {
  readonly kind: "builtin";
  readonly rag: RagOptions;
}
