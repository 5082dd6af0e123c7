import { setMaxListeners } from "node:events";
import PQueue from "p-queue";
import { CaseFailure, hashJson } from "../core/index.ts";
import { type Adjustments, adjustTo, buildBody, type ChatBody, noAdjustments, noteAdjustments } from "./adjust.ts";
import { adjustmentsKey, type CachePlace, type Identity, ReplyCache, replyKey } from "./cache.ts";
import type { Chat, ChatReply, ChatRequest, ChatStatistics, CompleteOptions, ModelTokens } from "./chat.ts";
import { type Clock, systemClock } from "./clock.ts";
import { CallFailure } from "./failure.ts";
import { Patience } from "./patience.ts";
import { guessTokens, Quota, type QuotaLimits, type QuotaStore } from "./quota.ts";
import { batchesOf, embeddingsAtOnce, isVector, readEmbeddings } from "./read-embeddings.ts";
import { type ReadReply, readReply, type SeenReply, usageIn } from "./read-reply.ts";
import { type ChatProvider, Wire } from "./wire.ts";

/** How a provider is called. */
export interface ChatOptions {
  readonly provider: ChatProvider;
  /** Folder of the cache, such as `.touchstone/cache`; in memory: until it is closed; null: nothing is kept. */
  readonly cacheDir: CachePlace;
  /** Nothing is sent: a request that the cache does not have fails. Default false. */
  readonly cacheOnly?: boolean | undefined;
  /** Attempts in all for one call, 1 or more. Default 4, and 10 where the provider refuses for too many requests. */
  readonly attempts?: number | undefined;
  /** The wait before the second attempt; it doubles from then on. Default 500. */
  readonly baseDelayMs?: number | undefined;
  /** For one attempt, headers and body together. Default 120000, since reasoning models are slow. */
  readonly timeoutMs?: number | undefined;
  /** What the provider allows a minute; absent: as much as it takes. */
  readonly limits?: QuotaLimits | undefined;
  /** What several processes share the limits through. Default: this process has them alone. */
  readonly quotaStore?: QuotaStore | undefined;
  /** What the provider is known to take, before anything was learned. */
  readonly capabilities?: Partial<Adjustments> | undefined;
  readonly clock?: Clock | undefined;
}

/**
 * Opens a provider that speaks OpenAI's chat protocol. Nothing is sent and no file is
 * opened before the first call. Everything that calls the same provider should share
 * one, since the pauses are per provider.
 *
 * @throws InputError `provider-base-url` when the address is no http address, `provider-key` when no header can carry the key.
 */
export function createChat(options: ChatOptions): Chat {
  return new ProviderChat(options);
}

/** How long an answer is taken to be for a quota, before any was seen, in tokens. */
const usualAnswer = 300;

class ProviderChat implements Chat {
  readonly #wire: Wire;
  readonly #identity: Identity;
  readonly #cache: ReplyCache;
  readonly #patience: Patience;
  readonly #quota: Quota | null;
  readonly #known: Adjustments;
  readonly #adjustments = new Map<string, Adjustments>();
  readonly #hopeless = new Map<string, CallFailure>();
  /** Requests that are under way, by the key of their reply. */
  readonly #flying = new Map<string, Promise<ReadReply | null>>();
  readonly #cacheOnly: boolean;
  readonly #tokens = new Map<string, ModelTokens>();
  #answered = 0;
  #cacheHits = 0;

  constructor({ provider, cacheDir, cacheOnly = false, attempts, baseDelayMs = 500, ...options }: ChatOptions) {
    const { timeoutMs = 120_000, limits, quotaStore = null, capabilities, clock = systemClock } = options;
    this.#wire = new Wire(provider, { timeoutMs, clock, onReply: (reply, model) => this.#count(reply, model) });
    this.#identity = identityOf(this.#wire.baseUrl, provider);
    this.#known = { ...noAdjustments, ...capabilities };
    this.#cacheOnly = cacheOnly;
    this.#cache = new ReplyCache(cacheDir);
    this.#quota =
      limits === undefined ? null : new Quota(limits, { key: this.#wire.baseUrl, store: quotaStore, clock });
    this.#patience = new Patience({ attempts, baseDelayMs, clock, quota: this.#quota });
  }

  get statistics(): ChatStatistics {
    return {
      requests: this.#wire.requests,
      cacheHits: this.#cacheHits,
      rateLimited: this.#patience.gate.rateLimited,
      waitedMs: Math.round(this.#patience.gate.waitedMs),
      waiting: this.#patience.waiting,
      warnings: this.#cache.warnings,
    };
  }

  get tokens(): readonly ModelTokens[] {
    return [...this.#tokens.values()];
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
    const key = replyKey({ ...this.#identity, body, repeat: options.repeat });
    const known = asKept(await this.#cache.get(key));
    const flight = this.#flying.get(key);
    // Nothing may be waited for between looking and sending: another would look meanwhile.
    const found = known === null && flight !== undefined ? await flight.catch(() => null) : known;
    if (found !== null && accept(found.text)) {
      this.#cacheHits += 1;
      return { ...found, notes, cached: true, firstTokenMs: null };
    }
    if (known === null && flight !== undefined) return null;
    if (this.#cacheOnly) throw notCached(request.model);
    const reply = await this.#fly(key, () => this.#sendOrAdjust(body, { request, adjustments, options }));
    // Only what is complete and of use is kept: a failure that is kept would be replayed for days.
    if (reply === null) return null;
    const { firstTokenMs, ...kept } = reply;
    if (reply.finishReason === "stop" && accept(reply.text)) await this.#keep(key, kept, request.model);
    return { ...kept, notes, cached: false, firstTokenMs };
  }

  /** When and from whom stands beside it, for `touchstone cache`. */
  async #keep(key: string, reply: ReadReply, model: string): Promise<void> {
    await this.#cache.put(key, { ...reply, ...this.#about(model) });
  }

  #about(model: string) {
    const at = new Date(this.#patience.clock.now()).toISOString();
    return { at, model, baseUrl: this.#wire.baseUrl };
  }

  /** The same request that is asked for meanwhile waits for this one. */
  async #fly<T extends ReadReply>(key: string, send: () => Promise<T | null>): Promise<T | null> {
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

  async embed(model: string, texts: readonly string[], signal: AbortSignal): Promise<readonly (readonly number[])[]> {
    const keyOf = (text: string): string =>
      replyKey({ ...this.#identity, body: { model, input: text, encoding_format: "float" }, repeat: 0 });
    const vectors = new Map<string, readonly number[]>();
    for (const text of new Set(texts)) {
      const kept = (await this.#cache.get(keyOf(text))) as { readonly embedding?: unknown } | undefined;
      if (isVector(kept?.embedding)) vectors.set(text, kept.embedding);
    }
    this.#cacheHits += vectors.size;
    const missing = [...new Set(texts)].filter((text) => !vectors.has(text));
    if (missing.length > 0 && this.#cacheOnly) throw notCached(model);
    const embedSome = async (batch: readonly string[]): Promise<void> => {
      const found = await this.#embedBatch(model, batch, signal);
      for (const [i, text] of batch.entries()) {
        const embedding = found[i] ?? [];
        vectors.set(text, embedding);
        await this.#cache.put(keyOf(text), { embedding, ...this.#about(model) });
      }
    };
    await new PQueue({ concurrency: embeddingsAtOnce }).addAll(
      batchesOf(missing).map((batch) => () => embedSome(batch)),
    );
    return texts.map((text) => vectors.get(text) ?? []);
  }

  async #embedBatch(model: string, input: readonly string[], signal: AbortSignal) {
    const tokens = this.#quota === null ? 0 : input.reduce((sum, text) => sum + guessTokens(text), 0);
    const body = { model, input, encoding_format: "float" };
    const send = async () => (await this.#wire.send("embeddings", { body, signal })).reply;
    return readEmbeddings(await this.#patience.execute(send, { signal, lane: model, tokens }), input.length);
  }

  /** Null: the provider refused a part of the request, and the next one will be made differently. */
  async #sendOrAdjust(body: ChatBody, call: Call): Promise<TimedReply | null> {
    const { model } = call.request;
    const hopeless = this.#hopeless.get(model);
    if (hopeless !== undefined) throw hopeless;
    const { signal, waits } = call.options;
    const tokens = this.#quota === null ? 0 : this.#guess(call.request);
    try {
      return await this.#patience.execute(() => this.#attempt(body, { ...call, tokens }), {
        signal,
        lane: model,
        tokens,
        waits,
      });
    } catch (error) {
      if (!(error instanceof CallFailure)) throw error;
      if (await this.#learn(error, body, call)) return null;
      throw error;
    }
  }

  /** Whether a refusal names something that the next request will be made without; what is hopeless is not tried again. */
  async #learn(failure: CallFailure, body: ChatBody, { request, adjustments }: Call): Promise<boolean> {
    const { model } = request;
    const next = failure.refusal === null ? null : adjustTo(failure.refusal, body, adjustments);
    if (next !== null) {
      this.#adjustments.set(model, next);
      await this.#cache.put(adjustmentsKey({ ...this.#identity, model }), next);
      return true;
    }
    // A wrong address, model or key fails every case alike; once is enough, unless it has worked before.
    const isSetting = failure.error.kind === "auth" || failure.error.status === 404;
    if (isSetting && this.#answered === 0) this.#hopeless.set(model, failure);
    return false;
  }

  async #attempt(
    body: ChatBody,
    { request, options, tokens }: Call & { readonly tokens: number },
  ): Promise<TimedReply> {
    let hasBegun = false;
    const onToken = (token: string): void => {
      hasBegun = true;
      options.onToken?.(token);
    };
    try {
      const { reply, firstTokenMs } = await this.#wire.send("chat", { body, signal: options.signal, onToken });
      const read = readReply(reply, { maxTokens: request.parameters.maxTokens });
      this.#answered += 1;
      const { promptTokens, completionTokens } = read.usage;
      if (promptTokens !== null) await this.#quota?.correct(tokens, promptTokens + (completionTokens ?? 0));
      return { ...read, firstTokenMs };
    } catch (error) {
      // What was handed on cannot be taken back.
      if (hasBegun && options.onToken !== undefined && error instanceof CallFailure)
        throw new CallFailure(error.error, { mayRetry: false, isOutage: error.isOutage });
      throw error;
    }
  }

  /** What a call will take of a quota: its prompt, and an answer as long as those of its model have been so far. */
  #guess({ messages, model }: ChatRequest): number {
    const seen = this.#tokens.get(model);
    const answer =
      seen === undefined || seen.tokensKnownFor === 0 ? usualAnswer : seen.completionTokens / seen.tokensKnownFor;
    return messages.reduce((sum, { content }) => sum + guessTokens(content), Math.ceil(answer));
  }

  #count(reply: SeenReply, model: string): void {
    const before = this.#tokens.get(model) ?? { ...noTokens, model };
    const { promptTokens, completionTokens } = usageIn(reply);
    const isKnown = promptTokens !== null || completionTokens !== null;
    this.#tokens.set(model, {
      model,
      promptTokens: before.promptTokens + (promptTokens ?? 0),
      completionTokens: before.completionTokens + (completionTokens ?? 0),
      replies: before.replies + (reply.status < 300 ? 1 : 0),
      tokensKnownFor: before.tokensKnownFor + (isKnown ? 1 : 0),
    });
  }

  async #adjustmentsFor(model: string): Promise<Adjustments> {
    const known = this.#adjustments.get(model);
    if (known !== undefined) return known;
    const kept = asAdjustments(await this.#cache.get(adjustmentsKey({ ...this.#identity, model })));
    const adjustments = this.#adjustments.get(model) ?? kept ?? this.#known;
    this.#adjustments.set(model, adjustments);
    return adjustments;
  }
}

/** One call and how it is made. */
interface Call {
  readonly request: ChatRequest;
  readonly adjustments: Adjustments;
  readonly options: CompleteOptions;
}

/** A reply that came now. */
interface TimedReply extends ReadReply {
  readonly firstTokenMs: number | null;
}

const noTokens = { promptTokens: 0, completionTokens: 0, replies: 0, tokensKnownFor: 0 };

/** Who answers: the address, and what goes with every call and may send it elsewhere. Never the key. */
function identityOf(baseUrl: string, { apiVersion, headers = {} }: ChatProvider): Identity {
  return {
    baseUrl,
    ...(apiVersion === undefined ? {} : { apiVersion }),
    ...(Object.keys(headers).length === 0 ? {} : { headers: hashJson(headers) }),
  };
}

function notCached(model: string): CaseFailure {
  const message = `the cache has no reply of \`${model}\` to this request, and nothing may be sent`;
  return new CaseFailure({ kind: "not_cached", message });
}

function asKept(value: unknown): ReadReply | null {
  const isReply = typeof value === "object" && value !== null && "text" in value && "finishReason" in value;
  if (!isReply || !("usage" in value) || typeof value.text !== "string") return null;
  const { text, finishReason, usage } = value as ReadReply;
  return { text, finishReason, usage };
}

function asAdjustments(value: unknown): Adjustments | null {
  const isKnown = typeof value === "object" && value !== null && "jsonMode" in value && "dropped" in value;
  return isKnown ? (value as Adjustments) : null;
}
