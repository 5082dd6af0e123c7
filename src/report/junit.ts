import type { CaseError } from "../core/index.ts";
import type { Finding } from "../gate/index.ts";
import type { CaseScores } from "../record/index.ts";
import { filterSentence, outcomeOf, verdictSentence } from "./outcome.ts";
import type { ReportInput } from "./renderer.ts";

/**
 * JUnit XML, as CI systems read it: a suite is a testsuite; a gated metric is a
 * testcase, and so is every case with an error. One file holds several suites.
 *
 * A metric that could not be decided is `skipped`, and the run then has a testcase of
 * its own with an `error`, so that no baseline, not comparable, interrupted or too few
 * cases scored never read as a pass.
 */
export function renderJunit(inputs: readonly ReportInput[]): string {
  const suites = inputs.map((input) => ({
    name: input.summary.suite,
    tests: testsOf(input),
    filter: filterSentence(input.summary),
  }));
  const all = suites.flatMap((suite) => suite.tests);
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="touchstone"${countsOf(all)}>`,
    ...suites.flatMap(({ name, tests, filter }) => [
      `  <testsuite${attributes({ name })}${countsOf(tests)}>`,
      ...propertyLines(filter),
      ...tests.flatMap((test) => renderTest(test, name)),
      "  </testsuite>",
    ]),
    "</testsuites>",
    "",
  ].join("\n");
}

interface Test {
  readonly name: string;
  /** Null when it passed. */
  readonly problem: {
    readonly element: "failure" | "error" | "skipped";
    readonly type: string;
    readonly message: string;
  } | null;
}

function testsOf(input: ReportInput): readonly Test[] {
  const gated = input.comparison.findings.filter((finding) => finding.verdict !== "watched");
  return [...gated.map(testOfFinding), ...testsOfRun(input), ...input.results.scores.flatMap(testsOfCase)];
}

/** The run as a whole, where something other than a gated metric decided. */
function testsOfRun(input: ReportInput): readonly Test[] {
  const outcome = outcomeOf(input);
  const isDecided = outcome === "pass" || outcome === "fail" || outcome === "not-gated";
  return isDecided
    ? []
    : [{ name: "verdict", problem: { element: "error", type: outcome, message: verdictSentence(input) } }];
}

function testOfFinding({ metric, slice, verdict, sentence }: Finding): Test {
  const name = slice === null ? metric : `${metric} (${slice})`;
  if (verdict === "fail") return { name, problem: { element: "failure", type: verdict, message: sentence } };
  if (verdict === "inconclusive") return { name, problem: { element: "skipped", type: verdict, message: sentence } };
  return { name, problem: null };
}

function testsOfCase(result: CaseScores): readonly Test[] {
  const error = firstError(result);
  if (error === undefined) return [];
  const name = result.repeat === 0 ? `case ${result.caseId}` : `case ${result.caseId}, repeat ${result.repeat + 1}`;
  return [{ name, problem: { element: "error", type: error.kind, message: error.message } }];
}

function firstError(result: CaseScores): CaseError | undefined {
  if (result.error !== null) return result.error;
  const scores = [...Object.values(result.retrieval), ...Object.values(result.generation)];
  return scores.find((score) => score.kind === "error")?.error;
}

/** A filtered run says so also where nothing failed. */
function propertyLines(filter: string): readonly string[] {
  if (filter === "") return [];
  return ["    <properties>", `      <property${attributes({ name: "filter", value: filter })}/>`, "    </properties>"];
}

function renderTest({ name, problem }: Test, suite: string): readonly string[] {
  const head = `    <testcase${attributes({ classname: suite, name })}`;
  if (problem === null) return [`${head}/>`];
  const { element, type, message } = problem;
  const values = element === "skipped" ? { message } : { type, message };
  return [`${head}>`, `      <${element}${attributes(values)}/>`, "    </testcase>"];
}

function countsOf(tests: readonly Test[]): string {
  const count = (element: string): number => tests.filter((test) => test.problem?.element === element).length;
  const counts = { failures: count("failure"), errors: count("error"), skipped: count("skipped") };
  return attributes({ tests: tests.length, ...counts });
}

function attributes(values: Readonly<Record<string, string | number>>): string {
  return Object.entries(values)
    .map(([name, value]) => ` ${name}="${escapeAttribute(String(value))}"`)
    .join("");
}

const entities: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

/**
 * Control characters of both sets, which a viewer may hand to a terminal, and what XML 1.0
 * forbids even when escaped: halves of a surrogate pair, U+FFFE and U+FFFF.
 */
const forbidden = /[^\t\n\u{20}-\u{7E}\u{A0}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu;

/** A line that a CI log would take for a command, `::error::` or `##[error]`, once a viewer prints it. */
const commandStart = /^([^\S\n]*(?::(?=:)|#(?=#)))/gm;

function escapeAttribute(text: string): string {
  return text
    .replace(/\r\n?/g, "\n")
    .replace(forbidden, "")
    .replace(commandStart, "$1\u200b")
    .replace(/[&<>"]/g, (character) => entities[character] ?? "")
    .replace(/[\t\n]/g, (character) => `&#${character.charCodeAt(0)};`);
}
