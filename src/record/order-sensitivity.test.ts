import { expect, test } from "vitest";
import type { Score } from "../core/index.ts";
import { deriveSummary } from "./index.ts";
import type { JournalEvent } from "./journal.ts";
import { journalOf, journalWith, manifestOf } from "./record.fixture.ts";

/** A run in which faithfulness came out with these spreads, and each judge saw so many contexts. */
function summaryOf(spreads: readonly { readonly variance: number | null; readonly contexts: number }[]) {
  const manifest = manifestOf({ planned: { cases: spreads.length, of: spreads.length, filters: [] } });
  const events = journalOf(spreads.map((_, i) => ({ id: `${i}` }))).map((event): JournalEvent => {
    if (event.event !== "judged") return event;
    const { variance, contexts } = spreads[Number(event.caseId)] ?? { variance: null, contexts: 0 };
    const spread = variance === null ? {} : { spread: { n: 2, variance } };
    const faithfulness: Score = { kind: "scored", value: 4, ...spread };
    const contextOrder = Array.from({ length: contexts }, (_, i) => i);
    return { ...event, scores: { faithfulness }, judgement: { messages: [], contextOrder, raw: "", notes: [] } };
  });
  const journal = journalWith(events);
  const results = journal.results(manifest.legend).scores;
  return deriveSummary({ manifest, journal, results });
}

test("the order sensitivity is the pooled deviation over the orders, with how many answers changed", () => {
  const summary = summaryOf([
    { variance: 0, contexts: 3 },
    { variance: 2, contexts: 3 },
    { variance: 0.5, contexts: 2 },
    { variance: null, contexts: 3 },
    // One context has one order: what differs here is the judge alone.
    { variance: 4.5, contexts: 1 },
  ]);
  // √((0 + 2 + 0.5) / 3) = 0.91287
  expect(summary.metrics[1]?.orderSensitivity).toEqual({
    deviation: expect.closeTo(0.91287, 5),
    changed: 2,
    answers: 3,
  });
  expect(summary.metrics[0]).not.toHaveProperty("orderSensitivity");
});

test("where every answer was judged once there is no order sensitivity, and no 0", () => {
  expect(summaryOf([{ variance: null, contexts: 3 }]).metrics[1]).not.toHaveProperty("orderSensitivity");
});
