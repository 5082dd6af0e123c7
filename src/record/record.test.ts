import { mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { InputError } from "../core/index.ts";
import {
  baselineOf,
  type CaseScores,
  deriveSummary,
  differencesThatForbid,
  formatBaseline,
  parseBaseline,
  parseJsonFile,
  readBaselineFile,
  readRun,
  resumeRun,
  runFolderOf,
  startRun,
  whyNoBaseline,
  writeWhole,
} from "./index.ts";
import { parseJournal } from "./journal.ts";
import { type CaseSketch, journalOf, journalWith, manifestOf } from "./record.fixture.ts";

const summaryOf = (sketches: readonly CaseSketch[], isFinished = true) => {
  const manifest = manifestOf({ planned: { cases: sketches.length, of: sketches.length, filters: [] } });
  const journal = journalWith(journalOf(sketches, { isFinished }));
  const results = journal.results(manifest.legend);
  return { manifest, results, summary: deriveSummary({ manifest, journal, results: results.scores }) };
};

describe("a mean carries its count", () => {
  test("five scores of 1 and five failures: mean 1 over 5 of 10, coverage 50 %", () => {
    const sketches = Array.from(
      { length: 10 },
      (_, i): CaseSketch => (i < 5 ? { id: `q${i}` } : { id: `q${i}`, outcome: "failed" }),
    );
    const { summary } = summaryOf(sketches);
    expect(summary.metrics[0]).toMatchObject({ id: "recall@5", mean: 1, n: 5, planned: 10, absent: 0, errors: 5 });
    expect(summary.coverage).toBe(0.5);
    expect(summary.cases).toEqual({
      planned: 10,
      scored: 5,
      errors: 5,
      errorsByKind: { timeout: 5 },
      droppedDuplicates: 0,
    });
  });

  test("gold found, no gold, nothing found: 0.500 over 2 of 3, 1 without gold, and coverage is whole", () => {
    const { summary } = summaryOf([
      { id: "a", recall: 1 },
      { id: "b", recall: "absent" },
      { id: "c", recall: 0 },
    ]);
    expect(summary.metrics[0]).toMatchObject({ mean: 0.5, n: 2, planned: 3, absent: 1, errors: 0 });
    expect(summary.coverage).toBe(1);
  });

  test("its bounds are the means of those of the cases that have a score; unknown for one, unknown for all", () => {
    const sketches: CaseSketch[] = [
      { id: "a", recall: 0.5, bounds: { low: 0.25, high: 0.75 } },
      { id: "b", recall: 1, bounds: { low: 0.5, high: 1 } },
      { id: "c", recall: "absent" },
    ];
    expect(summaryOf(sketches).summary.metrics[0]?.bounds).toEqual({ low: 0.375, high: 0.875 });
    expect(summaryOf([...sketches, { id: "d", recall: 1 }]).summary.metrics[0]?.bounds).toBeNull();
    expect(summaryOf([{ id: "c", recall: "absent" }]).summary.metrics[0]?.bounds).toBeNull();
  });

  test("a quarantined case is absent from retrieval, counted by itself and named, and does not lower the coverage", () => {
    const { summary, results } = summaryOf([
      { id: "a", recall: 1 },
      { id: "b", recall: "absent" },
      { id: "c", quarantined: "its document is gone" },
    ]);
    expect(summary.metrics[0]).toMatchObject({ mean: 1, n: 1, planned: 3, absent: 2, quarantined: 1, errors: 0 });
    expect(summary.metrics[1]).toMatchObject({ n: 3, absent: 0, quarantined: 0 });
    expect(summary.quarantined).toEqual([{ caseId: "c", why: "its document is gone" }]);
    expect(summary.coverage).toBe(1);
    // Records that are older than the field do not have it.
    expect(results.scores.map(({ quarantined }) => quarantined)).toEqual([null, null, "its document is gone"]);
  });

  test("nothing scored: the mean is null, not 0 and not NaN", () => {
    expect(summaryOf([{ id: "a", outcome: "failed" }]).summary.metrics[0]?.mean).toBeNull();
  });

  test("a verdict that could not be read is an error of the case, and its recall still counts", () => {
    const { summary } = summaryOf([{ id: "a", faithfulness: "error" }]);
    expect(summary.metrics.map(({ n, errors }) => [n, errors])).toEqual([
      [1, 0],
      [0, 1],
    ]);
    expect(summary.cases).toMatchObject({ scored: 0, errors: 1, errorsByKind: { judge_unparseable: 1 } });
  });

  test("slices count their own cases", () => {
    const { summary } = summaryOf([
      { id: "a", recall: 1 },
      { id: "b", language: "zh", recall: 0 },
      { id: "c", language: "zh", recall: 1 },
    ]);
    expect(summary.slices.map(({ value, cases, metrics }) => [value, cases, metrics["recall@5"]?.mean])).toEqual([
      ["en", 1, 1],
      ["zh", 2, 0.5],
    ]);
  });

  test("repeats of a case are averaged first: one case of 0 and 1, one of 1 and 1, make 0.75 over 2", () => {
    const manifest = manifestOf();
    const once = journalOf([
      { id: "a", recall: 0 },
      { id: "b", recall: 1 },
    ]);
    const twice = journalOf([
      { id: "a", recall: 1 },
      { id: "b", recall: 1 },
    ]);
    const events = [
      ...once.map((event) => (event.event === "planned" ? { ...event, repeats: 2 } : event)),
      ...twice.flatMap((event) => ("repeat" in event ? [{ ...event, repeat: 1 }] : [])),
    ];
    const journal = journalWith(events);
    const results = journal.results(manifest.legend).scores;
    expect(results.map(({ caseId, repeat }) => `${caseId}${repeat}`)).toEqual(["a0", "a1", "b0", "b1"]);
    expect(deriveSummary({ manifest, journal, results }).metrics[0]).toMatchObject({ mean: 0.75, n: 2, planned: 2 });
  });
});

describe("a run that did not end", () => {
  test("cases without an outcome are errors, never left out, and the summary says incomplete", () => {
    const { summary } = summaryOf([{ id: "a" }, { id: "b", outcome: "unfinished" }], false);
    expect(summary.status).toBe("incomplete");
    expect(summary.cases).toMatchObject({ planned: 2, scored: 1, errorsByKind: { interrupted: 1 } });
  });

  test("a torn last line is left out; a broken line further up is not", () => {
    const whole = '{"event":"finished","at":"x"}\n';
    expect(parseJournal(`${whole}{"event":"fini`)).toHaveLength(1);
    expect(() => parseJournal(`{"event":"fini\n${whole}`)).toThrow("line 1 is not JSON");
  });

  test.each(["null", "7", "[]", "{}", '{"event":"party","at":"x"}', '{"event":"planned","at":"x","repeats":1}'])(
    "a line that is JSON and no event is told, the last one too: %s",
    (line) => {
      expect(() => parseJournal(`${line}\n`)).toThrow("line 1 is no event of a run");
      expect(() => parseJournal(`{"event":"finished","at":"x"}\n${line}`)).toThrow("line 2 is no event of a run");
    },
  );

  test("every event that a run writes is read", () => {
    const events = journalOf([{ id: "a" }, { id: "__proto__" }, { id: "c", outcome: "failed" }]);
    expect(parseJournal(events.map((event) => `${JSON.stringify(event)}\n`).join(""))).toEqual(events);
  });
});

describe("on disk", () => {
  const newRun = (): string => {
    const folder = join(mkdtempSync(join(tmpdir(), "touchstone-")), "run");
    startRun(folder, manifestOf()).close();
    return folder;
  };

  test("what was journalled is what is read", async () => {
    const folder = join(mkdtempSync(join(tmpdir(), "touchstone-")), "run");
    const journal = startRun(folder, manifestOf());
    const events = journalOf([{ id: "a" }]);
    for (const event of events) journal.append(event);
    journal.close();
    const run = await readRun(folder);
    expect(run.manifest).toEqual(manifestOf());
    expect([...run.journal.events()]).toEqual(events);
  });

  test("lines longer than what is read in one go are whole, also those in two alphabets", async () => {
    const folder = join(mkdtempSync(join(tmpdir(), "touchstone-")), "run");
    const writer = startRun(folder, manifestOf());
    const events = journalOf([{ id: "a" }, { id: "b" }]).map((event) =>
      event.event === "answered"
        ? { ...event, answer: "报销上限 200 yuan ".repeat(event.caseId === "a" ? 40_000 : 1) }
        : event,
    );
    for (const event of events) writer.append(event);
    writer.close();
    const { journal, manifest } = await readRun(folder);
    expect([...journal.events()]).toEqual(events);
    expect([...journal.results(manifest.legend)]).toEqual([...journalWith(events).results(manifest.legend)]);
    expect([...writer.journal.results(manifest.legend)].map(({ answer }) => answer?.length)).toEqual([560_000, 14]);
  });

  test("a last line without its end is left out by reading and by going on, though it may read as whole", async () => {
    const folder = newRun();
    const path = join(folder, "journal.jsonl");
    const events = journalOf([{ id: "a" }]);
    const lines = events.map((event) => JSON.stringify(event));
    writeFileSync(path, lines.join("\n"));
    const { journal } = await readRun(folder);
    expect([...journal.events()]).toEqual(events.slice(0, -1));
    const writer = resumeRun(folder, journal);
    for (const event of events.slice(-1)) writer.append(event);
    writer.close();
    expect(readFileSync(path, "utf8")).toBe(`${lines.join("\n")}\n`);
    expect([...journal.results(manifestOf().legend)].map(({ answer }) => answer)).toEqual([expect.any(String)]);
  });

  test("the results that are held are those on the disk, but for their texts", () => {
    const journal = journalWith(
      journalOf([
        { id: "a", recall: 0.5, faithfulness: 3 },
        { id: "b", outcome: "failed" },
        { id: "c", faithfulness: "error" },
      ]),
    );
    const results = journal.results(manifestOf().legend);
    const numbers = ({ caseId, caseHash, labels, retrieval, generation, error, droppedDuplicates }: CaseScores) =>
      // Reasons and raw replies are texts.
      JSON.parse(
        JSON.stringify({ caseId, caseHash, labels, retrieval, generation, error, droppedDuplicates }, (key, value) =>
          key === "reason" || key === "raw" ? undefined : value,
        ),
      );
    expect(results.scores.map(numbers)).toEqual([...results].map(numbers));
  });

  test("two runs never share a folder", () => {
    const folder = join(mkdtempSync(join(tmpdir(), "touchstone-")), "run");
    startRun(folder, manifestOf()).close();
    expect(() => startRun(folder, manifestOf())).toThrow(InputError);
  });

  test("a folder that is no run is explained", async () => {
    await expect(readRun("/nowhere")).rejects.toThrowErrorMatchingInlineSnapshot(`
      [InputError: error[run-missing]: \`/nowhere\` is not the folder of a run: it has no manifest.json
        fix: give the path that \`touchstone eval\` printed, such as \`reports/my-suite/20260102-030405-678-abcd\`]
    `);
  });

  test("the path of a file in the folder will do, as `eval` prints it; a path below a file is no run", async () => {
    const folder = newRun();
    writeFileSync(join(folder, "report.html"), "");
    for (const file of ["report.html", "manifest.json"]) {
      expect((await readRun(join(folder, file))).manifest).toEqual(manifestOf());
      expect(await runFolderOf(join(folder, file))).toBe(folder);
    }
    await expect(readRun(join(folder, "report.html", "x"))).rejects.toThrow("error[run-missing]");
  });

  test.each(["", "{", "null", "[]", "{}", '{"format":"1"}', '{"format":0}', '{"format":1}'])(
    "a manifest that holds %j is damaged",
    async (content) => {
      const folder = newRun();
      writeFileSync(join(folder, "manifest.json"), content);
      await expect(readRun(folder)).rejects.toThrow("error[run-damaged]");
    },
  );

  test("what is damaged is told with its file", async () => {
    const folder = newRun();
    writeFileSync(join(folder, "journal.jsonl"), "null\n");
    const message = await readRun(folder).catch((error: Error) => error.message.replaceAll(folder, "RUN"));
    expect(message).toMatchInlineSnapshot(`
      "error[run-damaged]: this file of the run cannot be read
        at:  RUN/journal.jsonl
        why: line 1 is no event of a run
        fix: run the suite again"
    `);
    writeFileSync(join(folder, "comparison.json"), "{");
    await expect(parseJsonFile(join(folder, "comparison.json"))).rejects.toThrow("error[run-damaged]");
    expect(await parseJsonFile(join(folder, "none.json"))).toBeUndefined();
    writeFileSync(join(folder, "comparison.json"), '{"a":1}');
    expect(await parseJsonFile(join(folder, "comparison.json"))).toEqual({ a: 1 });
  });

  test("a place that cannot be written is explained, and nothing half is left", async () => {
    const folder = newRun();
    const inTheWay = join(folder, "manifest.json", "run");
    let message = "";
    try {
      startRun(inTheWay, manifestOf());
    } catch (error) {
      message = (error as InputError).message.replaceAll(folder, "RUN");
    }
    expect(message).toMatchInlineSnapshot(`
      "error[run-unwritable]: \`RUN/manifest.json/run\` cannot be written
        at:  RUN/manifest.json/run
        why: something of that name, or a file where a folder is needed, is in the way
        fix: move it away, or choose another path"
    `);
    expect(() => startRun(join(folder, "x".repeat(300)), manifestOf())).toThrow("error[run-unwritable]");
    expect(() => startRun(join(folder, "manifest.json"), manifestOf())).toThrow("error[run-unwritable]");
    mkdirSync(join(folder, "report.html"));
    await expect(writeWhole(join(folder, "report.html"), "x")).rejects.toThrow("error[file-unwritable]");
    writeFileSync(join(folder, "file"), "");
    await expect(writeWhole(join(folder, "file", "x.json"), "x")).rejects.toThrow("error[file-unwritable]");
    expect(readdirSync(folder).filter((name) => name.endsWith(".tmp"))).toEqual([]);
  });

  test("a record of a newer format is refused", async () => {
    const folder = mkdtempSync(join(tmpdir(), "touchstone-"));
    writeFileSync(join(folder, "manifest.json"), JSON.stringify({ ...manifestOf(), format: 2 }));
    await expect(readRun(folder)).rejects.toThrow(/of format 2, and this version reads format 1/);
  });
});

describe("baselines", () => {
  const { manifest, results } = summaryOf([
    { id: "b", recall: 0.5 },
    { id: "a", faithfulness: "absent" },
    { id: "10" },
    { id: "9" },
  ]);
  const text = formatBaseline(baselineOf(manifest, results));

  test("one line a case, sorted, and only what was measured", () => {
    const rows = text.split("\n").filter((line) => line.includes('"scores"'));
    expect(rows).toEqual([
      '    "10": {"hash":"h","scores":{"recall@5":1,"faithfulness":5},"retrieved":[]},',
      '    "9": {"hash":"h","scores":{"recall@5":1,"faithfulness":5},"retrieved":[]},',
      '    "a": {"hash":"h","scores":{"recall@5":1},"retrieved":[]},',
      '    "b": {"hash":"h","scores":{"recall@5":0.5,"faithfulness":5},"retrieved":[]}',
    ]);
  });

  test("what was written is what is read, and the second writing is the same text", () => {
    expect(formatBaseline(parseBaseline(text, "x.json"))).toBe(text);
  });

  test("a baseline of format 1 written long ago is still read", () => {
    const sample = readFileSync(new URL("../../tests/fixtures/formats/baseline.v1.json", import.meta.url), "utf8");
    expect(parseBaseline(sample, "baseline.v1.json").cases["q1"]).toEqual({
      hash: "h1",
      scores: { "recall@5": 0.5, faithfulness: 4 },
    });
  });

  test("a quarantined case stands there with the reason and with what its answer scored", () => {
    const { manifest: one, results: some } = summaryOf([{ id: "q", quarantined: "gone", faithfulness: 4 }]);
    const written = formatBaseline(baselineOf(one, some));
    expect(written).toContain('"q": {"hash":"h","scores":{"faithfulness":4},"quarantined":"gone","retrieved":[]}');
    expect(formatBaseline(parseBaseline(written, "b.json"))).toBe(written);
  });

  test.each([
    ["not json", "baseline-unreadable"],
    ['{"format":9}', "baseline-newer-format"],
    ['{"format":1}', "baseline-unreadable"],
    ["null", "baseline-unreadable"],
    ["[]", "baseline-unreadable"],
  ])("%s is refused as %s", (content, code) => {
    expect(() => parseBaseline(content, "b.json")).toThrow(InputError);
    expect(() => parseBaseline(content, "b.json")).toThrow(`error[${code}]`);
  });

  test.each([
    [{ scores: { "recall@5": 1.5 } }, "case `q`: `recall@5` is 1.5, and it goes from 0 to 1"],
    [{ scores: { "recall@5": -0.1 } }, "case `q`: `recall@5` is -0.1, and it goes from 0 to 1"],
    [{ scores: { faithfulness: 6 } }, "case `q`: `faithfulness` is 6, and it goes from 0 to 5"],
    [{ scores: { "mrr@10": 1 } }, "case `q` has a score of `mrr@10`, which has no scale"],
    [
      { scores: { "recall@5": null } },
      "`cases`: case `q`: scores.recall@5: Invalid input: expected number, received null",
    ],
    [{ scales: { "recall@5": 2 } }, "`scales.recall@5`: must be 1 or 5"],
  ])("scores off their scale: %j", (change, why) => {
    const { scores = {}, scales = {} } = change as Record<string, Record<string, number>>;
    const whole = JSON.parse(text) as { scales: object };
    const edited = { ...whole, scales: { ...whole.scales, ...scales }, cases: { q: { hash: "h", scores } } };
    expect(() => parseBaseline(JSON.stringify(edited), "b.json")).toThrow(`why: ${why}\n`);
  });

  test("a case keeps its scores whatever its id is", () => {
    const odd = summaryOf([{ id: "__proto__", recall: 0.5 }, { id: "constructor" }]);
    const written = formatBaseline(baselineOf(odd.manifest, odd.results));
    const { cases } = parseBaseline(written, "b.json");
    expect(Object.entries(cases).map(([id, { scores }]) => [id, scores["recall@5"]])).toEqual([
      ["__proto__", 0.5],
      ["constructor", 1],
    ]);
    expect(formatBaseline(parseBaseline(written, "b.json"))).toBe(written);
  });

  test("a file that is not there is no baseline, and a folder, a path below a file or other bytes are no baseline either", async () => {
    const folder = mkdtempSync(join(tmpdir(), "touchstone-"));
    writeFileSync(join(folder, "b.json"), text);
    expect(await readBaselineFile(join(folder, "none.json"), "none.json")).toBeNull();
    expect(await readBaselineFile(join(folder, "b.json"), "b.json")).toEqual(parseBaseline(text, "b.json"));
    await expect(readBaselineFile(folder, "baselines")).rejects.toThrowErrorMatchingInlineSnapshot(`
      [InputError: error[baseline-unreadable]: this is not a baseline
        at:  baselines
        why: it is a folder
        fix: restore it from git, or make one with \`--update-baseline\`]
    `);
    await expect(readBaselineFile(join(folder, "b.json", "c"), "c")).rejects.toThrow("error[baseline-unreadable]");
    writeFileSync(join(folder, "utf16.json"), Buffer.from("\uFEFF{}", "utf16le"));
    await expect(readBaselineFile(join(folder, "utf16.json"), "x")).rejects.toThrow("it is not text in UTF-8");
  });

  test("a partial, filtered or errored run cannot become a baseline", () => {
    const whole = { status: "complete", cases: { planned: 2, errors: 0 } };
    expect(whyNoBaseline(manifest, whole)).toBeNull();
    expect(whyNoBaseline(manifest, { ...whole, status: "incomplete" })).toBe("the run was interrupted");
    expect(whyNoBaseline(manifest, { ...whole, cases: { planned: 2, errors: 1 } })).toBe("1 of 2 cases have an error");
    const filtered = manifestOf({ planned: { cases: 2, of: 9, filters: ["language=zh"] } });
    expect(whyNoBaseline(filtered, whole)).toBe("the run covers 2 of 9 cases (language=zh)");
  });

  test("another text of a user's metric forbids the comparison, and so does a file that is new or gone", () => {
    const { fingerprint } = manifest;
    const own = { ...fingerprint, metricFiles: { "metrics/own.ts": "A", "metrics/old.ts": "B" } };
    const now = { ...fingerprint, metricFiles: { "metrics/own.ts": "C", "metrics/new.ts": "B" } };
    const end = "its numbers may mean something else; accept with --update-baseline";
    expect(differencesThatForbid(own, now)).toEqual([
      `metrics/own.ts changed: ${end}`,
      `metrics/old.ts is gone: ${end}`,
      `metrics/new.ts is new: ${end}`,
    ]);
    expect(differencesThatForbid(own, own)).toEqual([]);
    expect(differencesThatForbid(fingerprint, now)).toHaveLength(2);
  });

  test("the files of a user's metrics stand in the baseline, and nothing where there are none", () => {
    const ofOwn = manifestOf({ fingerprint: { ...manifest.fingerprint, metricFiles: { "own.ts": "A" } } });
    const written = formatBaseline(baselineOf(ofOwn, results));
    expect(parseBaseline(written, "b.json").fingerprint.metricFiles).toEqual({ "own.ts": "A" });
    expect(text).not.toContain("metricFiles");
  });

  test("another judge, judge prompt or k forbids the comparison, another target does not", () => {
    const judged = {
      ...manifest.fingerprint,
      judge: { kind: "llm", model: "qwen-max", prompt: "A" },
      metrics: ["recall@5"],
    };
    const now = {
      ...judged,
      judge: { kind: "llm", model: "deepseek-chat", prompt: "B" },
      metrics: ["recall@10"],
      target: { kind: "http" },
      seed: 2,
    };
    expect(differencesThatForbid(judged, now)).toEqual([
      "judge model qwen-max -> deepseek-chat",
      "judge prompt A -> B",
      "metrics: recall@5 gone, recall@10 new",
    ]);
    expect(differencesThatForbid(judged, { ...judged, target: { kind: "http" }, seed: 2, repeat: 3 })).toEqual([]);
  });
});
