import { afterEach } from "vitest";
import { type ModelReply, type ModelServer, startModelServer } from "../../tests/servers/model-server.ts";
import { type CaseError, CaseFailure } from "../core/index.ts";
import type { Chat, ChatParameters, ChatRequest } from "./chat.ts";
import { type ChatOptions, createChat } from "./create-chat.ts";

/** What is closed after each test, the last one first. */
export const cleanUp: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const clean of cleanUp.splice(0).reverse()) await clean();
});

// biome-ignore lint/suspicious/noExplicitAny: bodies of every shape
type Script = (body: any, index: number) => ModelReply | Promise<ModelReply>;

/** A model on a server of its own, closed after the test. */
export async function server(reply?: Script): Promise<ModelServer> {
  const started = await startModelServer(reply === undefined ? {} : { reply });
  cleanUp.push(() => started.close());
  return started;
}

/** A chat that waits next to nothing before it tries again, closed after the test. */
export function open(baseUrl: string, options: Partial<ChatOptions> = {}): Chat {
  const provider = { baseUrl, apiKey: "sk-test-1234567890" };
  const chat = createChat({ provider, cacheDir: null, baseDelayMs: 1, ...options });
  cleanUp.push(() => chat.close());
  return chat;
}

export function ask(text = "hello", parameters: ChatParameters = {}, json?: ChatRequest["json"]): ChatRequest {
  return { messages: [{ role: "user", content: text }], model: "m", parameters, json };
}

/** A run that nobody stops. */
export const run = { signal: new AbortController().signal, repeat: 0 };

/** The error that a call ends with. */
export async function failure(promise: Promise<unknown>): Promise<CaseError> {
  try {
    await promise;
  } catch (error) {
    if (error instanceof CaseFailure) return error.error;
    throw error;
  }
  throw new Error("it did not fail");
}
