import type { Message, Usage } from "../core/index.ts";

/** What the user may set on a call; what is not set is not sent. */
export interface ChatParameters {
  /** 0 to 2. */
  readonly temperature?: number | undefined;
  readonly maxTokens?: number | undefined;
  readonly seed?: number | undefined;
  readonly topP?: number | undefined;
}

/** One request to a model. */
export interface ChatRequest {
  readonly messages: readonly Message[];
  readonly model: string;
  readonly parameters: ChatParameters;
  /** The shape that the reply must have, where it must be JSON. */
  readonly json?: { readonly name: string; readonly schema: Readonly<Record<string, unknown>> } | undefined;
}

/** How one request is made. */
export interface CompleteOptions {
  readonly signal: AbortSignal;
  /** Part of the cache key, so that repeats are answers of their own. */
  readonly repeat: number;
  /** Whether a reply may be kept: a judge keeps only verdicts that it could read. Default: always. */
  readonly accept?: (text: string) => boolean;
}

/** What a model said. */
export interface ChatReply {
  readonly text: string;
  readonly finishReason: string;
  readonly usage: Usage;
  /** How the request was changed at the provider's wish, such as `response_format: json_object`. */
  readonly notes: readonly string[];
  readonly cached: boolean;
}

/** What a provider was asked so far. */
export interface ChatStatistics {
  /** Requests that were sent, retries included. */
  readonly requests: number;
  readonly cacheHits: number;
  /** How often the provider refused for too many requests. */
  readonly rateLimited: number;
  /** For how long calls were held back because of that, in milliseconds. */
  readonly waitedMs: number;
  /** Such as a cache that cannot be used. */
  readonly warnings: readonly string[];
}

/** The tokens of the replies that were sent for, those that could not be used included; what came from the cache cost nothing. */
export interface ChatTokens {
  /** Null when no reply said how many. */
  readonly promptTokens: number | null;
  readonly completionTokens: number | null;
  /** How many replies said how many. */
  readonly tokensKnownFor: number;
}

/** One provider of chat completions, with its limits, retries and cache. */
export interface Chat {
  /**
   * Asks a model.
   *
   * @throws CaseFailure when no whole answer could be had.
   */
  complete(request: ChatRequest, options: CompleteOptions): Promise<ChatReply>;
  readonly statistics: ChatStatistics;
  readonly tokens: ChatTokens;
  /** Closes the cache; the process can end after it. */
  close(): Promise<void>;
}
