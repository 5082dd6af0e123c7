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
  const total = (key: "requests" | "cacheHits" | "rateLimited" | "waitedMs"): number =>
    all.reduce((sum, one) => sum + one[key], 0);
  const known = chats.map((chat) => chat.tokens).filter((tokens) => tokens.tokensKnownFor > 0);
  return {
    requests: total("requests"),
    cacheHits: total("cacheHits"),
    rateLimited: total("rateLimited"),
    waitedMs: Math.round(total("waitedMs")),
    tokens: known.reduce((sum, one) => sum + (one.promptTokens ?? 0) + (one.completionTokens ?? 0), 0),
    tokensKnownFor: known.reduce((sum, one) => sum + one.tokensKnownFor, 0),
    warnings: [...new Set(all.flatMap((one) => one.warnings))],
  };
}
