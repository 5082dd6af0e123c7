import { CaseFailure, hashJson, type TargetAnswer } from "../core/index.ts";
import { type CachePlace, ReplyCache } from "../llm/index.ts";
import type { Target } from "../target/index.ts";
import type { Clock } from "./clock.ts";

/** Where and under which name answers are kept. */
export interface RememberOptions {
  /** The user's word for the state of the system: the same word, the same answers. */
  readonly version: string;
  readonly place: CachePlace;
  /** Whether the system must not be asked. */
  readonly cacheOnly: boolean;
  readonly clock: Clock;
}

/**
 * A target whose answers are kept, since the user says that it gives the same ones as long as its version is the same. Only
 * whole answers are kept, by all that the target is handed and by what decides its answers.
 */
export function rememberAnswers(target: Target, { version, place, cacheOnly, clock }: RememberOptions): Target {
  const cache = new ReplyCache(place);
  const fingerprint = { ...target.fingerprint, version };
  return {
    kind: target.kind,
    fingerprint,
    ask: async (request, options) => {
      const key = hashJson({ target: target.kind, fingerprint, request });
      const kept = asKept(await cache.get(key));
      if (kept !== null) return { ...kept, notes: [...(kept.notes ?? []), "the answer is from the cache"] };
      if (cacheOnly) {
        const message = `the cache has no answer of the target's version \`${version}\` to this query, and nothing may be sent`;
        throw new CaseFailure({ kind: "not_cached", message });
      }
      const answer = await target.ask(request, options);
      await cache.put(key, { answer, at: clock.now(), model: `target ${version}`, baseUrl: placeOf(target) });
      return answer;
    },
    close: async () => {
      await cache.close();
      await target.close();
    },
  };
}

/** What the target is, for those who look after the cache. */
function placeOf({ kind, fingerprint: { url, file } }: Target): string {
  return [url, file].find((one) => typeof one === "string") ?? kind;
}

function asKept(value: unknown): TargetAnswer | null {
  const answer = (value as { readonly answer?: Partial<TargetAnswer> } | undefined)?.answer;
  const isWhole = typeof answer?.answer === "string" && Array.isArray(answer.retrieved);
  return isWhole ? (answer as TargetAnswer) : null;
}
