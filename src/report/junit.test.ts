import { expect, test } from "vitest";
import { scored } from "../core/index.ts";
import { renderJunit } from "./index.ts";
import { failedResult, hostileResult, reportManifest, reportOf, resultOf } from "./report.fixture.ts";

const good = resultOf({ caseId: "a" });
const worse = resultOf({ caseId: "a", retrieval: { "recall@5": scored(0.5), "ndcg@10": scored(1) } });

test("several suites stand in one file: a gated metric is a testcase, and so is a case with an error", () => {
  const failing = reportOf({
    results: [worse, failedResult("slow")],
    before: [good, resultOf({ caseId: "slow" })],
    manifest: reportManifest({ minCoverage: 0.5 }),
  });
  const passing = reportOf({ results: [good], before: [good], manifest: reportManifest({ suite: "second" }) });
  expect(renderJunit([failing, passing])).toMatchInlineSnapshot(`
    "<?xml version="1.0" encoding="UTF-8"?>
    <testsuites name="touchstone" tests="5" failures="1" errors="1" skipped="1">
      <testsuite name="handbook" tests="3" failures="1" errors="1" skipped="1">
        <testcase classname="handbook" name="recall@5">
          <failure type="fail" message="recall@5 fell by 50 points (1 case got worse, 0 better, of 1); a drop of up to 2 points is allowed. Beside these 1 case that had a score has none now."/>
        </testcase>
        <testcase classname="handbook" name="faithfulness">
          <skipped message="faithfulness: identical on the one case. Beside these 1 case that had a score has none now; at the worst that these could be the gate fails, so this is no pass."/>
        </testcase>
        <testcase classname="handbook" name="case slow">
          <error type="timeout" message="no complete answer within 30 s"/>
        </testcase>
      </testsuite>
      <testsuite name="second" tests="2" failures="0" errors="0" skipped="0">
        <testcase classname="second" name="recall@5"/>
        <testcase classname="second" name="faithfulness"/>
      </testsuite>
    </testsuites>
    "
  `);
});

test("a metric that could not be decided is skipped, and the run has an error, so that CI is not green", () => {
  const other = resultOf({ caseId: "b" });
  expect(renderJunit([reportOf({ results: [other], before: [good] })])).toMatchInlineSnapshot(`
    "<?xml version="1.0" encoding="UTF-8"?>
    <testsuites name="touchstone" tests="3" failures="0" errors="1" skipped="2">
      <testsuite name="handbook" tests="3" failures="0" errors="1" skipped="2">
        <testcase classname="handbook" name="recall@5">
          <skipped message="recall@5: no case has a score in both runs, so nothing can be said."/>
        </testcase>
        <testcase classname="handbook" name="faithfulness">
          <skipped message="faithfulness: no case has a score in both runs, so nothing can be said."/>
        </testcase>
        <testcase classname="handbook" name="verdict">
          <error type="inconclusive" message="recall@5: no case has a score in both runs, so nothing can be said. faithfulness: no case has a score in both runs, so nothing can be said. The comparison is not like for like: 1 case added: \`b\`; 1 case removed: \`a\`. To compare from here on, accept this run with \`touchstone eval handbook --update-baseline\`."/>
        </testcase>
      </testsuite>
    </testsuites>
    "
  `);
});

test("no baseline, interrupted and too few scored cases are errors of the run", () => {
  const runs = [
    reportOf({ results: [good] }),
    reportOf({ results: [good], before: [good], isFinished: false }),
    reportOf({ results: [failedResult("a")], before: [good] }),
  ];
  const types = runs.map((run) => /name="verdict">\s*<error type="([^"]*)"/.exec(renderJunit([run]))?.[1]);
  expect(types).toEqual(["inconclusive", "incomplete", "too-many-errors"]);
});

test("nothing that a model wrote ends a tag, and what XML forbids is left out", () => {
  const nasty = 'a"b<c>&\u0000\u001b[31m\ud83d\ufffe\tnew\nline ]]> 😀';
  const results = [hostileResult(), failedResult("<b>x</b>\"'", nasty)];
  const xml = renderJunit([reportOf({ results, manifest: reportManifest({ suite: "<s>&" }) })]);
  expect(xml.split("\n").filter((line) => line.includes("new"))).toMatchInlineSnapshot(`
    [
      "      <error type="timeout" message="a&quot;b&lt;c&gt;&amp;[31m&#9;new&#10;line ]]&gt; 😀"/>",
    ]
  `);
  expect(xml).toContain('<testcase classname="&lt;s&gt;&amp;" name="case &lt;b&gt;x&lt;/b&gt;&quot;\'">');
});

test("a suite in which nothing is gated has no testcase and no verdict", () => {
  expect(renderJunit([reportOf({ results: [good], before: [good], gated: [] })])).toMatchInlineSnapshot(`
    "<?xml version="1.0" encoding="UTF-8"?>
    <testsuites name="touchstone" tests="0" failures="0" errors="0" skipped="0">
      <testsuite name="handbook" tests="0" failures="0" errors="0" skipped="0">
      </testsuite>
    </testsuites>
    "
  `);
});

test("a run of a part of the cases says so", () => {
  const manifest = reportManifest({ planned: { cases: 1, of: 10, filters: ["first 1", "kind=<x>"] } });
  expect(renderJunit([reportOf({ results: [good], before: [good], manifest })])).toContain(
    '<property name="filter" value="1 of 10 cases ran (filter: first 1, kind=&lt;x&gt;)."/>',
  );
});

test("no control character and no command to the CI comes from a file", () => {
  const message = "::error::a\r\n  ::set-output\r##[error]\u009b31m\u007f\u0085b::c";
  const xml = renderJunit([
    reportOf({ results: [failedResult("a", message)], before: [resultOf({ caseId: "x\u001b[2J" })] }),
  ]);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: none of these may be there
  expect(xml).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/);
  // What nobody sees breaks a mark in two.
  const line = xml.split("\n").find((one) => one.includes("set-output"));
  expect(line?.replaceAll("\u200b", "(zero width)")).toBe(
    '      <error type="timeout" message=":(zero width):error::a&#10;  :(zero width):set-output&#10;#(zero width)#[error]31mb::c"/>',
  );
});
