import { type EventsOfCase, resultOf } from "./derive-results.ts";
import type { CaseEvent, FinishedEvent, JournalEvent, PlannedEvent } from "./journal.ts";
import type { MetricLegend } from "./manifest.ts";
import type { CaseResult, CaseScores, Results } from "./result.ts";
import { Slimmer } from "./slimmer.ts";

/** Where the events of a journal are kept whole. */
export interface EventSource {
  /** All of them, in the order in which they were written. */
  events(): Iterable<JournalEvent>;
  /** For reading single ones. */
  open(): EventReader;
}

/** Reads single events of a journal. */
export interface EventReader {
  /** The event at a place that was noted. */
  read(place: number): JournalEvent;
  close(): void;
}

type Step = CaseEvent["event"];

/** A case in one repeat: its last events without their texts, and where they are kept whole. */
interface Entry {
  readonly plannedAt: number;
  slim: EventsOfCase;
  places: { readonly [step in Step]?: number };
}

/**
 * The journal of a run. What counts are made of is held; texts stay where they are kept,
 * and are read again where they are asked for, so that a run of any size can be held.
 */
export class RunJournal {
  /** Of every answer, in milliseconds. */
  readonly latencies: number[] = [];
  /** Of every answer that was streamed, in milliseconds. */
  readonly firstTokens: number[] = [];
  /** The last event of all. */
  last: JournalEvent | undefined;
  /** How the run came to its end, where it did. */
  finished: FinishedEvent | undefined;
  readonly #source: EventSource;
  readonly #entries = new Map<string, Entry>();
  readonly #slimmer = new Slimmer();

  constructor(source: EventSource) {
    this.#source = source;
  }

  /** Takes the next event, and the place at which its source has it. */
  note(event: JournalEvent, place: number): void {
    this.last = event;
    if (event.event === "planned") {
      const planned = this.#slimmer.slimCase(event.case);
      for (let repeat = 0; repeat < event.repeats; repeat++) {
        const entry = { plannedAt: place, slim: { planned, repeat }, places: {} };
        this.#entries.set(keyOf(event.case.caseId, repeat), entry);
      }
    } else if (event.event === "finished") this.finished = event;
    else if ("caseId" in event) this.#noteStep(event, place);
  }

  /** All events, whole. */
  events(): Iterable<JournalEvent> {
    return this.#source.events();
  }

  /** Whether the case was planned. */
  has(caseId: string): boolean {
    return this.#entries.has(keyOf(caseId, 0));
  }

  /** The event with which a case was planned; undefined: it was not. */
  planned(caseId: string): PlannedEvent | undefined {
    const entry = this.#entries.get(keyOf(caseId, 0));
    if (entry === undefined) return undefined;
    const reader = this.#source.open();
    try {
      return readPlanned(entry, reader);
    } finally {
      reader.close();
    }
  }

  /**
   * The results of the run, in the order in which the cases were planned, the repeats of a
   * case side by side.
   *
   * A case that was planned and has no outcome is an error of the kind `interrupted`:
   * it is never left out, since a mean over the rest would hide it.
   */
  results(legend: readonly MetricLegend[]): Results {
    const entries = [...this.#entries.values()];
    const source = this.#source;
    return {
      scores: entries.map(({ slim }): CaseScores => resultOf(slim, legend)),
      *[Symbol.iterator](): Generator<CaseResult> {
        const reader = source.open();
        try {
          for (const entry of entries) yield resultOf(wholeOf(entry, reader), legend);
        } finally {
          reader.close();
        }
      },
    };
  }

  #noteStep(event: CaseEvent, place: number): void {
    if (event.event === "answered") {
      this.latencies.push(event.latencyMs);
      if (event.firstTokenMs !== undefined) this.firstTokens.push(event.firstTokenMs);
    }
    const entry = this.#entries.get(keyOf(event.caseId, event.repeat));
    if (entry === undefined) return;
    // A case that was tried again has several outcomes: the last one counts, whole.
    const begins = event.event === "failed" || event.event === "retrieved";
    const { planned, repeat } = entry.slim;
    entry.slim = { ...(begins ? { planned, repeat } : entry.slim), [event.event]: this.#slimmer.slim(event) };
    entry.places = { ...(begins ? {} : entry.places), [event.event]: place };
  }
}

function keyOf(caseId: string, repeat: number): string {
  return `${repeat} ${caseId}`;
}

function readPlanned({ plannedAt }: Entry, reader: EventReader): PlannedEvent {
  const event = reader.read(plannedAt);
  if (event.event !== "planned") throw new Error("the journal changed while it was read");
  return event;
}

function wholeOf(entry: Entry, reader: EventReader): EventsOfCase {
  const { slim, places } = entry;
  const steps = Object.entries(places).map(([step, place]) => [step, reader.read(place)] as const);
  return { planned: readPlanned(entry, reader).case, repeat: slim.repeat, ...Object.fromEntries(steps) };
}
