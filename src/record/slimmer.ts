import type { CaseError, Score } from "../core/index.ts";
import type { EventsOfCase } from "./derive-results.ts";
import type { AnsweredEvent, CaseEvent, JudgedEvent, PlannedCase, RetrievedEvent } from "./journal.ts";
import type { JudgedClaim, Judgement, ScoreBounds } from "./result.ts";

/** More values than this are not shared: then they are too different for it to save anything. */
const mostShared = 10_000;

const none: readonly never[] = [];

/** Takes the long texts out of events. Values that many cases have are held once. */
export class Slimmer {
  readonly #shared = new Map<unknown, unknown>();

  /** A case without its texts. */
  slimCase({ references: _, gold: __, labels, quarantined = null, ...planned }: PlannedCase): PlannedCase {
    return { ...planned, query: "", references: none, gold: none, labels: this.#share(labels), quarantined };
  }

  /** An event of a case without its texts. */
  slim(event: CaseEvent): EventsOfCase[CaseEvent["event"]] {
    switch (event.event) {
      case "retrieved":
        return this.#slimRetrieved(event);
      case "answered":
        return this.#slimAnswered(event);
      case "judged":
        return this.#slimJudged(event);
      case "failed":
        return { error: this.#slimError(event.error) };
    }
  }

  #slimRetrieved({ scores, bounds, droppedDuplicates }: RetrievedEvent): EventsOfCase["retrieved"] {
    return {
      retrieved: none,
      foundAt: none,
      scores: mapValues(scores, (score) => this.#slimScore(score)),
      // Older records have none.
      bounds: mapValues(bounds ?? {}, (bound: ScoreBounds) => this.#share(bound)),
      droppedDuplicates,
    };
  }

  #slimAnswered({ usage, notes, refused = null }: AnsweredEvent): EventsOfCase["answered"] {
    return { answer: "", messages: null, usage, notes: this.#share(notes), refused };
  }

  #slimJudged({ scores, judgement, furtherJudgements }: JudgedEvent): EventsOfCase["judged"] {
    return {
      scores: mapValues(scores, (score) => this.#slimScore(score)),
      judgement: judgement && this.#slimJudgement(judgement),
      ...(furtherJudgements === undefined
        ? {}
        : { furtherJudgements: furtherJudgements.map((one) => this.#slimJudgement(one)) }),
    };
  }

  /** What is counted of it stays. */
  #slimJudgement({ contextOrder, notes, claims, points }: Judgement): Judgement {
    const counts = {
      ...(claims === undefined ? {} : { claims: claims.map(slimClaim) }),
      ...(points === undefined ? {} : { points: points.map(slimClaim) }),
    };
    return this.#share({ messages: none, contextOrder, raw: "", notes, ...counts });
  }

  /** The reason of a score is left out. */
  #slimScore(score: Score): Score {
    if (score.kind === "scored") {
      const { reason: _, ...slim } = score;
      return score.spread === undefined ? this.#share(slim, score.value) : slim;
    }
    return score.kind === "absent" ? this.#share(score) : { kind: "error", error: this.#slimError(score.error) };
  }

  /** The raw reply is left out. */
  #slimError({ kind, message }: CaseError): CaseError {
    return this.#share({ kind, message });
  }

  /** The first value that had the key. */
  #share<T>(value: T, key: unknown = JSON.stringify(value)): T {
    const known = this.#shared.get(key) as T | undefined;
    if (known === undefined && this.#shared.size < mostShared) this.#shared.set(key, value);
    return known ?? value;
  }
}

/** Whether there was a quotation stays, not its words. */
function slimClaim(claim: JudgedClaim): JudgedClaim {
  return { ...claim, text: "", quote: claim.quote === null ? null : "" };
}

function mapValues<T>(values: Readonly<Record<string, T>>, step: (value: T) => T): Readonly<Record<string, T>> {
  return Object.fromEntries(Object.entries(values).map(([key, value]) => [key, step(value)]));
}
