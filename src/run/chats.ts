import type { Provider } from "../config/index.ts";
import { type CachePlace, type Chat, createChat } from "../llm/index.ts";
import type { ModelCalls } from "../record/index.ts";
import { sumCalls } from "./model-calls.ts";

/** The providers that one suite calls: what calls the same one shares its pauses and its cache. */
export interface Chats {
  of(provider: Provider): Chat;
  /** What was sent, over all of them; null when no provider was opened. */
  statistics(): ModelCalls | null;
  close(): Promise<void>;
}

/** Opens nothing before the first call. */
export function createChats(cacheDir: CachePlace, { cacheOnly = false }: { readonly cacheOnly?: boolean } = {}): Chats {
  const chats = new Map<string, Chat>();
  return {
    of: (provider) => {
      const chat = chats.get(provider.name) ?? createChat({ provider, cacheDir, cacheOnly });
      chats.set(provider.name, chat);
      return chat;
    },
    statistics: () => (chats.size === 0 ? null : sumCalls([...chats.values()].map(callsOf))),
    close: async () => {
      for (const chat of chats.values()) await chat.close();
    },
  };
}

function callsOf({ statistics, tokens }: Chat): ModelCalls {
  const { requests, cacheHits, rateLimited, waitedMs, warnings } = statistics;
  return {
    requests,
    cacheHits,
    rateLimited,
    waitedMs,
    tokens: (tokens.promptTokens ?? 0) + (tokens.completionTokens ?? 0),
    tokensKnownFor: tokens.tokensKnownFor,
    warnings,
  };
}
