export { type CachePlace, inMemory } from "./cache.ts";
export type {
  Chat,
  ChatParameters,
  ChatReply,
  ChatRequest,
  ChatStatistics,
  ChatTokens,
  CompleteOptions,
} from "./chat.ts";
export type { Clock } from "./clock.ts";
export { type ChatOptions, type ChatProvider, createChat } from "./create-chat.ts";
export { CallFailure, maxWaitMs } from "./failure.ts";
export { fetchText, interrupted, type TextReply } from "./fetch-text.ts";
export { Patience } from "./patience.ts";
export { retryAfterMs } from "./retry-after.ts";
