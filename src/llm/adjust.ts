import type { ChatParameters, ChatRequest } from "./chat.ts";

/** How the reply's shape is asked for, from the strictest down. */
export type JsonMode = "json_schema" | "json_object" | "plain";

/** What a provider has refused so far for one model, and how calls are made since. */
export interface Adjustments {
  readonly jsonMode: JsonMode;
  readonly maxTokensName: "max_tokens" | "max_completion_tokens";
  /** Parameters that are no longer sent, as they are called in the protocol. */
  readonly dropped: readonly string[];
}

/** Before anything was refused. */
export const noAdjustments: Adjustments = { jsonMode: "json_schema", maxTokensName: "max_tokens", dropped: [] };

/** What a provider said when it refused a call with 400 or 422. */
export interface Refusal {
  readonly param: string | null;
  readonly message: string;
}

/** The body of a call, as it is sent. */
export type ChatBody = Readonly<Record<string, unknown>>;

/** Builds the body of a call, in the way that the provider takes it. */
export function buildBody(request: ChatRequest, adjustments: Adjustments): ChatBody {
  const { extra = {} } = request.parameters;
  const taken = Object.entries(extra).filter(([name]) => !adjustments.dropped.includes(name));
  const body: Record<string, unknown> = {
    ...Object.fromEntries(taken),
    model: request.model,
    messages: request.messages,
  };
  for (const [name, value] of wireParameters(request.parameters, adjustments)) {
    if (!adjustments.dropped.includes(name)) body[name] = value;
  }
  if (request.json !== undefined && adjustments.jsonMode === "json_schema") {
    body["response_format"] = { type: "json_schema", json_schema: { ...request.json, strict: true } };
  } else if (request.json !== undefined && adjustments.jsonMode === "json_object") {
    body["response_format"] = { type: "json_object" };
  }
  if (request.stream === true && !adjustments.dropped.includes("stream")) {
    body["stream"] = true;
    if (!adjustments.dropped.includes("stream_options")) body["stream_options"] = { include_usage: true };
  }
  return body;
}

function wireParameters(parameters: ChatParameters, adjustments: Adjustments): readonly (readonly [string, number])[] {
  const named: readonly (readonly [string, number | undefined])[] = [
    ["temperature", parameters.temperature],
    ["top_p", parameters.topP],
    ["seed", parameters.seed],
    [adjustments.maxTokensName, parameters.maxTokens],
  ];
  return named.filter((pair): pair is readonly [string, number] => pair[1] !== undefined);
}

/** What a call is not a call without, or has its own way of being made differently. */
const needed = new Set(["model", "messages", "response_format", "max_tokens", "max_completion_tokens"]);

/**
 * How to make the call instead, after it was refused; null when the refusal names
 * nothing that may be changed. Each step goes one way, so that it ends.
 */
export function adjustTo(refusal: Refusal, body: ChatBody, adjustments: Adjustments): Adjustments | null {
  const { param, message } = refusal;
  if ("response_format" in body && isAboutFormat(refusal)) {
    return { ...adjustments, jsonMode: adjustments.jsonMode === "json_schema" ? "json_object" : "plain" };
  }
  if ("max_tokens" in body && (param === "max_tokens" || message.includes("max_completion_tokens"))) {
    return { ...adjustments, maxTokensName: "max_completion_tokens" };
  }
  const name = Object.keys(body)
    .filter((one) => !needed.has(one))
    .sort((a, b) => b.length - a.length)
    .find((one) => isAbout(one, refusal));
  return name === undefined ? null : { ...adjustments, dropped: [...adjustments.dropped, name] };
}

function isAboutFormat({ param, message }: Refusal): boolean {
  if (param?.startsWith("response_format") === true) return true;
  return /response_format|json_schema|json_object|structured.?output|guided/i.test(message);
}

function isAbout(name: string, { param, message }: Refusal): boolean {
  if (param !== null && param !== "") return param === name || param.startsWith(`${name}.`);
  // Without a named parameter only "this is not known here" counts: a value off its range is the user's mistake.
  return (
    new RegExp(`\\b${name}\\b`).test(message) &&
    /unsupported|not support|does not allow|not allowed|not permitted|only the default|unknown|unrecognized|unexpected|extra inputs/i.test(
      message,
    )
  );
}

/** What the record says of the changes to one request; empty when it was sent as asked. */
export function noteAdjustments(request: ChatRequest, adjustments: Adjustments): readonly string[] {
  const notes: string[] = [];
  if (request.json !== undefined && adjustments.jsonMode !== "json_schema") {
    notes.push(`response_format: ${adjustments.jsonMode} (json_schema refused by provider)`);
  }
  const { extra = {} } = request.parameters;
  const streamed = request.stream === true ? ["stream"] : [];
  for (const name of [...Object.keys(extra), ...streamed].filter((one) => adjustments.dropped.includes(one)))
    notes.push(`${name}: not applied (refused by provider)`);
  if (request.parameters.maxTokens !== undefined && adjustments.maxTokensName !== "max_tokens") {
    notes.push(`max_tokens: sent as ${adjustments.maxTokensName}`);
  }
  for (const [name] of wireParameters(request.parameters, adjustments)) {
    if (adjustments.dropped.includes(name)) notes.push(`${name}: not applied (refused by provider)`);
  }
  return notes;
}
