import type { Provider, Route, SuiteConfig } from "../config/index.ts";
import {
  type CachePlace,
  type Chat,
  type Completions,
  createChat,
  type Embed,
  type ModelTokens,
  type QuotaStore,
  withFallback,
} from "../llm/index.ts";
import type { ModelCalls } from "../record/index.ts";
import { sumCalls } from "./model-calls.ts";

/** The providers that one suite calls: what calls the same one shares its pauses and its cache. */
export interface Chats {
  /** A model, and those that may answer instead of it. */
  of(route: Route, fallback: readonly Route[]): Completions;
  /** Vectors by an embedding model. */
  embedderOf(route: Route): Embed;
  /** What was sent, over all of them; null when no provider was opened. */
  statistics(): ModelCalls | null;
  /** What calls are held back for now, and by whom; null when they are not. */
  waiting(): { readonly provider: string; readonly why: string; readonly milliseconds: number } | null;
  close(): Promise<void>;
}

/** How the providers of a suite are called. */
export interface ChatsOptions extends Partial<Pick<SuiteConfig, "cacheOnly" | "prices">> {
  /** What a fleet shares its quotas through. */
  readonly quotaStore?: QuotaStore | undefined;
}

/** Opens nothing before the first call. */
export function createChats(
  cacheDir: CachePlace,
  { cacheOnly = false, prices = {}, quotaStore = null }: ChatsOptions = {},
): Chats {
  const chats = new Map<string, Chat>();
  const open = ({ timeoutMs, attempts, limits, capabilities, ...provider }: Provider): Chat => {
    const chat =
      chats.get(provider.name) ??
      createChat({ provider, cacheDir, cacheOnly, timeoutMs, attempts, limits, capabilities, quotaStore });
    chats.set(provider.name, chat);
    return chat;
  };
  return {
    of: (first, fallback) => {
      const routes = [first, ...fallback].map(({ provider, model }) => ({
        chat: open(provider),
        model,
        provider: provider.name,
      }));
      return routes.length === 1 ? open(first.provider) : withFallback(routes);
    },
    embedderOf: ({ provider, model }) => {
      const chat = open(provider);
      return (texts, signal) => chat.embed(model, texts, signal);
    },
    statistics: () => (chats.size === 0 ? null : sumCalls([...chats.values()].map((chat) => callsOf(chat, prices)))),
    waiting: () => {
      const held = [...chats].flatMap(([provider, { statistics }]) =>
        statistics.waiting === null ? [] : [{ provider, ...statistics.waiting }],
      );
      return held[0] ?? null;
    },
    close: async () => {
      for (const chat of chats.values()) await chat.close();
    },
  };
}

function callsOf({ statistics, tokens }: Chat, prices: SuiteConfig["prices"]): ModelCalls {
  const { requests, cacheHits, rateLimited, waitedMs, warnings } = statistics;
  const priced = tokens.filter(({ model }) => Object.hasOwn(prices, model));
  return {
    requests,
    cacheHits,
    rateLimited,
    waitedMs,
    tokens: sum(tokens.map(({ promptTokens, completionTokens }) => promptTokens + completionTokens)),
    tokensKnownFor: sum(tokens.map((one) => one.tokensKnownFor)),
    costUsd: sum(priced.map((one) => costOf(one, prices))),
    costKnownFor: sum(priced.map((one) => one.tokensKnownFor)),
    warnings,
  };
}

/** In US dollars; prices are for a million tokens. */
function costOf({ model, promptTokens, completionTokens }: ModelTokens, prices: SuiteConfig["prices"]): number {
  const { prompt = 0, completion = 0 } = prices[model] ?? {};
  return (promptTokens * prompt + completionTokens * completion) / 1e6;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
