export type { Chat, ChatParameters, ChatReply, ChatRequest, CompleteOptions } from "./chat.ts";
