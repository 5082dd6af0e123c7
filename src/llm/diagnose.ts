import { CaseFailure } from "../core/index.ts";
import { type Adjustments, adjustTo, buildBody, noAdjustments } from "./adjust.ts";
import type { ChatRequest } from "./chat.ts";
import { type Clock, systemClock } from "./clock.ts";
import { CallFailure } from "./failure.ts";
import type { SeenReply } from "./read-reply.ts";
import { type ChatProvider, Wire, type WireReply } from "./wire.ts";

/** What a provider was found to be. */
export interface Diagnosis {
  /** As it is called, with `/v1` and without a pasted endpoint. */
  readonly baseUrl: string;
  /** The models that it lists; an error in words where it lists none. */
  readonly models: { readonly ids: readonly string[] } | { readonly error: string };
  readonly calls: readonly ModelDiagnosis[];
  /** How far its clock is ahead of this machine's, in milliseconds; null when it does not say. */
  readonly clockAheadMs: number | null;
  /** Headers that tell limits, as they came. */
  readonly limits: Readonly<Record<string, string>>;
}

/** What one model was found to take. */
export interface ModelDiagnosis {
  readonly model: string;
  /** Of a call of one token; null when it failed. */
  readonly latencyMs: number | null;
  readonly error: string | null;
  readonly capabilities: Readonly<Record<string, boolean | null>>;
}

/** How a provider is looked at. */
export interface DiagnoseOptions {
  readonly models: readonly string[];
  /** For one call. Default 30000. */
  readonly timeoutMs?: number;
  readonly signal: AbortSignal;
  readonly clock?: Clock;
}

const schema = {
  type: "object",
  properties: { ok: { type: "boolean" } },
  required: ["ok"],
  additionalProperties: false,
};

/** What is tried, one small call each. */
const probes: Readonly<Record<string, Partial<ChatRequest> & { readonly jsonMode?: Adjustments["jsonMode"] }>> = {
  json_schema: { json: { name: "probe", schema } },
  json_object: { json: { name: "probe", schema }, jsonMode: "json_object" },
  stream: { stream: true },
  temperature: { parameters: { temperature: 0, maxTokens: 1 } },
  seed: { parameters: { seed: 1, maxTokens: 1 } },
  tools: {
    parameters: {
      maxTokens: 1,
      extra: {
        tools: [{ type: "function", function: { name: "probe", parameters: { type: "object", properties: {} } } }],
      },
    },
  },
};

/**
 * Looks at a provider with a few calls of a token each: who is there, which models it has,
 * what they take, and what it says of its limits. Nothing is tried again.
 *
 * @throws InputError when the address or the key cannot be one.
 */
export async function diagnose(
  provider: ChatProvider,
  { models, timeoutMs = 30_000, signal, clock = systemClock }: DiagnoseOptions,
): Promise<Diagnosis> {
  const seen: SeenReply[] = [];
  const wire = new Wire(provider, { timeoutMs, clock, onReply: (reply) => void seen.push(reply) });
  const listed = await listModels(wire, signal);
  const calls: ModelDiagnosis[] = [];
  for (const model of models) calls.push(await tryModel(wire, model, { signal, clock }));
  const { headers = {} } = seen.findLast(({ status }) => status < 300) ?? seen.at(-1) ?? {};
  const date = Date.parse(headers["date"] ?? "");
  return {
    baseUrl: wire.baseUrl,
    models: listed,
    calls,
    clockAheadMs: Number.isNaN(date) ? null : date - clock.now(),
    limits: Object.fromEntries(Object.entries(headers).filter(([name]) => /ratelimit|retry-after/.test(name))),
  };
}

async function listModels(wire: Wire, signal: AbortSignal): Promise<Diagnosis["models"]> {
  const outcome = await attempt(() => wire.send("models", { signal }));
  if (outcome.error !== null) return { error: outcome.error.error.message };
  const data = (outcome.value.reply.json as { readonly data?: unknown } | undefined)?.data;
  const ids = Array.isArray(data)
    ? data.flatMap((one) => (typeof one?.id === "string" ? [one.id as string] : []))
    : null;
  return ids === null ? { error: "the reply holds no list of models" } : { ids };
}

interface Trial {
  readonly signal: AbortSignal;
  readonly clock: Clock;
}

async function tryModel(wire: Wire, model: string, { signal, clock }: Trial): Promise<ModelDiagnosis> {
  const request = { model, messages: [{ role: "user" as const, content: "ping" }], parameters: { maxTokens: 1 } };
  let adjustments = noAdjustments;
  let started = clock.now();
  const ask = (more: object, jsonMode: Adjustments["jsonMode"] = "json_schema") =>
    attempt(() =>
      wire.send("chat", { body: buildBody({ ...request, ...more }, { ...adjustments, jsonMode }), signal }),
    );
  let first = await ask({});
  if (first.error instanceof CallFailure && first.error.refusal !== null) {
    adjustments = adjustTo(first.error.refusal, buildBody(request, adjustments), adjustments) ?? adjustments;
    started = clock.now();
    first = await ask({});
  }
  if (first.error !== null) return { model, latencyMs: null, error: first.error.error.message, capabilities: {} };
  const latencyMs = clock.now() - started;
  const capabilities: Record<string, boolean | null> = {
    [adjustments.maxTokensName]: true,
    reasoning: hasReasoning(first.value.reply),
  };
  for (const [name, { jsonMode, ...more }] of Object.entries(probes))
    capabilities[name] = isTaken(await ask(more, jsonMode));
  return { model, latencyMs, error: null, capabilities };
}

type Outcome = { readonly value: WireReply; readonly error: null } | { readonly error: CaseFailure };

async function attempt(call: () => Promise<WireReply>): Promise<Outcome> {
  try {
    return { value: await call(), error: null };
  } catch (error) {
    if (error instanceof CaseFailure) return { error };
    throw error;
  }
}

/** Null: it could not be told, since the call failed for another reason. */
function isTaken(outcome: Outcome): boolean | null {
  if (outcome.error === null) return true;
  const { status } = outcome.error.error;
  return status === 400 || status === 422 ? false : null;
}

function hasReasoning({ text }: SeenReply): boolean {
  return /"reasoning(_content|_tokens)?"\s*:\s*("[^"]|[1-9]|\{)/.test(text);
}
