import type { Provider, SuiteConfig } from "../config/index.ts";
import { type Chat, type ChatStatistics, createChat } from "../llm/index.ts";

/** The providers that one suite calls: what calls the same one shares its pauses and its cache. */
export interface Chats {
  of(provider: Provider): Chat;
  /** What was sent, over all of them; null when no provider was opened. */
  statistics(): ChatStatistics | null;
  close(): Promise<void>;
}

/** Opens nothing before the first call. */
export function createChats(cacheDir: SuiteConfig["cache"]): Chats {
  const chats = new Map<string, Chat>();
  return {
    of: (provider) => {
      const chat = chats.get(provider.name) ?? createChat({ provider, cacheDir });
      chats.set(provider.name, chat);
      return chat;
    },
    statistics: () => (chats.size === 0 ? null : addUp([...chats.values()].map((chat) => chat.statistics))),
    close: async () => {
      for (const chat of chats.values()) await chat.close();
    },
  };
}

function addUp(all: readonly ChatStatistics[]): ChatStatistics {
  const total = (key: Exclude<keyof ChatStatistics, "warnings">): number => all.reduce((sum, one) => sum + one[key], 0);
  return {
    requests: total("requests"),
    cacheHits: total("cacheHits"),
    rateLimited: total("rateLimited"),
    waitedMs: Math.round(total("waitedMs")),
    warnings: [...new Set(all.flatMap((one) => one.warnings))],
  };
}
