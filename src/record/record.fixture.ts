import { absent, failed, type Score, scored } from "../core/index.ts";
import type { JournalEvent, Manifest, PlannedCase } from "./index.ts";
import type { ScoreBounds } from "./result.ts";
import { RunJournal } from "./run-journal.ts";

/** A manifest of one metric and one dimension, with what a test changes. */
export function manifestOf(changes: Partial<Manifest> = {}): Manifest {
  const legend = { title: "t", meaning: "m", source: "s" };
  return {
    format: 1,
    runId: "run-1",
    suite: "demo",
    startedAt: "2026-01-02T03:04:05.000Z",
    tool: { version: "0.0.0", node: "v20" },
    git: null,
    fingerprint: {
      dataset: { name: "demo", cases: "c", corpus: "d" },
      target: { kind: "builtin" },
      judge: { kind: "offline", version: 1 },
      metrics: ["recall@5", "faithfulness"],
      seed: 1,
      repeat: 1,
    },
    legend: [
      { id: "recall@5", stage: "retrieval", scale: 1, ...legend },
      { id: "faithfulness", stage: "generation", scale: 5, ...legend },
    ],
    judge: { kind: "offline", notice: "a heuristic" },
    slices: ["language"],
    minCoverage: 1,
    planned: { cases: 1, of: 1, filters: [] },
    notes: [],
    ...changes,
  };
}

/** What a test says of one case: its scores, or that the target failed. */
export interface CaseSketch {
  readonly id: string;
  readonly hash?: string;
  readonly language?: "en" | "zh";
  /** A number, "absent" or "error" for each score; "failed": the target gave nothing. */
  readonly recall?: number | "absent" | "error";
  readonly faithfulness?: number | "absent" | "error";
  readonly outcome?: "failed" | "unfinished";
  /** What recall could be, whatever is unjudged. */
  readonly bounds?: ScoreBounds;
  /** Why its gold does not stand in the corpus. */
  readonly quarantined?: string;
}

/** The journal of a run in which the cases came out as sketched. */
export function journalOf(sketches: readonly CaseSketch[], { isFinished = true } = {}): readonly JournalEvent[] {
  const at = "2026-01-02T03:04:06.000Z";
  return [
    ...sketches.map((sketch): JournalEvent => ({ event: "planned", at, repeats: 1, case: plannedOf(sketch) })),
    ...sketches.flatMap((sketch) => eventsOf(sketch, at)),
    ...(isFinished ? [{ event: "finished", at, calls: null } as const] : []),
  ];
}

function plannedOf({ id, hash = "h", language = "en", quarantined }: CaseSketch): PlannedCase {
  return {
    caseId: id,
    caseHash: hash,
    query: `${id}?`,
    language,
    answerable: true,
    references: [],
    labels: { language: [language] },
    gold: [{ label: "a", quote: null }],
    ...(quarantined === undefined ? {} : { quarantined }),
  };
}

function eventsOf(
  { id, outcome, recall = 1, faithfulness = 5, bounds, quarantined }: CaseSketch,
  at: string,
): readonly JournalEvent[] {
  const key = { at, caseId: id, repeat: 0 };
  if (outcome === "unfinished") return [];
  if (outcome === "failed") return [{ event: "failed", ...key, error: { kind: "timeout", message: "no answer" } }];
  const retrieved = {
    retrieved: [],
    droppedDuplicates: 0,
    foundAt: [1],
    scores: { "recall@5": scoreOf(quarantined === undefined ? recall : "absent") },
    bounds: bounds === undefined ? {} : { "recall@5": bounds },
  };
  const answered = { answer: "yes", latencyMs: 10, usage: null, messages: null, notes: [] };
  return [
    { event: "retrieved", ...key, ...retrieved },
    { event: "answered", ...key, ...answered },
    { event: "judged", ...key, scores: { faithfulness: scoreOf(faithfulness) }, judgement: null },
  ];
}

function scoreOf(value: number | "absent" | "error"): Score {
  if (value === "absent") return absent("no gold");
  return value === "error" ? failed({ kind: "judge_unparseable", message: "no JSON" }) : scored(value);
}

/** A journal of events that are held whole. */
export function journalWith(events: readonly JournalEvent[]): RunJournal {
  const read = (place: number): JournalEvent => {
    const event = events[place];
    if (event === undefined) throw new RangeError(`no event at ${place}`);
    return event;
  };
  const journal = new RunJournal({ events: () => events, open: () => ({ read, close: () => {} }) });
  for (const [place, event] of events.entries()) journal.note(event, place);
  return journal;
}
