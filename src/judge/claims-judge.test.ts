import { expect, test } from "vitest";
import { judgeInput, judgeOptions, kindsOf, startJudge } from "./judge.fixture.ts";
import type { LlmJudgeOptions } from "./llm-judge.ts";

const byClaims: Partial<LlmJudgeOptions> = {
  method: "claims",
  prompts: { en: "judge/claims-en@v1", zh: "judge/claims-zh@v1" },
  dimensions: ["judge/faithfulness-claims@v1", "judge/relevance@v1", "judge/completeness-points@v1"],
};

// biome-ignore lint/suspicious/noExplicitAny: bodies of every shape
const promptOf = (body: any): string => body.messages[0].content;
// biome-ignore lint/suspicious/noExplicitAny: bodies of every shape
const keysOf = (body: any): readonly string[] => Object.keys(body.response_format.json_schema.schema.properties);

/** Finds the number under which a context is shown. */
function numberOf(prompt: string, text: string): number {
  return Number(/\[(\d+)\]\n<context-[0-9a-f]+>\n$/.exec(prompt.slice(0, prompt.indexOf(`\n${text}\n`) + 1))?.[1]);
}

// biome-ignore lint/suspicious/noExplicitAny: bodies of every shape
function verdictOn(body: any): string {
  const context = numberOf(promptOf(body), "Within 14 days.");
  const lists = {
    claims: [
      { claim: "It takes 14 days.", verdict: "supported", context, quote: "Within 14 days" },
      { claim: "Sundays count.", verdict: "supported", context, quote: "Sundays count as days" },
    ],
    points: [{ point: "14 days", verdict: "supported", quote: "Fourteen days" }],
    relevance: 4,
  };
  const asked = Object.entries(lists).filter(([key]) => keysOf(body).includes(key));
  return JSON.stringify({ ...Object.fromEntries(asked), reason: "done" });
}

test.each(["en", "zh"] as const)(
  "claims and points are counted by the quotations that stand where they should (%s)",
  async (language) => {
    const { judge, server } = await startJudge(verdictOn, byClaims);
    const verdict = await judge.judge({ ...judgeInput, language }, judgeOptions);
    // One of two claims: floor(5 / 2) = 2; one of one point: 5.
    expect(verdict.scores).toMatchObject({
      faithfulness: { kind: "scored", value: 2 },
      relevance: { kind: "scored", value: 4, reason: "done" },
      completeness: { kind: "scored", value: 5 },
    });
    // `chunk` counts places in what was retrieved, whatever the order was in which they were shown.
    expect(verdict.judgement?.claims).toEqual([
      { text: "It takes 14 days.", verdict: "supported", quote: "Within 14 days", chunk: 0, isFabricated: false },
      { text: "Sundays count.", verdict: "not_found", quote: "Sundays count as days", chunk: 0, isFabricated: true },
    ]);
    expect(verdict.judgement?.points).toMatchObject([{ verdict: "supported", chunk: null }]);
    expect(server.requests).toHaveLength(1);
    expect(keysOf(server.requests[0]?.body)).toEqual(["claims", "points", "relevance", "reason"]);
    expect(promptOf(server.requests[0]?.body)).toContain(
      '{"claims": [{"claim": "…", "verdict": "…", "context": 1, "quote": "…"}], "points": [{"point": "…", "verdict": "…", "quote": "…"}], "relevance": N, "reason": "…"}',
    );
  },
);

test("one call each asks for claims, a level and points in turn, and repeats judge in other orders", async () => {
  const { judge, server } = await startJudge(verdictOn, { ...byClaims, mode: "each", repeat: 2 });
  const verdict = await judge.judge(judgeInput, judgeOptions);
  expect(server.requests.map(({ body }) => keysOf(body).slice(0, -1).join())).toEqual([
    "claims",
    "relevance",
    "points",
    "claims",
    "relevance",
    "points",
  ]);
  expect(verdict.scores["faithfulness"]).toMatchObject({ value: 2, spread: { n: 2, variance: 0 } });
});

test("without contexts or a reference there is nothing to take apart", async () => {
  const { judge, server } = await startJudge(verdictOn, byClaims);
  const verdict = await judge.judge({ ...judgeInput, contexts: [], references: [] }, judgeOptions);
  expect(kindsOf(verdict)).toEqual({ faithfulness: "absent", relevance: "scored", completeness: "absent" });
  expect(promptOf(server.requests[0]?.body)).not.toContain("`claims`");
});

test("lists that were left out are asked for once more, by name", async () => {
  const { judge, server } = await startJudge(
    (body, index) => (index === 0 ? '{"relevance": 4, "reason": ""}' : verdictOn(body)),
    byClaims,
  );
  expect(kindsOf(await judge.judge(judgeInput, judgeOptions))).toMatchObject({ faithfulness: "scored" });
  expect(server.requests[1]?.body.messages.at(-1).content).toContain("`claims`, `points`");
});

test("a judge by claims is another judge", async () => {
  const { judge } = await startJudge(verdictOn, byClaims);
  expect(judge.fingerprint).toMatchObject({ method: "claims" });
});
