import { appendFileSync, existsSync, mkdirSync, readFileSync } from "node:fs";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { hashJson, type Message } from "../core/index.ts";
import { type ChatParameters, type ChatReply, createChat } from "../llm/index.ts";

/** Something that answers messages. */
export interface Model {
  /** The text of the answer. @throws Error when none can be had. */
  readonly answer: (messages: readonly Message[]) => Promise<string>;
}

/** A model behind an endpoint that speaks OpenAI's chat protocol. */
export interface LiveModelOptions {
  readonly model: string;
  readonly parameters?: ChatParameters;
  /** Up to and including `/v1`; default: the environment's `OPENAI_BASE_URL`, else OpenAI's. */
  readonly baseUrl?: string;
  /** Default: the environment's `OPENAI_API_KEY`; null for a server without keys. */
  readonly apiKey?: string | null;
}

/** A model that is asked each time. */
export function liveModel({ model, parameters = {}, ...provider }: LiveModelOptions): Model {
  return {
    answer: async (messages) => {
      const chat = createChat({ provider: providerOf(provider), cacheDir: null });
      try {
        const reply: ChatReply = await chat.complete(
          { messages, model, parameters },
          { signal: new AbortController().signal, repeat: 0 },
        );
        return reply.text;
      } finally {
        await chat.close();
      }
    },
  };
}

function providerOf({ baseUrl, apiKey }: Pick<LiveModelOptions, "baseUrl" | "apiKey">) {
  return {
    baseUrl: baseUrl ?? process.env["OPENAI_BASE_URL"] ?? "https://api.openai.com/v1",
    apiKey: apiKey === undefined ? (process.env["OPENAI_API_KEY"] ?? null) : apiKey,
  };
}

/** One line of a recording. */
interface Recording {
  readonly model: string;
  readonly parameters: ChatParameters;
  readonly messages: readonly Message[];
  readonly answer: string;
}

/** The variable of the environment that makes a recorded model ask, and write down what it is told. */
const recordVariable = "TOUCHSTONE_RECORD";

/**
 * A model that answers from a file: recorded once, replayed after, offline. With
 * `TOUCHSTONE_RECORD=1` what the file does not have is asked of the live model, and appended.
 *
 * @param file a JSONL file: `{"model", "parameters", "messages", "answer"}` a line.
 */
export function recordedModel(file: string | URL, options: LiveModelOptions): Model {
  const path = file instanceof URL ? fileURLToPath(file) : file;
  const { model, parameters = {} } = options;
  return {
    answer: async (messages) => {
      const recordings = readRecordings(path);
      const key = hashJson({ model, parameters, messages });
      const found = recordings.find((one) => hashJson(requestOf(one)) === key);
      if (found !== undefined) return found.answer;
      if (process.env[recordVariable] !== "1") throw notRecorded(path, { model, parameters, messages }, recordings);
      const answer = await liveModel(options).answer(messages);
      mkdirSync(dirname(path), { recursive: true });
      appendFileSync(path, `${JSON.stringify({ model, parameters, messages, answer })}\n`);
      return answer;
    },
  };
}

function requestOf({ model, parameters, messages }: Omit<Recording, "answer">): object {
  return { model, parameters, messages };
}

function readRecordings(path: string): readonly Recording[] {
  if (!existsSync(path)) return [];
  return readFileSync(path, "utf8")
    .split("\n")
    .flatMap((line, i) => (line.trim() === "" ? [] : [readRecording(line, `${path}:${i + 1}`)]));
}

function readRecording(line: string, at: string): Recording {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch (error) {
    throw new Error(
      `${at} is not JSON: ${(error as Error).message}. Mend the line, or take it out and record it again`,
    );
  }
  const recording = value as Partial<Recording> | null;
  if (typeof recording?.answer === "string" && typeof recording.model === "string" && Array.isArray(recording.messages))
    return { parameters: {}, ...recording } as Recording;
  throw new Error(`${at} is no recording: it needs model, messages and answer. Take it out, and record it again`);
}

/** Says what of the request differs from the recording that is most like it. */
function notRecorded(path: string, request: Omit<Recording, "answer">, recordings: readonly Recording[]): Error {
  const alike = (one: Recording): number =>
    one.messages.filter((message, i) => isSame(message, request.messages[i])).length;
  const nearest = recordings.toSorted((a, b) => alike(b) - alike(a))[0];
  const changes = nearest === undefined ? [] : changesBetween(nearest, request);
  const why =
    nearest === undefined ? "it is empty or not there" : `the nearest recording differs: ${changes.join("; ")}`;
  return new Error(
    `the request is not in ${path}: ${why}. When the change is meant, record it with ${recordVariable}=1 and a key, and read what the model says now`,
  );
}

function changesBetween(before: Omit<Recording, "answer">, now: Omit<Recording, "answer">): readonly string[] {
  const changes: string[] = [];
  if (before.model !== now.model) changes.push(`model \`${before.model}\` -> \`${now.model}\``);
  if (hashJson(before.parameters) !== hashJson(now.parameters))
    changes.push(`parameters ${JSON.stringify(before.parameters)} -> ${JSON.stringify(now.parameters)}`);
  const count = Math.max(before.messages.length, now.messages.length);
  for (let i = 0; i < count; i++) {
    const [old, current] = [before.messages[i], now.messages[i]];
    if (isSame(old, current)) continue;
    changes.push(
      `message ${i + 1} (${(current ?? old)?.role}): ${excerpts(old?.content ?? "", current?.content ?? "")}`,
    );
  }
  return changes;
}

function isSame(one: Message | undefined, other: Message | undefined): boolean {
  return one?.role === other?.role && one?.content === other?.content;
}

/** What stands at the first place where two texts differ. */
function excerpts(before: string, now: string): string {
  let at = 0;
  while (at < before.length && before[at] === now[at]) at++;
  const cut = (text: string): string => `“${text.slice(Math.max(0, at - 20), at + 30)}”`;
  return `${cut(before)} -> ${cut(now)}`;
}
