import { describe, expect, test } from "vitest";
import { baselineOf, deriveSummary, type Manifest } from "../record/index.ts";
import { type CaseSketch, journalOf, journalWith, manifestOf } from "../record/record.fixture.ts";
import { compareRuns, exitCodeOf, type OpenCase, settleVerdict } from "./index.ts";
import { decideSimple } from "./simple.ts";

const gate = { mode: "simple", margin: 0.02, metrics: ["recall@5", "faithfulness"] } as const;

interface Scene {
  readonly before: readonly CaseSketch[];
  readonly now: readonly CaseSketch[];
  readonly manifest?: Manifest;
  readonly metrics?: readonly string[];
  /** Ids of the dataset; by default those that ran. */
  readonly ids?: readonly string[];
  readonly openCasesOf?: (metric: string) => readonly OpenCase[];
}

const run = ({ before, now, manifest = manifestOf(), metrics = gate.metrics, ids, openCasesOf = () => [] }: Scene) => {
  const baseline = baselineOf(manifestOf(), journalWith(journalOf(before)).results(manifestOf().legend));
  const journal = journalWith(journalOf(now));
  const results = journal.results(manifest.legend).scores;
  const compared = compareRuns({
    manifest,
    results,
    baseline: { path: "baselines/demo.json", content: baseline },
    openCasesOf,
    datasetIds: new Set(ids ?? now.map((sketch) => sketch.id)),
    gate: { ...gate, metrics },
  });
  const summary = deriveSummary({ manifest, journal, results });
  const comparison = settleVerdict(compared, summary);
  return { comparison, exitCode: exitCodeOf(summary, comparison) };
};
const recalls = (...values: number[]): CaseSketch[] => values.map((recall, i) => ({ id: `q${i}`, recall }));
const overall = ({ comparison }: ReturnType<typeof run>, metric: string) =>
  comparison.findings.find((finding) => finding.metric === metric && finding.slice === null);

describe("the plain rule", () => {
  test("a drop of exactly two points passes, though 0.90 − 0.88 > 0.02 in doubles", () => {
    expect(decideSimple([{ baseline: 0.9, current: 0.88 }], 0.02).verdict).toBe("pass");
  });
  test("0.8 to 0.75 with a margin of 0.05 passes, 0.7499999 fails", () => {
    expect(decideSimple([{ baseline: 0.8, current: 0.75 }], 0.05).verdict).toBe("pass");
    expect(decideSimple([{ baseline: 0.8, current: 0.7499999 }], 0.05).verdict).toBe("fail");
  });
  test("no pair: nothing can be said, which is not a pass", () => {
    expect(decideSimple([], 0.02)).toEqual({ baseline: null, current: null, change: null, verdict: "inconclusive" });
  });
});

describe("a run against its baseline", () => {
  test("no change passes, and says on how many cases", () => {
    const same = run({ before: recalls(1, 0.5), now: recalls(1, 0.5) });
    expect(same.exitCode).toBe(0);
    expect(same.comparison.verdict).toBe("pass");
    expect(overall(same, "recall@5")?.sentence).toBe("recall@5: identical on all 2 cases.");
  });

  test("a lost case fails, with number, count and margin", () => {
    const worse = run({ before: recalls(1, 1, 1, 1), now: recalls(1, 1, 1, 0) });
    expect(worse.exitCode).toBe(1);
    expect(overall(worse, "recall@5")).toMatchObject({
      baseline: 1,
      current: 0.75,
      change: -0.25,
      margin: 0.02,
      pairs: 4,
      worse: 1,
      better: 0,
      verdict: "fail",
    });
    expect(overall(worse, "recall@5")?.sentence).toBe(
      "recall@5 fell by 25 points (1 case got worse, 0 better, of 4); a drop of up to 2 points is allowed.",
    );
    expect(overall(worse, "faithfulness")?.verdict).toBe("pass");
  });

  test("judged scores are read as shares of 5: a drop from 4 to 3.9 is 2 points and passes, to 3.8 fails", () => {
    const scores = (...values: number[]): CaseSketch[] =>
      values.map((faithfulness, i) => ({ id: `q${i}`, faithfulness }));
    const before = scores(4, 4, 4, 4, 4, 4, 4, 4, 4, 4);
    expect(overall(run({ before, now: scores(4, 4, 4, 4, 4, 4, 4, 4, 4, 3) }), "faithfulness")).toMatchObject({
      change: expect.closeTo(-0.02, 12),
      verdict: "pass",
    });
    expect(run({ before, now: scores(4, 4, 4, 4, 4, 4, 4, 4, 3, 3) }).exitCode).toBe(1);
  });

  test("a metric that is not gated is watched and never blocks", () => {
    const watched = run({ before: recalls(1), now: recalls(0), metrics: ["faithfulness"] });
    expect(overall(watched, "recall@5")).toMatchObject({ verdict: "watched", margin: null, change: -1 });
    expect(watched.exitCode).toBe(0);
  });

  test("nothing gated is not a pass", () => {
    const open = run({ before: recalls(1), now: recalls(0), metrics: [] });
    expect(open.comparison).toMatchObject({ verdict: "not-gated", reasons: ["no metric is gated"] });
    expect(open.exitCode).toBe(0);
  });

  test("slices are shown and watched", () => {
    const { comparison } = run({
      before: [
        { id: "a", language: "zh", recall: 1 },
        { id: "b", recall: 1 },
      ],
      now: [
        { id: "a", language: "zh", recall: 0.99 },
        { id: "b", recall: 1 },
      ],
    });
    expect(
      comparison.findings
        .filter((one) => one.metric === "recall@5")
        .map(({ slice, change, verdict }) => [slice, change, verdict]),
    ).toEqual([
      [null, expect.closeTo(-0.005, 12), "pass"],
      ["language=en", 0, "watched"],
      ["language=zh", expect.closeTo(-0.01, 12), "watched"],
    ]);
  });

  test("nine of ten cases that lose their score do not pass over the tenth", () => {
    const before = Array.from({ length: 10 }, (_, i): CaseSketch => ({ id: `q${i}`, faithfulness: 5 }));
    const now = before.map((sketch, i): CaseSketch => (i === 0 ? sketch : { ...sketch, faithfulness: "absent" }));
    const lost = run({ before, now });
    expect(lost.exitCode).toBe(3);
    expect(overall(lost, "faithfulness")).toMatchObject({ pairs: 1, lost: 9, gained: 0, verdict: "inconclusive" });
    expect(overall(lost, "faithfulness")?.sentence).toBe(
      "faithfulness: identical on the one case. Beside these 9 cases that had a score have none now; at the worst that these could be the gate fails, so this is no pass.",
    );
  });

  test("scores that the baseline lacks do not help either", () => {
    const before: CaseSketch[] = recalls(1, 1, 1, 1).map((sketch, i) =>
      i === 0 ? sketch : { ...sketch, recall: "absent" },
    );
    expect(run({ before, now: recalls(1, 0, 0, 0) }).exitCode).toBe(3);
    expect(run({ before, now: recalls(1, 1, 1, 1) }).exitCode).toBe(0);
  });

  test("per-case changes are given for every case with both scores", () => {
    const { comparison } = run({
      before: recalls(1, 1),
      now: [
        { id: "q0", recall: 0.5 },
        { id: "q1", outcome: "failed" },
      ],
    });
    expect(comparison.changes).toEqual({ q0: { "recall@5": -0.5, faithfulness: 0 } });
  });
});

describe("gold that does not stand in the corpus", () => {
  const stale = "gold names `d`, and the corpus has no document `d`";

  test("a case quarantined now is out of both sides: no loss, no regression, named, and its answer compared", () => {
    const now: CaseSketch[] = [{ id: "q0", quarantined: stale, faithfulness: 5 }, ...recalls(0, 1, 1).slice(1)];
    const compared = run({ before: recalls(1, 1, 1), now });
    expect(compared.exitCode).toBe(0);
    expect(compared.comparison).toMatchObject({
      verdict: "pass",
      reasons: [],
      caseSet: { added: [], removed: [], edited: [], quarantined: [{ caseId: "q0", why: stale }] },
    });
    expect(overall(compared, "recall@5")).toMatchObject({ pairs: 2, lost: 0, gained: 0, baseline: 1, current: 1 });
    expect(overall(compared, "faithfulness")?.pairs).toBe(3);
    expect(compared.comparison.changes["q0"]).toEqual({ faithfulness: 0 });
  });

  test("what it scored before does not hide a drop of the others", () => {
    // q1 and q2 fall from 1 to 0.9: by 10 points over the two; over three with q0 the mean would be another.
    const now: CaseSketch[] = [{ id: "q0", quarantined: stale }, ...recalls(0, 0.9, 0.9).slice(1)];
    const worse = run({ before: recalls(0, 1, 1), now });
    expect(worse.exitCode).toBe(1);
    expect(overall(worse, "recall@5")).toMatchObject({ baseline: 1, change: expect.closeTo(-0.1, 12), pairs: 2 });
  });

  test("a case that the baseline has quarantined is out as well, and not gained", () => {
    const before: CaseSketch[] = [{ id: "q0", quarantined: stale }, ...recalls(0, 1).slice(1)];
    const mended = run({ before, now: recalls(0, 1) });
    expect(mended.exitCode).toBe(0);
    expect(overall(mended, "recall@5")).toMatchObject({ pairs: 1, lost: 0, gained: 0 });
    expect(mended.comparison.caseSet.quarantined).toEqual([{ caseId: "q0", why: `in the baseline: ${stale}` }]);
  });

  test("without a baseline it is named too", () => {
    const journal = journalWith(journalOf([{ id: "q0", quarantined: stale }]));
    const results = journal.results(manifestOf().legend).scores;
    const comparison = compareRuns({
      manifest: manifestOf(),
      results,
      baseline: null,
      datasetIds: new Set(["q0"]),
      gate,
      openCasesOf: () => [],
    });
    expect(comparison.caseSet.quarantined).toEqual([{ caseId: "q0", why: stale }]);
  });

  test("another corpus is compared, and is no pass until it is accepted", () => {
    const { fingerprint } = manifestOf();
    const manifest = manifestOf({
      fingerprint: { ...fingerprint, dataset: { ...fingerprint.dataset, corpus: "new" } },
    });
    const other = run({ before: recalls(1, 1), now: recalls(1, 1), manifest });
    expect(other.comparison).toMatchObject({ kind: "compared", verdict: "inconclusive", corpusChanged: true });
    expect(other.comparison.reasons).toEqual(["the corpus changed"]);
    expect(run({ before: recalls(1, 1), now: recalls(1, 0), manifest }).comparison.verdict).toBe("fail");
    expect(run({ before: recalls(1), now: recalls(1) }).comparison.corpusChanged).toBe(false);
  });
});

describe("what cannot be compared is not compared", () => {
  test("a hard case dropped: no change over the rest, and no pass", () => {
    const dropped = run({ before: recalls(0.9, 0.9, 0.3), now: recalls(0.9, 0.9) });
    expect(overall(dropped, "recall@5")?.change).toBe(0);
    expect(dropped.comparison).toMatchObject({ verdict: "inconclusive", reasons: ["1 case removed: `q2`"] });
    expect(dropped.exitCode).toBe(3);
  });
  test("a case added: listed, not read as a regression", () => {
    const added = run({ before: recalls(0.9, 0.9), now: recalls(0.9, 0.9, 0.1) });
    expect(added.comparison).toMatchObject({
      verdict: "inconclusive",
      caseSet: { added: ["q2"], removed: [], edited: [] },
    });
    expect(overall(added, "recall@5")?.change).toBe(0);
  });
  test("a question edited under its old id is another case", () => {
    const edited = run({
      before: recalls(1, 1),
      now: [
        { id: "q0", recall: 1 },
        { id: "q1", hash: "new", recall: 0 },
      ],
    });
    expect(edited.comparison.caseSet.edited).toEqual(["q1"]);
    expect(overall(edited, "recall@5")?.pairs).toBe(1);
  });
  test("a case that a filter left out was not removed", () => {
    expect(run({ before: recalls(1, 1), now: recalls(1), ids: ["q0", "q1"] }).exitCode).toBe(0);
  });
  test("a case that failed now is an error, not removed, and coverage decides", () => {
    const failing = run({
      before: recalls(1, 1),
      now: [
        { id: "q0", recall: 1 },
        { id: "q1", outcome: "failed" },
      ],
    });
    expect(failing.comparison.caseSet.removed).toEqual([]);
    expect(failing.comparison.verdict).toBe("inconclusive");
    expect(failing.exitCode).toBe(3);
  });
  test("with another judge there is no number at all", () => {
    const manifest = manifestOf({ fingerprint: { ...manifestOf().fingerprint, judge: { kind: "llm", version: 1 } } });
    const other = run({ before: recalls(1), now: recalls(0), manifest });
    expect(other.comparison).toMatchObject({
      kind: "not-comparable",
      reasons: ["judge offline -> llm"],
      findings: [],
      changes: {},
    });
    expect(other.exitCode).toBe(3);
  });
  test("too many errors outweigh a failed gate: the world's failure is no regression", () => {
    expect(
      run({
        before: recalls(1, 1),
        now: [
          { id: "q0", recall: 0 },
          { id: "q1", outcome: "failed" },
        ],
      }).exitCode,
    ).toBe(3);
  });
});
