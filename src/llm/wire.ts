import type OpenAI from "openai";
import { InputError } from "../core/index.ts";
import { normalizeBaseUrl } from "./base-url.ts";
import type { Clock } from "./clock.ts";
import { sortConnection, sortReply } from "./failure.ts";
import { type FetchTextOptions, fetchText } from "./fetch-text.ts";
import { parseReply, type SeenReply } from "./read-reply.ts";
import { createStreamReader } from "./read-stream.ts";

/** A provider with its key filled in. */
export interface ChatProvider {
  /** Up to and including `/v1`, or the address of an Azure resource; a pasted endpoint is cut back. */
  readonly baseUrl: string;
  /** Null or undefined for a server without keys. */
  readonly apiKey?: string | null | undefined;
  /** Azure's: with it the model names a deployment, and the key goes into the header `api-key`. */
  readonly apiVersion?: string | undefined;
  /** Sent with every call, beside those of the protocol. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

/** What is asked for: one of the protocol's endpoints. */
export type Endpoint = "chat" | "embeddings" | "models";

/** How one request is sent. */
export interface SendOptions {
  /** Not for `models`, which is asked with GET. */
  readonly body?: Readonly<Record<string, unknown>> | undefined;
  readonly signal: AbortSignal;
  /** Gets the answer piece by piece, where the body asks for a stream. */
  readonly onToken?: ((token: string) => void) | undefined;
}

/** A reply of status 2xx that is no error. */
export interface WireReply {
  readonly reply: SeenReply;
  /** From sending to the first piece of the answer; null when it was not streamed. */
  readonly firstTokenMs: number | null;
}

/** The SDK's own deadline covers the headers only; ours covers the body too, so theirs is put out of the way. */
const never = 2 ** 31 - 1;

/** What goes through the SDK with a request: it hands it to `fetch` among the options of its own. */
interface Passenger {
  readonly options: SendOptions;
  reply?: SeenReply;
  firstTokenMs: number | null;
  failure?: unknown;
  url: string;
}

/**
 * Sends requests to one provider through the official SDK, which knows the protocol's
 * paths, headers and Azure's ways. The whole reply is kept on the way, since the SDK drops
 * error bodies of a shape that it does not know.
 */
export class Wire {
  readonly baseUrl: string;
  readonly #apiKey: string | null;
  readonly #timeoutMs: number;
  readonly #clock: Clock;
  readonly #provider: ChatProvider;
  #client: Promise<OpenAI> | undefined;
  /** Requests so far. */
  requests = 0;
  /** Told what every reply brought, also one that is an error. */
  readonly #onReply: (reply: SeenReply, model: string) => void;

  /**
   * @throws InputError `provider-base-url` when the address is no http address, `provider-key` when no header can carry the key.
   */
  constructor(
    provider: ChatProvider,
    {
      timeoutMs,
      clock,
      onReply = () => {},
    }: {
      readonly timeoutMs: number;
      readonly clock: Clock;
      readonly onReply?: (reply: SeenReply, model: string) => void;
    },
  ) {
    checkProvider(provider);
    this.baseUrl = normalizeBaseUrl(provider.baseUrl);
    this.#apiKey = provider.apiKey ?? null;
    this.#timeoutMs = timeoutMs;
    this.#clock = clock;
    this.#onReply = onReply;
    this.#provider = provider;
  }

  /** Loaded at the first call: most commands make none. */
  async #createClient(): Promise<OpenAI> {
    // What sends is loaded along: the time to the first token is not that of a module.
    const [{ default: Client, AzureOpenAI }] = await Promise.all([import("openai"), import("undici")]);
    const { apiVersion, headers } = this.#provider;
    const options = {
      apiKey: this.#apiKey ?? "none",
      // Else the SDK takes these from the environment, which only the config may read.
      adminAPIKey: null,
      organization: null,
      project: null,
      maxRetries: 0,
      timeout: never,
      logLevel: "off" as const,
      fetch: (url: unknown, init?: unknown) => this.#fetch(String(url), init as RequestInit & { passenger: Passenger }),
      defaultHeaders: { ...(this.#apiKey === null ? { Authorization: null } : {}), ...headers },
    };
    if (apiVersion === undefined) return new Client({ ...options, baseURL: this.baseUrl });
    // The resource's address alone is what Azure's own page gives.
    const root = this.baseUrl.replace(/\/openai(\/.*)?$/, "");
    return new AzureOpenAI({ ...options, apiVersion, baseURL: `${root}/openai` });
  }

  /**
   * Sends one request.
   *
   * @throws CallFailure where the reply is no answer, or there is none.
   */
  async send(endpoint: Endpoint, options: SendOptions): Promise<WireReply> {
    const passenger: Passenger = { options, firstTokenMs: null, url: this.baseUrl };
    this.requests += 1;
    try {
      await this.#call(endpoint, options.body ?? {}, { fetchOptions: { passenger } as object });
    } catch (error) {
      // What the SDK makes of a reply does not matter: it is read below.
      if (passenger.reply === undefined) throw sortConnection(passenger.failure ?? error);
    }
    const { reply, url, firstTokenMs } = passenger;
    if (reply === undefined) throw new Error("the SDK gave an answer without a request");
    this.#onReply(reply, String(options.body?.["model"] ?? ""));
    const failure = sortReply(reply, { url, baseUrl: this.baseUrl, now: this.#clock.now(), secret: this.#apiKey });
    if (failure !== null) throw failure;
    return { reply, firstTokenMs };
  }

  async #call(endpoint: Endpoint, body: unknown, options: OpenAI.RequestOptions): Promise<void> {
    this.#client ??= this.#createClient();
    const client = await this.#client;
    if (endpoint === "models") await client.models.list(options);
    else if (endpoint === "embeddings") await client.embeddings.create(body as OpenAI.EmbeddingCreateParams, options);
    else await client.chat.completions.create(body as OpenAI.ChatCompletionCreateParamsNonStreaming, options);
  }

  /** Stands where the SDK would call `fetch`. It gets the status alone. */
  async #fetch(url: string, init: RequestInit & { readonly passenger: Passenger }): Promise<Response> {
    const { passenger } = init;
    const { signal, onToken = () => {}, body } = passenger.options;
    passenger.url = url;
    const started = this.#clock.now();
    const stream =
      body?.["stream"] === true
        ? createStreamReader((token) => {
            passenger.firstTokenMs ??= this.#clock.now() - started;
            onToken(token);
          })
        : null;
    const sent: FetchTextOptions = {
      method: init.method ?? "POST",
      headers: Object.fromEntries(new Headers(init.headers)),
      body: typeof init.body === "string" ? init.body : undefined,
      timeoutMs: this.#timeoutMs,
      signal,
      onText: stream === null ? undefined : (text) => stream.take(text),
    };
    try {
      const reply = await fetchText(url, sent);
      const text = (reply.status < 300 ? stream?.finish() : null) ?? reply.text;
      passenger.reply = parseReply({ ...reply, text: this.#withoutKey(text) });
    } catch (error) {
      passenger.failure = error;
      throw error;
    }
    return new Response(null, { status: passenger.reply.status < 400 ? 204 : passenger.reply.status });
  }

  /** A model may repeat what its server shows it. */
  #withoutKey(text: string): string {
    const key = this.#apiKey;
    return key === null || key.length < 6 ? text : text.replaceAll(key, "***");
  }
}

/** A key that no header can carry fails every call, with the key in the message of the client. */
function checkProvider({ baseUrl, apiKey }: ChatProvider): void {
  if (!/^https?:\/\//.test(baseUrl.trim()) || !URL.canParse(baseUrl)) {
    throw new InputError({
      code: "provider-base-url",
      what: `the base URL \`${baseUrl.replace(/[?#].*$/s, "").replace(/^([a-z]+:\/\/)?[^/]*@/i, "$1")}\` is no http address`,
      fix: "write it up to and including `/v1`, such as `http://127.0.0.1:8000/v1`",
    });
  }
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
