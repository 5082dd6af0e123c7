export type { Chat, ChatParameters, ChatReply, ChatRequest, ChatStatistics, CompleteOptions } from "./chat.ts";
export { type Clock, systemClock } from "./clock.ts";
export { type ChatOptions, type ChatProvider, createChat } from "./create-chat.ts";
export { maxWaitMs } from "./failure.ts";
export { type FetchTextOptions, fetchText, interrupted, showUrl, type TextReply } from "./fetch-text.ts";
export { retryAfterMs } from "./retry-after.ts";
