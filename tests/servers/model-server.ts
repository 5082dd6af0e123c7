import { type ScriptedReply, type SeenRequest, startScriptedServer } from "./scripted-server.ts";

/** What a scripted model says: its text, or a reply with more to it. */
export type ModelReply =
  | string
  | (ScriptedReply & {
      /** The text of the message; null as some servers send it. */
      readonly content?: string | null;
      /** Default `stop`. */
      readonly finishReason?: string;
      /** More members of the message, such as `reasoning_content`. */
      readonly message?: Readonly<Record<string, unknown>>;
      /** Null: the reply has no usage. */
      readonly usage?: Readonly<Record<string, number>> | null;
    });

export interface ModelServer {
  /** The base URL, `http://127.0.0.1:PORT/v1`. */
  readonly url: string;
  readonly requests: SeenRequest[];
  close(): Promise<void>;
}

export interface ModelServerOptions {
  /**
   * What it says to a request body; the default is `defaultModelReply`.
   * `body.messages[0].content` is the prompt, `index` counts from 0.
   */
  // biome-ignore lint/suspicious/noExplicitAny: tests look into bodies of every shape
  readonly reply?: (body: any, index: number, request: SeenRequest) => ModelReply | Promise<ModelReply>;
}

/** A server that speaks OpenAI's chat protocol at `/v1/chat/completions` and answers by a script; 404 elsewhere. */
export async function startModelServer({ reply = defaultModelReply }: ModelServerOptions = {}): Promise<ModelServer> {
  const server = await startScriptedServer(async (request, index) => {
    if (request.path !== "/v1/chat/completions") return { status: 404, body: { error: { message: "not found" } } };
    return toReply(await reply(request.body, index, request));
  });
  return { url: `${server.origin}/v1`, requests: server.requests, close: server.close };
}

/**
 * A model that is always content: 4 for every score that the prompt's last line of
 * form asks for, and a fixed sentence where it is asked for no JSON.
 */
// biome-ignore lint/suspicious/noExplicitAny: the body may be of every shape
export function defaultModelReply(body: any): string {
  const prompt: string = body?.messages?.[0]?.content ?? "";
  const form = [...prompt.matchAll(/^\{("\w+": N, )+"reason": ".*"\}$/gm)].at(-1)?.[0];
  return form === undefined ? "A scripted answer [1]." : form.replaceAll("N", "4");
}

function toReply(reply: ModelReply): ScriptedReply {
  const script = typeof reply === "string" ? { content: reply } : reply;
  if ("body" in script || !("content" in script || "message" in script)) return script;
  const { content = null, finishReason = "stop", message = {}, usage, ...rest } = script;
  const body = {
    id: "chatcmpl-1",
    object: "chat.completion",
    choices: [{ index: 0, finish_reason: finishReason, message: { role: "assistant", content, ...message } }],
    ...(usage === null ? {} : { usage: usage ?? { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 } }),
  };
  return { ...rest, body };
}
