import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** One reply as a script has it. */
export interface ScriptedReply {
  /** Default 200. */
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Text or bytes as they are, or a value that is sent as JSON. */
  readonly body?: unknown;
  /** Wait before the headers. */
  readonly delayMs?: number;
  /** Sends the body a character at a time, with this wait between them. */
  readonly dripMs?: number;
  /** `hang`: takes the request and never answers. `reset`: closes the socket instead of answering. */
  readonly misbehave?: "hang" | "reset";
}

/** One request as it came in. */
export interface SeenRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly text: string;
  /** The parsed body; undefined when it is no JSON. */
  // biome-ignore lint/suspicious/noExplicitAny: tests look into bodies of every shape
  readonly body: any;
  readonly atMs: number;
  /** Whether the other side closed before the answer was out. */
  aborted: boolean;
}

export interface ScriptedServer {
  /** `http://127.0.0.1:PORT`. */
  readonly origin: string;
  readonly requests: SeenRequest[];
  close(): Promise<void>;
}

/** A server on a free port of this machine that answers by a script. */
export async function startScriptedServer(
  script: (request: SeenRequest, index: number) => ScriptedReply | Promise<ScriptedReply>,
): Promise<ScriptedServer> {
  const requests: SeenRequest[] = [];
  const server = createServer((incoming, response) => {
    void answer(incoming, response);
  });
  const answer = async (incoming: IncomingMessage, response: ServerResponse): Promise<void> => {
    const atMs = Date.now();
    const parts: Buffer[] = [];
    for await (const part of incoming) parts.push(part as Buffer);
    const text = Buffer.concat(parts).toString("utf8");
    const request: SeenRequest = {
      method: incoming.method ?? "",
      path: incoming.url ?? "",
      headers: incoming.headers,
      text,
      body: parsed(text),
      atMs,
      aborted: false,
    };
    requests.push(request);
    response.on("close", () => {
      request.aborted = !response.writableFinished;
    });
    await send(response, await script(request, requests.length - 1));
  };
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    requests,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function send(response: ServerResponse, reply: ScriptedReply): Promise<void> {
  if (reply.misbehave === "hang") return;
  if (reply.misbehave === "reset") {
    response.destroy();
    return;
  }
  if (reply.delayMs !== undefined) await sleep(reply.delayMs);
  const isText = typeof reply.body === "string";
  const isBytes = Buffer.isBuffer(reply.body);
  const text = isText || isBytes ? (reply.body as string | Buffer) : JSON.stringify(reply.body ?? {});
  response.writeHead(reply.status ?? 200, {
    "content-type": isText ? "text/plain" : "application/json",
    ...reply.headers,
  });
  if (reply.dripMs === undefined) {
    response.end(text);
    return;
  }
  for (const character of String(text)) {
    if (response.destroyed) return;
    response.write(character);
    await sleep(reply.dripMs);
  }
  response.end();
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function sleep(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
