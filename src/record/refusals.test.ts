import { expect, test } from "vitest";
import { deriveSummary } from "./index.ts";
import type { AnsweredEvent, JournalEvent } from "./journal.ts";
import { journalOf, journalWith, manifestOf } from "./record.fixture.ts";

/** What each case is, and whether its answer refuses: undefined as in a record that does not say. */
const sketches: readonly (readonly [id: string, answerable: boolean, refused: boolean | null | undefined])[] = [
  ["right answer", true, false],
  ["wrong refusal", true, true],
  ["another wrong refusal", true, true],
  ["says nothing", true, null],
  ["of an older record", true, undefined],
  ["right refusal", false, true],
  ["should refuse", false, false],
];

function runOf(chosen: typeof sketches) {
  const manifest = manifestOf({ planned: { cases: chosen.length, of: chosen.length, filters: [] } });
  const events = journalOf(chosen.map(([id]) => ({ id }))).map((event): JournalEvent => {
    const [, answerable = true, refused] =
      chosen.find(([id]) => "caseId" in event && id === event.caseId) ??
      chosen.find(([id]) => event.event === "planned" && id === event.case.caseId) ??
      [];
    if (event.event === "planned") return { ...event, case: { ...event.case, answerable } };
    const said: Pick<AnsweredEvent, "refused"> = refused === undefined ? {} : { refused };
    return event.event === "answered" ? { ...event, ...said } : event;
  });
  const journal = journalWith(events);
  const results = journal.results(manifest.legend).scores;
  return { results, summary: deriveSummary({ manifest, journal, results }) };
}

test("refusing is right where the documents hold no answer, and a fault where they do", () => {
  const { results } = runOf(sketches);
  expect(results.map(({ refusalFault }) => refusalFault)).toEqual([
    null,
    "false_refusal",
    "false_refusal",
    null,
    null,
    null,
    "should_refuse",
  ]);
});

test("both are rates over the answers that could have the fault and are known to say something", () => {
  const { summary } = runOf(sketches);
  expect(summary.refusals).toEqual({
    shouldRefuse: { count: 1, of: 2, rate: 0.5 },
    // 2 of the 3 answerable ones whose answer is known to say something
    falseRefusal: { count: 2, of: 3, rate: 2 / 3 },
  });
});

test("without a question that it could happen to there is no rate, and no 0", () => {
  const { summary } = runOf([["right refusal", false, true]]);
  expect(summary.refusals?.falseRefusal).toEqual({ count: 0, of: 0, rate: null });
});
