import { setMaxListeners } from "node:events";
import OpenAI from "openai";
import { CaseFailure, InputError, type Usage } from "../core/index.ts";
import { type Adjustments, adjustTo, buildBody, type ChatBody, noAdjustments, noteAdjustments } from "./adjust.ts";
import { normalizeBaseUrl } from "./base-url.ts";
import { adjustmentsKey, type CachePlace, ReplyCache, replyKey } from "./cache.ts";
import type { Chat, ChatReply, ChatRequest, ChatStatistics, ChatTokens, CompleteOptions } from "./chat.ts";
import type { Clock } from "./clock.ts";
import { CallFailure, sortConnection, sortReply } from "./failure.ts";
import { fetchText, type TextReply } from "./fetch-text.ts";
import { Patience } from "./patience.ts";
import { type ReadReply, readReply, usageIn } from "./read-reply.ts";

/** A provider with its key filled in. */
export interface ChatProvider {
  /** Up to and including `/v1`; a pasted endpoint is cut back. */
  readonly baseUrl: string;
  /** Null or undefined for a server without keys. */
  readonly apiKey?: string | null | undefined;
}

/** How a provider is called. */
export interface ChatOptions {
  readonly provider: ChatProvider;
  /** Folder of the cache, such as `.touchstone/cache`; in memory: until it is closed; null: nothing is kept. */
  readonly cacheDir: CachePlace;
  /** Nothing is sent: a request that the cache does not have fails. Default false. */
  readonly cacheOnly?: boolean | undefined;
  /** Attempts in all for one call, 1 or more. Default 4. */
  readonly attempts?: number | undefined;
  /** The wait before the second attempt; it doubles from then on. Default 500. */
  readonly baseDelayMs?: number | undefined;
  /** For one attempt, headers and body together. Default 120000, since reasoning models are slow. */
  readonly timeoutMs?: number | undefined;
  readonly clock?: Clock | undefined;
}

/** The SDK's own deadline covers the headers only; ours covers the body too, so theirs is put out of the way. */
const never = 2 ** 31 - 1;

/**
 * Opens a provider that speaks OpenAI's chat protocol. Nothing is sent and no file is
 * opened before the first call. Everything that calls the same provider should share
 * one, since the pauses are per provider.
 *
 * @throws InputError `provider-base-url` when the address is no http address, `provider-key` when no header can carry the key.
 */
export function createChat(options: ChatOptions): Chat {
  const { baseUrl } = options.provider;
  if (!/^https?:\/\//.test(baseUrl.trim()) || !URL.canParse(baseUrl)) {
    throw new InputError({
      code: "provider-base-url",
      what: `the base URL \`${baseUrl.replace(/[?#].*$/s, "").replace(/^([a-z]+:\/\/)?[^/]*@/i, "$1")}\` is no http address`,
      fix: "write it up to and including `/v1`, such as `http://127.0.0.1:8000/v1`",
    });
  }
  checkSecrets(options.provider);
  return new ProviderChat(options);
}

/** A key that no header can carry fails every call, with the key in the message of the client. */
function checkSecrets({ baseUrl, apiKey }: ChatProvider): void {
  const { username, password } = new URL(baseUrl.trim());
  if (username !== "" || password !== "") {
    throw new InputError({
      code: "provider-base-url",
      what: "the base URL of a provider holds a name or a password",
      fix: "take them out of the address, and give the key as `apiKey`",
    });
  }
  if (apiKey === undefined || apiKey === null || /^[\x21-\x7e]+$/.test(apiKey)) return;
  throw new InputError({
    code: "provider-key",
    what: "the key of a provider holds a blank, a line break or a character that no header can carry",
    fix: "set the variable again, without anything around the key",
  });
}

class ProviderChat implements Chat {
  readonly #baseUrl: string;
  readonly #apiKey: string | null;
  readonly #timeoutMs: number;
  readonly #client: OpenAI;
  readonly #cache: ReplyCache;
  readonly #patience: Patience;
  readonly #adjustments = new Map<string, Adjustments>();
  readonly #hopeless = new Map<string, CallFailure>();
  /** Requests that are under way, by the key of their reply. */
  readonly #flying = new Map<string, Promise<ReadReply | null>>();
  readonly #cacheOnly: boolean;
  #tokens: ChatTokens = { promptTokens: null, completionTokens: null, tokensKnownFor: 0 };
  #requests = 0;
  #answered = 0;
  #cacheHits = 0;

  constructor({
    provider,
    cacheDir,
    cacheOnly = false,
    attempts = 4,
    baseDelayMs = 500,
    timeoutMs = 120_000,
    clock,
  }: ChatOptions) {
    this.#cacheOnly = cacheOnly;
    this.#baseUrl = normalizeBaseUrl(provider.baseUrl);
    this.#apiKey = provider.apiKey ?? null;
    this.#timeoutMs = timeoutMs;
    this.#cache = new ReplyCache(cacheDir);
    this.#patience = new Patience({ attempts, baseDelayMs, clock });
    this.#client = new OpenAI({
      baseURL: this.#baseUrl,
      apiKey: this.#apiKey ?? "none",
      // Else the SDK takes these from the environment, which only the config may read.
      adminAPIKey: null,
      organization: null,
      project: null,
      maxRetries: 0,
      timeout: never,
      logLevel: "off",
      ...(this.#apiKey === null ? { defaultHeaders: { Authorization: null } } : {}),
    });
  }

  get statistics(): ChatStatistics {
    return {
      requests: this.#requests,
      cacheHits: this.#cacheHits,
      rateLimited: this.#patience.gate.rateLimited,
      waitedMs: Math.round(this.#patience.gate.waitedMs),
      warnings: this.#cache.warnings,
    };
  }

  get tokens(): ChatTokens {
    return this.#tokens;
  }

  async complete(request: ChatRequest, options: CompleteOptions): Promise<ChatReply> {
    // One signal serves all calls of a run, and more than ten at once are no leak.
    setMaxListeners(0, options.signal);
    for (;;) {
      const reply = await this.#completeOnce(request, options);
      if (reply !== null) return reply;
    }
  }

  /** Null: the request has to be made differently, or what was waited for came to nothing. */
  async #completeOnce(request: ChatRequest, options: CompleteOptions): Promise<ChatReply | null> {
    const { accept = () => true } = options;
    const adjustments = await this.#adjustmentsFor(request.model);
    const body = buildBody(request, adjustments);
    const notes = noteAdjustments(request, adjustments);
    const key = replyKey({ baseUrl: this.#baseUrl, body, repeat: options.repeat });
    const kept = asKept(await this.#cache.get(key));
    const flight = this.#flying.get(key);
    // Nothing may be waited for between looking and sending: another would look meanwhile.
    const found = kept === null && flight !== undefined ? await flight.catch(() => null) : kept;
    if (found !== null && accept(found.text)) {
      this.#cacheHits += 1;
      return { ...found, notes, cached: true };
    }
    if (kept === null && flight !== undefined) return null;
    if (this.#cacheOnly) throw notCached(request.model);
    const reply = await this.#fly(key, () =>
      this.#sendOrAdjust(body, { request, adjustments, signal: options.signal }),
    );
    // Only what is complete and of use is kept: a failure that is kept would be replayed for days.
    if (reply?.finishReason === "stop" && accept(reply.text)) await this.#cache.put(key, reply);
    return reply && { ...reply, notes, cached: false };
  }

  /** The same request that is asked for meanwhile waits for this one. */
  async #fly(key: string, send: () => Promise<ReadReply | null>): Promise<ReadReply | null> {
    const flight = send();
    this.#flying.set(key, flight);
    try {
      return await flight;
    } finally {
      this.#flying.delete(key);
    }
  }

  close(): Promise<void> {
    return this.#cache.close();
  }

  /** Null: the provider refused a part of the request, and the next one will be made differently. */
  async #sendOrAdjust(
    body: ChatBody,
    call: { readonly request: ChatRequest; readonly adjustments: Adjustments; readonly signal: AbortSignal },
  ): Promise<ReadReply | null> {
    const { model } = call.request;
    const hopeless = this.#hopeless.get(model);
    if (hopeless !== undefined) throw hopeless;
    try {
      return await this.#patience.execute(() => this.#attempt(body, call), call.signal);
    } catch (error) {
      if (!(error instanceof CallFailure)) throw error;
      const next = error.refusal === null ? null : adjustTo(error.refusal, body, call.adjustments);
      if (next !== null) {
        this.#adjustments.set(model, next);
        await this.#cache.put(adjustmentsKey({ baseUrl: this.#baseUrl, model }), next);
        return null;
      }
      // A wrong address, model or key fails every case alike; once is enough, unless it has worked before.
      const isSetting = error.error.kind === "auth" || error.error.status === 404;
      if (isSetting && this.#answered === 0) this.#hopeless.set(model, error);
      throw error;
    }
  }

  async #attempt(
    body: ChatBody,
    { request, signal }: { readonly request: ChatRequest; readonly signal: AbortSignal },
  ): Promise<ReadReply> {
    const { reply: seen, url } = await this.#send(body, signal);
    // A model may repeat what its server shows it.
    const key = this.#apiKey;
    const reply = key === null || key.length < 6 ? seen : { ...seen, text: seen.text.replaceAll(key, "***") };
    this.#tokens = addUsage(this.#tokens, usageIn(reply));
    const now = this.#patience.clock.now();
    const failure = sortReply(reply, { url, baseUrl: this.#baseUrl, now, secret: this.#apiKey });
    if (failure !== null) throw failure;
    const read = readReply(reply, { maxTokens: request.parameters.maxTokens });
    this.#answered += 1;
    return read;
  }

  /** One request through the SDK. The whole reply is kept on the way, since the SDK drops error bodies of a shape that it does not know. */
  async #send(body: ChatBody, signal: AbortSignal): Promise<{ readonly reply: TextReply; readonly url: string }> {
    const seen: { reply?: TextReply; failure?: unknown; url: string } = { url: this.#baseUrl };
    const client = this.#client.withOptions({
      fetch: async (url, init) => {
        seen.url = String(url);
        const headers = Object.fromEntries(new Headers(init?.headers));
        const sent = { method: "POST", headers, body: String(init?.body), timeoutMs: this.#timeoutMs, signal };
        try {
          seen.reply = await fetchText(seen.url, sent);
        } catch (error) {
          seen.failure = error;
          throw error;
        }
        return new Response(null, { status: seen.reply.status < 400 ? 204 : seen.reply.status });
      },
    });
    this.#requests += 1;
    try {
      await client.chat.completions.create(body as unknown as OpenAI.ChatCompletionCreateParamsNonStreaming);
    } catch (error) {
      if (seen.reply === undefined) throw sortConnection(seen.failure ?? error);
    }
    if (seen.reply === undefined) throw new Error("the SDK gave an answer without a request");
    return { reply: seen.reply, url: seen.url };
  }

  async #adjustmentsFor(model: string): Promise<Adjustments> {
    const known = this.#adjustments.get(model);
    if (known !== undefined) return known;
    const kept = asAdjustments(await this.#cache.get(adjustmentsKey({ baseUrl: this.#baseUrl, model })));
    const adjustments = this.#adjustments.get(model) ?? kept ?? noAdjustments;
    this.#adjustments.set(model, adjustments);
    return adjustments;
  }
}

function notCached(model: string): CaseFailure {
  const message = `the cache has no reply of \`${model}\` to this request, and nothing may be sent`;
  return new CaseFailure({ kind: "not_cached", message });
}

function addUsage(tokens: ChatTokens, usage: Usage): ChatTokens {
  const add = (sum: number | null, count: number | null): number | null => (count === null ? sum : (sum ?? 0) + count);
  const isKnown = usage.promptTokens !== null || usage.completionTokens !== null;
  return {
    promptTokens: add(tokens.promptTokens, usage.promptTokens),
    completionTokens: add(tokens.completionTokens, usage.completionTokens),
    tokensKnownFor: tokens.tokensKnownFor + (isKnown ? 1 : 0),
  };
}

function asKept(value: unknown): ReadReply | null {
  const isReply = typeof value === "object" && value !== null && "text" in value && "finishReason" in value;
  return isReply && "usage" in value && typeof value.text === "string" ? (value as ReadReply) : null;
}

function asAdjustments(value: unknown): Adjustments | null {
  const isKnown = typeof value === "object" && value !== null && "jsonMode" in value && "dropped" in value;
  return isKnown ? (value as Adjustments) : null;
}
