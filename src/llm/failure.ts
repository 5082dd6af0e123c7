import { type CaseError, CaseFailure } from "../core/index.ts";
import type { Refusal } from "./adjust.ts";
import { hintForNotFound } from "./base-url.ts";
import { showUrl } from "./fetch-text.ts";
import {
  describeBody,
  findProviderError,
  isBrokenOff,
  type ProviderError,
  requestIdOf,
  type SeenReply,
} from "./read-reply.ts";
import { retryAfterMs } from "./retry-after.ts";

/** The longest wait that a provider may ask for; beyond it the case is an error, not a silent hour. */
export const maxWaitMs = 60_000;

/** A call that gave no answer, and what may be done about it. */
export class CallFailure extends CaseFailure {
  /** Whether the same call may succeed later. */
  readonly mayRetry: boolean;
  /** The wait that the provider asks for; null when it names none. */
  readonly waitMs: number | null;
  /** Whether everybody goes too fast, and not only this call. */
  readonly isRateLimit: boolean;
  /** What the provider says about the request itself. */
  readonly refusal: Refusal | null;
  /** Whether it is the service that fails, whoever calls it and whatever for. */
  readonly isOutage: boolean;
  /** Whether the service is down or out of quota, so that nobody has to ask it for now. */
  readonly isAway: boolean;

  constructor(
    error: CaseError,
    about: {
      readonly mayRetry: boolean;
      readonly waitMs?: number | null;
      readonly isRateLimit?: boolean;
      readonly isOutage?: boolean;
      readonly isAway?: boolean;
      readonly refusal?: Refusal;
    },
  ) {
    super(error);
    this.mayRetry = about.mayRetry;
    this.waitMs = about.waitMs ?? null;
    this.isRateLimit = about.isRateLimit ?? false;
    this.isOutage = about.isOutage ?? false;
    this.isAway = about.isAway ?? false;
    this.refusal = about.refusal ?? null;
  }
}

const goneForGood = /insufficient_quota|billing|exceeded your current quota/i;

/** A connection that broke or was too slow may do better the next time; a run that was stopped may not. */
export function sortConnection(error: unknown): unknown {
  if (!(error instanceof CaseFailure)) return error;
  // A redirect is a wrong address.
  const mayRetry = error.error.kind === "connection" || error.error.kind === "timeout";
  return new CallFailure(error.error, { mayRetry, isOutage: mayRetry });
}

/** What is needed to put a reply into words. */
interface SortContext {
  readonly url: string;
  readonly baseUrl: string;
  readonly now: number;
  /** The key, which is taken out of every text, since some servers echo it. */
  readonly secret: string | null;
}

/**
 * Sorts a reply that is no answer: a status that is not 2xx, or an error under 200.
 * Null: it may be an answer.
 */
export function sortReply(reply: SeenReply, context: SortContext): CallFailure | null {
  const found = findProviderError(reply);
  const isOk = reply.status >= 200 && reply.status < 300;
  if (isOk && found === null) return sortBrokenOff(reply, context);
  const status = isOk ? statusOf(found) : reply.status;
  const said = hideSecret(found?.message ?? describeBody(reply), context.secret).slice(0, 300);
  const raw = hideSecret(reply.text, context.secret).slice(0, 20_000);
  const error = { status, raw, ...requestIdOf(reply) };
  const setting = sortSetting(error, said, context);
  if (setting !== null) return setting;
  const waitMs = retryAfterMs(reply.headers, context.now);
  if (status === 429) return sortRateLimit(error, { said, waitMs, found });
  return sortStatus(error, { said: isOk ? `an error under 200: ${said}` : said, waitMs, found, reply });
}

/** An answer that its server could not bring to an end; the same call may do better. */
function sortBrokenOff(reply: SeenReply, { secret }: SortContext): CallFailure | null {
  if (!isBrokenOff(reply)) return null;
  const raw = hideSecret(reply.text, secret).slice(0, 20_000);
  const message = "the answer broke off: the provider ended it before the model did";
  return new CallFailure(
    { kind: "connection", status: reply.status, message, raw, ...requestIdOf(reply) },
    { mayRetry: true },
  );
}

function sortStatus(
  error: Omit<CaseError, "kind" | "message"> & { readonly status: number },
  {
    said,
    waitMs,
    found,
    reply,
  }: {
    readonly said: string;
    readonly waitMs: number | null;
    readonly found: ProviderError | null;
    readonly reply: SeenReply;
  },
): CallFailure {
  const isRefusal = error.status === 400 || error.status === 422;
  const refusal = { param: found?.param ?? null, message: found?.message ?? reply.text.slice(0, 2000) };
  return new CallFailure(
    { ...error, kind: "http", message: `the provider answered ${error.status}: ${said}` },
    {
      mayRetry: isPassing(error.status) && (waitMs ?? 0) <= maxWaitMs,
      waitMs,
      isOutage: error.status >= 500,
      ...(isRefusal ? { refusal } : {}),
    },
  );
}

/** What a wrong key or address brings; null for every other status. */
function sortSetting(
  error: Omit<CaseError, "kind" | "message">,
  said: string,
  { url, baseUrl }: SortContext,
): CallFailure | null {
  if (error.status === 401 || error.status === 403) {
    const message = `the provider refused the key: ${said}`;
    return new CallFailure({ ...error, kind: "auth", message }, { mayRetry: false });
  }
  if (error.status !== 404) return null;
  const message = `nothing at ${showUrl(url)} (404: ${said}); ${hintForNotFound(baseUrl)}`;
  return new CallFailure({ ...error, kind: "http", message }, { mayRetry: false });
}

/** Whether the same call may succeed a little later. */
function isPassing(status: number): boolean {
  return status === 408 || status === 409 || status >= 500;
}

function sortRateLimit(
  error: Omit<CaseError, "kind" | "message">,
  {
    said,
    waitMs,
    found,
  }: { readonly said: string; readonly waitMs: number | null; readonly found: ProviderError | null },
): CallFailure {
  if (goneForGood.test(`${found?.code} ${said}`)) {
    return new CallFailure(
      { ...error, kind: "rate_limited", message: `the quota is used up: ${said}` },
      { mayRetry: false, isAway: true },
    );
  }
  if (waitMs !== null && waitMs > maxWaitMs) {
    const asked = Math.round(waitMs / 1000);
    const message = `the provider asks for a wait of ${asked} s, and a run waits ${maxWaitMs / 1000} s at most: ${said}`;
    return new CallFailure({ ...error, kind: "rate_limited", message }, { mayRetry: false, isAway: true, waitMs });
  }
  const message = `the provider kept refusing for too many requests: ${said}`;
  return new CallFailure({ ...error, kind: "rate_limited", message }, { mayRetry: true, waitMs, isRateLimit: true });
}

/** The status that an error under 200 means: its code where that is one, 429 where it speaks of a rate. */
function statusOf(found: ProviderError | null): number {
  const code = Number(found?.code);
  if (Number.isInteger(code) && code >= 400 && code < 600) return code;
  return /rate.?limit|too many requests/i.test(`${found?.code} ${found?.message}`) ? 429 : 500;
}

/** Takes a key out of a text, also half masked as some providers echo it. */
export function hideSecret(text: string, secret: string | null): string {
  const hidden = secret === null || secret.length < 4 ? text : text.replaceAll(secret, "***");
  return hidden.replace(/\bsk-[\w*.-]{4,}/g, "sk-***");
}
