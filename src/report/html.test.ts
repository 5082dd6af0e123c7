import { expect, test } from "vitest";
import { scored } from "../core/index.ts";
import { type EmbeddedReport, embeddedReport } from "./embedded-report.ts";
import { createHtmlRenderer, type ReportInput } from "./index.ts";
import {
  failedResult,
  hostile,
  hostileResult,
  manyResults,
  reportManifest,
  reportOf,
  resultOf,
} from "./report.fixture.ts";

const page = { script: "var page;", style: "body{}" };

function render(input: ReportInput, parts = page): string {
  return [...createHtmlRenderer(parts).render(input)].join("");
}

/** What the page's script reads. */
function dataOf(html: string): EmbeddedReport {
  const block = /<script type="application\/json" id="data">(.*)<\/script>\n/.exec(html)?.[1] ?? "";
  return JSON.parse(block) as EmbeddedReport;
}

/** The part that stands there without a script, one line of text for each element. */
function textOf(html: string): string {
  const start = html.indexOf('<div id="app">');
  const body = html.slice(start, html.indexOf('<script type="application/json"'));
  const cells = body.replace(/<\/t[hd]>/g, " | ").replace(/<\/li>/g, "\n");
  return cells
    .replace(/<[^>]*>/g, "")
    .replace(/\n{2,}/g, "\n")
    .trim();
}

test("hostile text cannot leave the data block, and comes back letter for letter", () => {
  const input = reportOf({ results: [hostileResult()], before: [hostileResult()] });
  const html = render(input);
  expect(html.startsWith("<!doctype html>\n")).toBe(true);
  // One script with data, one with code; `<` stands nowhere inside the data.
  expect(html.match(/<script/g)).toHaveLength(2);
  expect(html.match(/<\/script>/g)).toHaveLength(2);
  const [block = ""] = html.split('id="data">').slice(1);
  expect(block.slice(0, block.indexOf("</script>"))).not.toMatch(/[<\u2028\u2029]/);
  expect(dataOf(html)).toEqual(JSON.parse(JSON.stringify({ ...input, results: [...input.results] })));
  expect(dataOf(html).results[0]?.answer).toBe(hostile.answer);
  expect(dataOf(html).results[0]?.generation["faithfulness"]).toEqual({
    kind: "scored",
    value: 1,
    reason: hostile.reason,
  });
});

test("hostile names of suite, run, metric and notes are shown, not run", () => {
  const manifest = reportManifest({ suite: hostile.answer, runId: "$& $'", notes: [hostile.answer], minCoverage: 0 });
  const html = render(reportOf({ results: [failedResult(hostile.caseId)], manifest }));
  expect(html).not.toContain("<img");
  expect(html).toContain("Run $&amp; $&#39;");
  expect(html).toContain(
    "<title>&lt;/script&gt;&lt;img src=x onerror=&quot;document.title=&#39;pwned&#39;&quot;&gt; · Touchstone</title>",
  );
});

test("the page's own code may hold what would end its element", () => {
  const code = 'var a="</script>",b="<!--",c="$&";';
  const html = render(reportOf({ results: [] }), { script: code, style: 'a::after{content:"</style>"}' });
  expect(html).toContain('<script>var a="\\x3c/script>",b="\\x3c!--",c="$&";</script>');
  expect(html).toContain('<style>a::after{content:"\\3c /style>"}</style>');
});

test("nothing is loaded from anywhere: no address in src or href, and a policy that forbids it", () => {
  const html = render(reportOf({ results: [hostileResult()] }));
  expect(html).not.toMatch(/(?:src|href)\s*=\s*["']?(?:https?:)?\/\//i);
  expect(html).toContain(`http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'sha256-`);
});

test("without a script the verdict and every number can be read", () => {
  const before = [...manyResults(12, { isBefore: true }), resultOf({ caseId: "gone" })];
  const manifest = reportManifest({ minCoverage: 0.5, notes: ["cases.csv: decoded as GB18030"] });
  const results = [...manyResults(12), failedResult("slow")];
  expect(textOf(render(reportOf({ results, before, manifest })))).toMatchInlineSnapshot(`
    "handbook
    Run 20260102-030405-ab12, 2026-01-02T03:04:05.000Z
    Failed
    recall@5 fell by 18.2 points (2 cases got worse, 0 better, of 11); a drop of up to 2 points is allowed.
    12 of 13 cases scored (92.3 %), 1 with errors.
    Retrieval
    metric | mean | n of planned | baseline | change, points | allowed drop | verdict | 
    recall@5 | 0.818 | 11 of 13 (1 without gold, 1 with errors) | 1.000 | −18.18 | 2 | fail | 
    ndcg@10 | 0.636 | 11 of 13 (1 without gold, 1 with errors) | 0.773 | −13.64 | – | watched | 
    Generation
    Judge: A heuristic without a model: it sees shared words, not meaning.
    metric | mean | n of planned | baseline | change, points | allowed drop | verdict | 
    faithfulness (0–5) | 3.667 | 12 of 13 (1 with errors) | 3.750 | −1.67 | 2 | pass | 
    relevance (0–5) | 4.500 | 12 of 13 (1 with errors) | 4.667 | −3.33 | – | watched | 
    Refusals: should_refuse 0 of 1 (0 %), false_refusal 0 of 11 (0 %)
    What changed
    recall@5 fell by 18.2 points (2 cases got worse, 0 better, of 11); a drop of up to 2 points is allowed.
    ndcg@10 fell by 13.6 points (2 cases got worse, 0 better, of 11).
    faithfulness fell by 1.7 points (2 cases got worse, 1 better, of 12), within the 2 allowed.
    relevance fell by 3.3 points (2 cases got worse, 0 better, of 12).
    Errors by kind
    timeout: 1, such as slow: no complete answer within 30 s
    Why nothing or not all was compared
    1 case added: \`slow\`
    1 case removed: \`gone\`
    Cases that differ from the baseline
    1 case added: slow
    1 case removed: gone
    Notes
    cases.csv: decoded as GB18030
    The cases themselves are shown by a script, and scripts are switched off here."
  `);
});

test("a run without metrics, baseline, judge or numbers has a page, and a dash where there is no number", () => {
  const bare = reportOf({ results: [], manifest: reportManifest({ legend: [], judge: null }), gated: [] });
  expect(textOf(render(bare))).toMatchInlineSnapshot(`
    "handbook
    Run 20260102-030405-ab12, 2026-01-02T03:04:05.000Z
    Too many errors
    0 of 0 cases scored (coverage 0 %), below the minimum of 100 %, so the means decide nothing.
    0 of 0 cases scored (0 %), 0 with errors.
    Why nothing or not all was compared
    there is no baseline
    The cases themselves are shown by a script, and scripts are switched off here."
  `);
  const failing = textOf(render(reportOf({ results: [failedResult("a")] })));
  expect(failing).toMatch(/recall@5 \| – \| 0 of 1 \(1 with errors\)/);
  expect(failing).not.toMatch(/NaN|undefined|null/);
});

test("of a run with very many cases the page holds those with an error, then the largest drops, then the first", () => {
  const good = (caseId: string) => resultOf({ caseId });
  const results = [
    good("a"),
    good("b"),
    good("c"),
    resultOf({ caseId: "d", retrieval: { "recall@5": scored(0) } }),
    failedResult("e"),
  ];
  const input = reportOf({ results, before: [...results.slice(0, 3), good("d"), good("e")] });
  const { results: held, comparison, summary } = embeddedReport(input, 3);
  expect([...held].map(({ caseId }) => caseId)).toEqual(["a", "d", "e"]);
  expect(Object.keys(comparison.changes).sort()).toEqual(["a", "d"]);
  expect(summary.cases.planned).toBe(5);
  expect([...embeddedReport(input, 5).results]).toEqual(results);
});

test.each([0, 1, 49, 50, 51, 100, 101])("a page of %i cases holds them all, in order", (count) => {
  const results = Array.from({ length: count }, (_, i) => resultOf({ caseId: `q${i}` }));
  expect(dataOf(render(reportOf({ results }))).results).toEqual(JSON.parse(JSON.stringify(results)));
});
