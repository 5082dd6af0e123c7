export { type CachePlace, inMemory, ReplyCache } from "./cache.ts";
export { type CacheEntry, type CacheStore, factsOf, openCacheStore, removeCache } from "./cache-store.ts";
export type {
  Chat,
  ChatParameters,
  ChatReply,
  ChatRequest,
  ChatStatistics,
  CompleteOptions,
  Completions,
  Embed,
  ModelTokens,
} from "./chat.ts";
export type { Clock } from "./clock.ts";
export { type ChatOptions, createChat } from "./create-chat.ts";
export { type Diagnosis, diagnose, type ModelDiagnosis } from "./diagnose.ts";
export { CallFailure, maxWaitMs } from "./failure.ts";
export { type ChatRoute, withFallback } from "./fallback.ts";
export { fetchText, interrupted, type TextReply } from "./fetch-text.ts";
export { Patience } from "./patience.ts";
export { guessTokens, type QuotaLimits, type QuotaStore } from "./quota.ts";
export { retryAfterMs } from "./retry-after.ts";
export type { ChatProvider } from "./wire.ts";
