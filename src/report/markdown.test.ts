import { expect, test } from "vitest";
import { scored } from "../core/index.ts";
import { markdownRenderer } from "./index.ts";
import { failedResult, manyResults, reportManifest, reportOf, resultOf } from "./report.fixture.ts";

test("reads whole: verdict, tables, judge's notice, differing cases, notes, worst cases, errors", () => {
  const before = [...manyResults(12, { isBefore: true }), resultOf({ caseId: "gone" })];
  const results = [...manyResults(12), failedResult("slow"), resultOf({ caseId: "new" })];
  const manifest = reportManifest({ minCoverage: 0.5, notes: ["cases.csv: decoded as GB18030"] });
  expect(markdownRenderer.render(reportOf({ results, before, manifest }))).toMatchInlineSnapshot(`
    "## ❌ FAIL: handbook

    recall@5 fell by 18.2 points (2 cases got worse, 0 better, of 11); a drop of up to 2 points is allowed.

    13 of 14 cases scored, 1 with errors (1 timeout) · run 20260102-030405-ab12

    **Retrieval**

    | metric | mean | n of planned | baseline | change, points | allowed drop | verdict |
    | --- | ---: | ---: | ---: | ---: | ---: | --- |
    | recall@5 | 0.833 | 12 of 14 (1 without gold, 1 with errors) | 1.000 | −18.18 | 2 | fail |
    | ndcg@10 | 0.667 | 12 of 14 (1 without gold, 1 with errors) | 0.773 | −13.64 | – | watched |

    **Generation**

    | metric | mean | n of planned | baseline | change, points | allowed drop | verdict |
    | --- | ---: | ---: | ---: | ---: | ---: | --- |
    | faithfulness (0–5) | 3.769 | 13 of 14 (1 with errors) | 3.750 | −1.67 | 2 | pass |
    | relevance (0–5) | 4.462 | 13 of 14 (1 with errors) | 4.667 | −3.33 | – | watched |

    _Judge:_ A heuristic without a model: it sees shared words, not meaning.

    _Refusals:_ should\\_refuse 0 of 1 (0 %), false\\_refusal 0 of 12 (0 %)

    - 2 cases added: \\\`slow\\\`, \\\`new\\\`
    - 1 case removed: \\\`gone\\\`
    - cases.csv: decoded as GB18030

    **Cases to look at**, the largest drop first

    | case | question | what happened | answer |
    | --- | --- | --- | --- |
    | vpn-004 | How do I reset a forgotten VPN password? | recall@5 −100 points | Open the self-service page, choose “Forgot password” and confirm with the code sent to your phone. |
    | errors-011 | 错误码 E-1042 出现时应该联系谁？ | recall@5 −100 points | 应联系网络组值班工程师，分机 6120。 |
    | slow | What does slow ask? | timeout: no complete answer within 30 s | – |
    "
  `);
});

test("what a model or a dataset wrote shows as it is and does nothing", () => {
  const results = [failedResult("a|b", "`x` <b>\n::error::@team see https://example.org #12 [a](b) user@host")];
  const text = markdownRenderer.render(reportOf({ results, before: [], manifest: reportManifest({ minCoverage: 0 }) }));
  const lines = text.split("\n").filter((line) => line.startsWith("| a"));
  // What nobody sees breaks a mark in two.
  expect(lines.join("\n").replaceAll("\u200b", "(zero width)")).toMatchInlineSnapshot(
    `"| a\\|b | What does a\\|b ask? | timeout: \\\`x\\\` &lt;b&gt; :(zero width):error:(zero width):@(zero width)team see https:(zero width)//example.org #(zero width)12 \\[a\\](b) user@host | – |"`,
  );
});

test("one cell is one line of at most 120 characters, and never half a character", () => {
  const result = resultOf({ caseId: "long", query: "a\r\nb\u2028c", answer: `x${"😀".repeat(500)}` });
  const worse = { ...result, retrieval: { "recall@5": scored(0), "ndcg@10": scored(0) } };
  const lines = markdownRenderer.render(reportOf({ results: [worse], before: [result] })).split("\n");
  // 120 characters: the x, 118 faces and the mark of the cut
  expect(lines.at(-2)).toBe(`| long | a b c | recall@5 −100 points | x${"😀".repeat(118)}… |`);
});

test("3,000 failing cases of 500 Chinese characters stay far below the 1 MiB that GitHub takes", () => {
  const chinese = "检索结果与标准答案不一致，请核对。".repeat(30).slice(0, 500);
  const before = Array.from({ length: 3_000 }, (_, i) =>
    resultOf({ caseId: `c${i}`, query: chinese, answer: chinese }),
  );
  const results = before.map((result) => ({ ...result, retrieval: { "recall@5": scored(0), "ndcg@10": scored(0) } }));
  const text = markdownRenderer.render(reportOf({ results, before }));
  expect(text).toContain("\n2,980 more in the report\n");
  expect(Buffer.byteLength(text)).toBeLessThan(900 * 1024);
  // A comment on a pull request takes 65,536 characters.
  expect(text.length).toBeLessThan(65_000);
  expect(text.split("\n")[0]).toBe("## ❌ FAIL: handbook");
});

test("no metric, no baseline, no number: a dash stands where there is none", () => {
  const nothing = reportOf({ results: [failedResult("a")], manifest: reportManifest({ minCoverage: 0 }) });
  expect(markdownRenderer.render(nothing)).toMatchInlineSnapshot(`
    "## ⚠️ INCONCLUSIVE: handbook

    Nothing was compared: there is no baseline. Accept this run as the baseline with \\\`touchstone eval handbook --update-baseline\\\`.

    0 of 1 case scored, 1 with errors (1 timeout) · run 20260102-030405-ab12

    **Retrieval**

    | metric | mean | n of planned | baseline | change, points | allowed drop | verdict |
    | --- | ---: | ---: | ---: | ---: | ---: | --- |
    | recall@5 | – | 0 of 1 (1 with errors) | – | – | – | not compared |
    | ndcg@10 | – | 0 of 1 (1 with errors) | – | – | – | not compared |

    **Generation**

    | metric | mean | n of planned | baseline | change, points | allowed drop | verdict |
    | --- | ---: | ---: | ---: | ---: | ---: | --- |
    | faithfulness (0–5) | – | 0 of 1 (1 with errors) | – | – | – | not compared |
    | relevance (0–5) | – | 0 of 1 (1 with errors) | – | – | – | not compared |

    _Judge:_ A heuristic without a model: it sees shared words, not meaning.

    **Cases to look at**, the largest drop first

    | case | question | what happened | answer |
    | --- | --- | --- | --- |
    | a | What does a ask? | timeout: no complete answer within 30 s | – |
    "
  `);
  const bare = reportOf({
    results: [],
    manifest: reportManifest({ legend: [], judge: null, minCoverage: 0 }),
    gated: [],
  });
  expect(markdownRenderer.render(bare)).toMatchInlineSnapshot(`
    "## ℹ️ NOT GATED: handbook

    The metrics are reported, not gated: there is no baseline. This is not a pass.

    0 of 0 cases scored, 0 with errors · run 20260102-030405-ab12
    "
  `);
});

test("dropped duplicates are told among the notes", () => {
  const results = [resultOf({ caseId: "a", droppedDuplicates: 2 }), resultOf({ caseId: "b", droppedDuplicates: 1 })];
  expect(markdownRenderer.render(reportOf({ results, before: results }))).toContain(
    "\n- 3 retrieved entries were dropped, since the same id stood further up\n",
  );
});

test("an id from a file sends no control character and no command to the CI in the verdict either", () => {
  const before = [resultOf({ caseId: "a" }), resultOf({ caseId: "x\u001b[2J\r\n::error::y\u009b" })];
  const text = markdownRenderer.render(reportOf({ results: [resultOf({ caseId: "a" })], before }));
  // biome-ignore lint/suspicious/noControlCharactersInRegex: none of these may be there
  expect(text).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/);
  expect(text).not.toContain("::");
  expect(text.split("\n")[2]?.replaceAll("\u200b", "(zero width)")).toMatchInlineSnapshot(
    `"The comparison is not like for like: 1 case removed: \\\`x\\\\u001b\\[2J\\\\u000d\\\\u000a:(zero width):error:(zero width):y\\\\u009b\\\`. To compare from here on, accept this run with \\\`touchstone eval handbook --update-baseline\\\`."`,
  );
});

test("where chunks are unjudged the mean stands with what it could be; where nothing is open it stands alone", () => {
  const bounds = { "recall@5": { low: 0.5, high: 1 }, "ndcg@10": { low: 1, high: 1 } };
  const text = markdownRenderer.render(reportOf({ results: [resultOf({ caseId: "q1", bounds })] }));
  const rows = text.split("\n").filter((line) => /^\| (?:recall|ndcg)|In brackets/.test(line));
  expect(rows).toEqual([
    "| recall@5 | 1.000 (0.500–1.000) | 1 of 1 | – | – | – | not compared |",
    "| ndcg@10 | 1.000 | 1 of 1 | – | – | – | not compared |",
    "_In brackets:_ what the mean could be, whatever the retrieved chunks are that nobody judged.",
  ]);
});
