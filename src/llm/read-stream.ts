import { createParser } from "eventsource-parser";

/** Puts a streamed completion together. */
export interface StreamReader {
  /** Takes the next piece of the body, cut anywhere. */
  take(text: string): void;
  /**
   * The same completion as a reply that was not streamed would have it, as JSON; null when
   * the body was no stream of events, since some servers answer a request for one like any other.
   */
  finish(): string | null;
}

/** What the chunks of a stream come to. */
interface Completion {
  content: string;
  reasoning: string;
  refusal: string;
  finishReason: string | null;
  usage: unknown;
  error: unknown;
}

/** How a stream ended that neither said why nor that it was done. */
export const brokenOff = "stream_broken_off";

/**
 * Reads server-sent events of chat completion chunks: chunks without choices, with
 * usage alone, with `reasoning_content`, and an error in the middle.
 *
 * @param onToken gets each piece of the answer, the first one as soon as it is there; reasoning is not part of the answer.
 */
export function createStreamReader(onToken: (token: string) => void): StreamReader {
  const completion: Completion = {
    content: "",
    reasoning: "",
    refusal: "",
    finishReason: null,
    usage: null,
    error: null,
  };
  let events = 0;
  let isDone = false;
  const parser = createParser({
    onEvent: ({ data }) => {
      events += 1;
      if (data.trim() === "[DONE]") isDone = true;
      else addChunk(completion, parseChunk(data), onToken);
    },
  });
  return {
    take: (text) => parser.feed(text),
    finish: () => {
      // The last event may lack the empty line that ends one.
      parser.feed("\n\n");
      return events === 0 ? null : formatCompletion(completion, isDone);
    },
  };
}

function parseChunk(data: string): unknown {
  try {
    return JSON.parse(data);
  } catch {
    return { error: { message: `a chunk of the stream is not JSON: \`${data.slice(0, 200)}\`` } };
  }
}

// biome-ignore lint/suspicious/noExplicitAny: chunks come in every shape, and each member is looked at before it is used
function addChunk(completion: Completion, chunk: any, onToken: (token: string) => void): void {
  if (chunk?.error != null) completion.error ??= chunk.error;
  if (typeof chunk?.usage === "object" && chunk.usage !== null) completion.usage = chunk.usage;
  const choice = chunk?.choices?.[0];
  const delta = choice?.delta ?? choice?.message;
  completion.reasoning += textOf(delta?.reasoning_content ?? delta?.reasoning);
  completion.refusal += textOf(delta?.refusal);
  if (typeof choice?.finish_reason === "string") completion.finishReason = choice.finish_reason;
  const token = textOf(delta?.content);
  if (token === "") return;
  completion.content += token;
  onToken(token);
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}

function formatCompletion({ error, usage, ...said }: Completion, isDone: boolean): string {
  if (error !== null) return JSON.stringify({ error });
  const { content, reasoning, refusal } = said;
  const message = {
    role: "assistant",
    content: content === "" ? null : content,
    ...(reasoning === "" ? {} : { reasoning_content: reasoning }),
    ...(refusal === "" ? {} : { refusal }),
  };
  const finishReason = said.finishReason ?? (isDone ? null : brokenOff);
  return JSON.stringify({ choices: [{ index: 0, finish_reason: finishReason, message }], usage });
}
