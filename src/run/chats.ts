import type { Provider } from "../config/index.ts";
import { type CachePlace, type Chat, createChat } from "../llm/index.ts";
import type { ModelCalls } from "../record/index.ts";

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
    statistics: () => (chats.size === 0 ? null : addUp([...chats.values()])),
    close: async () => {
      for (const chat of chats.values()) await chat.close();
    },
  };
}

function addUp(chats: readonly Chat[]): ModelCalls {
  const all = chats.map((chat) => chat.statistics);
  const total = (key: "requests" | "cacheHits" | "rateLimited" | "waitedMs"): number => sum(all.map((one) => one[key]));
  const tokens = chats.flatMap((chat) => chat.tokens);
  return {
    requests: total("requests"),
    cacheHits: total("cacheHits"),
    rateLimited: total("rateLimited"),
    waitedMs: Math.round(total("waitedMs")),
    tokens: sum(tokens.map(({ promptTokens, completionTokens }) => promptTokens + completionTokens)),
    tokensKnownFor: sum(tokens.map((one) => one.tokensKnownFor)),
    warnings: [...new Set(all.flatMap((one) => one.warnings))],
  };
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
