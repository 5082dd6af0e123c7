import type { Message, Usage } from "../core/index.ts";

/** What the user may set on a call; what is not set is not sent. */
export interface ChatParameters {
  /** 0 to 2. */
  readonly temperature?: number | undefined;
  readonly maxTokens?: number | undefined;
  readonly seed?: number | undefined;
  readonly topP?: number | undefined;
  /** Whatever else a provider takes, as it is called there, such as `{ enable_thinking: false }`. */
  readonly extra?: Readonly<Record<string, unknown>> | undefined;
}

/** One request to a model. */
export interface ChatRequest {
  readonly messages: readonly Message[];
  readonly model: string;
  readonly parameters: ChatParameters;
  /** The shape that the reply must have, where it must be JSON. */
  readonly json?: { readonly name: string; readonly schema: Readonly<Record<string, unknown>> } | undefined;
  /** Whether the answer is asked for piece by piece, so that the time to its first token is known. Default false. */
  readonly stream?: boolean | undefined;
}

/** How one request is made. */
export interface CompleteOptions {
  readonly signal: AbortSignal;
  /** Part of the cache key, so that repeats are answers of their own. */
  readonly repeat: number;
  /** Whether a reply may be kept: a judge keeps only verdicts that it could read. Default: always. */
  readonly accept?: (text: string) => boolean;
  /**
   * Gets each piece of a streamed answer. After the first one nothing is tried again: what was handed on
   * cannot be taken back.
   */
  readonly onToken?: ((token: string) => void) | undefined;
  /** Whether a provider that is down is waited for. Default true. */
  readonly waits?: boolean | undefined;
}

/** What a model said. */
export interface ChatReply {
  readonly text: string;
  readonly finishReason: string;
  readonly usage: Usage;
  /** How the request was changed at the provider's wish, such as `response_format: json_object`. */
  readonly notes: readonly string[];
  readonly cached: boolean;
  /** From sending to the first piece of the answer, in milliseconds; null where it was not streamed now. */
  readonly firstTokenMs: number | null;
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
  /** What calls are held back for now, in words, and for how many milliseconds more; null when they are not. */
  readonly waiting: { readonly why: string; readonly milliseconds: number } | null;
  /** Such as a cache that cannot be used. */
  readonly warnings: readonly string[];
}

/**
 * The tokens of the replies of one model that were sent for, those that could not be used
 * included; what came from the cache cost nothing.
 */
export interface ModelTokens {
  readonly model: string;
  readonly promptTokens: number;
  readonly completionTokens: number;
  /** Replies, and how many of them said how many tokens they took. */
  readonly replies: number;
  readonly tokensKnownFor: number;
}

/** Vectors of texts by one model, one for each text, in their order. Equal texts are sent once. */
export type Embed = (texts: readonly string[], signal: AbortSignal) => Promise<readonly (readonly number[])[]>;

/** What can be asked for completions. */
export interface Completions {
  /**
   * Asks a model.
   *
   * @throws CaseFailure when no whole answer could be had.
   */
  complete(request: ChatRequest, options: CompleteOptions): Promise<ChatReply>;
  /** Closes the cache; the process can end after it. */
  close(): Promise<void>;
}

/** One provider of chat completions, with its limits, retries and cache. */
export interface Chat extends Completions {
  /**
   * Vectors of texts by an embedding model, kept in the cache text by text.
   *
   * @throws CaseFailure when not all could be had.
   */
  embed(model: string, ...rest: Parameters<Embed>): ReturnType<Embed>;
  readonly statistics: ChatStatistics;
  /** By model, in the order of their first replies. */
  readonly tokens: readonly ModelTokens[];
}
