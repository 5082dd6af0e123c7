import { type ScriptedReply, type SeenRequest, startScriptedServer } from "./scripted-server.ts";

export interface RagServer {
  /** `http://127.0.0.1:PORT/ask`. */
  readonly url: string;
  readonly requests: SeenRequest[];
  close(): Promise<void>;
}

export interface RagServerOptions {
  /** What it answers; the default is `defaultRagReply`. `index` counts from 0. */
  // biome-ignore lint/suspicious/noExplicitAny: tests look into bodies of every shape
  readonly reply?: (body: any, index: number, request: SeenRequest) => ScriptedReply | Promise<ScriptedReply>;
}

/** A RAG service that answers every path by a script: `{answer, retrieved: [{id, docId, text, score}]}` by default. */
export async function startRagServer({ reply = defaultRagReply }: RagServerOptions = {}): Promise<RagServer> {
  const server = await startScriptedServer((request, index) => reply(request.body, index, request));
  return { url: `${server.origin}/ask`, requests: server.requests, close: server.close };
}

/** Echoes the query and retrieves two fixed chunks. */
// biome-ignore lint/suspicious/noExplicitAny: the body may be of every shape
export function defaultRagReply(body: any): ScriptedReply {
  return {
    body: {
      answer: `You asked: ${body?.query ?? ""}`,
      retrieved: [
        { id: "doc-1#0", docId: "doc-1", text: "The first chunk.", score: 0.9 },
        { id: "doc-2#0", docId: "doc-2", text: "The second chunk.", score: 0.5 },
      ],
    },
  };
}
