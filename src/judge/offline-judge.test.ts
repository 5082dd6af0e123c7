import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Score } from "../core/index.ts";
import { createOfflineJudge, type JudgeInput } from "./index.ts";
import { levelOf } from "./offline-coverage.ts";

const judge = createOfflineJudge();
const signal = new AbortController().signal;
const judged = async (input: Partial<JudgeInput>): Promise<Readonly<Record<string, Score>>> => {
  const whole: JudgeInput = {
    query: "What is the daily allowance?",
    answer: "",
    contexts: ["The daily allowance for travel is 200 yuan. Hotels are booked through the travel desk in Shanghai."],
    references: ["200 yuan"],
    answerable: true,
    language: "en",
    caseId: "q",
    repeat: 0,
    ...input,
  };
  return (await judge.judge(whole, { signal })).scores;
};
const levels = async (input: Partial<JudgeInput>): Promise<Readonly<Record<string, number | string>>> => {
  const scores = Object.entries(await judged(input));
  return Object.fromEntries(
    scores.map(([id, score]) => [
      id,
      score.kind === "scored" ? score.value : score.kind === "absent" ? score.why : "error",
    ]),
  );
};

describe("what an answer gets", () => {
  test("copied from a context, to the point, with the number: full marks", async () => {
    expect(await levels({ answer: "The daily allowance for travel is 200 yuan." })).toEqual({
      faithfulness: 5,
      relevance: 5,
      completeness: 5,
    });
  });
  test("a number that stands in no context: at most 2 for faithfulness, and the reason names it", async () => {
    const { faithfulness, completeness } = await judged({ answer: "The daily allowance for travel is 300 yuan." });
    expect(faithfulness).toMatchObject({ kind: "scored", reason: "not in the contexts: 300" });
    expect(faithfulness?.kind === "scored" && faithfulness.value).toBeLessThanOrEqual(2);
    // Of the reference "200 yuan" one of two terms is there, and one of two units in order: half, whatever the weights.
    expect(completeness).toMatchObject({ value: 2, reason: "covers 50 % of the reference; lacks 200" });
  });
  test.each([
    ["Staff have ten days of leave.", "Staff have five days of leave.", "Staff have 10 days of leave."],
    ["员工每年享有十天年假。", "员工每年享有五天年假。", "员工每年享有10天年假。"],
  ])("numbers in words count: %s", async (context, wrong, right) => {
    const { faithfulness } = await levels({ answer: wrong, contexts: [context] });
    expect(faithfulness).toBeLessThanOrEqual(2);
    const same = await judged({ answer: right, contexts: [context] });
    expect(same["faithfulness"]?.kind === "scored" && same["faithfulness"].value).toBeGreaterThan(2);
  });
  test("the opposite of a context: at most 2", async () => {
    const { faithfulness } = await levels({ answer: "The daily allowance for travel is not 200 yuan." });
    expect(faithfulness).toBeLessThanOrEqual(2);
  });
  test("something else altogether: 0", async () => {
    expect(await levels({ answer: "Penguins swim quickly beneath antarctic ice." })).toMatchObject({
      faithfulness: 0,
      relevance: 0,
      completeness: 0,
    });
  });
  test("Chinese: copied, and with a changed number", async () => {
    const zh = {
      query: "每日补助是多少？",
      language: "zh",
      contexts: ["境内出差每日补助为200元。住宿由差旅部门统一预订。"],
      references: ["200元"],
    } as const;
    expect(await levels({ ...zh, answer: "境内出差每日补助为200元。" })).toEqual({
      faithfulness: 5,
      relevance: 5,
      completeness: 5,
    });
    const wrong = await judged({ ...zh, answer: "境内出差每日补助为300元。" });
    expect(wrong["faithfulness"]).toMatchObject({ reason: "上下文中没有：300" });
    expect(wrong["faithfulness"]?.kind === "scored" && wrong["faithfulness"].value).toBeLessThanOrEqual(2);
  });
  test("a name that stands in no context is named", async () => {
    const { faithfulness } = await judged({ answer: "Hotels are booked through the travel desk in Beijing." });
    expect(faithfulness).toMatchObject({ reason: "not in the contexts: beijing" });
  });
});

describe("contradictions", () => {
  const contexts = ["The hall opened in 1953 and seats 800 people. It was restored in 1987."];
  test("a number of the contexts in the place of another one: the reason says which", async () => {
    const { faithfulness } = await judged({ answer: "The hall opened in 1987 and seats 800 people.", contexts });
    expect(faithfulness).toMatchObject({ reason: 'says "1987" where a context says "1953"' });
    expect(faithfulness?.kind === "scored" && faithfulness.value).toBeLessThanOrEqual(2);
  });
  test.each([
    ["The southern gate is the largest of the city.", "The northern gate is the largest of the city.", "en"],
    ["产品价格从去年开始上升。", "产品价格从去年开始下降。", "zh"],
    ["该条例允许员工携带宠物。", "该条例不允许员工携带宠物。", "zh"],
  ] as const)("%s / %s", async (context, answer, language) => {
    const { faithfulness } = await levels({ answer, contexts: [context], language });
    expect(faithfulness).toBeLessThanOrEqual(2);
    expect(await levels({ answer: context, contexts: [context], language })).toMatchObject({ faithfulness: 5 });
  });
  test("words that only take up the word are no statements", async () => {
    const answer = "Yeah, the hall opened in 1953 and seats 800 people.";
    expect(await levels({ answer, contexts })).toMatchObject({ faithfulness: 5 });
  });
});

describe("short and awkward answers", () => {
  test("a name that ends where Chinese begins is the same name", async () => {
    const contexts = ["这款游戏由韩国Nexon开发与发行，2008年在NBA总决赛期间推出。"];
    const answer = "由韩国Nexon开发与发行，2008年在NBA总决赛期间推出。";
    expect(await levels({ answer, contexts, language: "zh" })).toMatchObject({ faithfulness: 5 });
    const { faithfulness } = await judged({ answer: "由Sony在NFL开发与发行。", contexts, language: "zh" });
    expect(faithfulness).toMatchObject({ reason: "上下文中没有：sony, nfl" });
  });
  test("possessives, compounds and units are no new names", async () => {
    const contexts = ["The French-born Brooks' brother ran 5 km on the VH1 show of O’Brien."];
    const answer = "On VH1's show of O'Brien, the French brother of Brooks ran 5km.";
    const { faithfulness } = await judged({ answer, contexts });
    expect(faithfulness?.kind === "scored" && faithfulness.reason).not.toContain("not in the contexts");
  });
  test("a bare yes says nothing that coverage could check", async () => {
    expect(await levels({ answer: "Yes." })).toMatchObject({
      faithfulness: "the answer has no word that a context could support",
    });
  });
  test("a reference of function words still has to be met", async () => {
    expect(await levels({ answer: "No, it is not.", references: ["No."] })).toMatchObject({ completeness: 5 });
    expect(await levels({ answer: "Penguins swim.", references: ["No."] })).toMatchObject({ completeness: 0 });
    expect(await levels({ answer: "企鹅游泳", references: ["是的"], language: "zh" })).toMatchObject({
      completeness: 0,
    });
    expect(await levels({ answer: "", references: ["的"] })).toMatchObject({ completeness: 0 });
    expect(await levels({ answer: "200 yuan", references: ["…"] })).toMatchObject({ completeness: "no reference" });
  });
  test("two statements of which one denies: each copied one is faithful", async () => {
    const contexts = ["Smoking is allowed in the garden. Smoking is not allowed in the garden after ten."];
    for (const answer of ["Smoking is allowed in the garden.", "Smoking is not allowed in the garden after ten."]) {
      expect(await levels({ answer, contexts })).toMatchObject({ faithfulness: 5 });
    }
  });
});

describe("refusals", () => {
  const refusal = "I do not know: the documents do not contain an answer.";
  test("right where the documents hold no answer", async () => {
    expect(await levels({ answer: refusal, answerable: false, references: [] })).toEqual({
      faithfulness: 5,
      relevance: 5,
      completeness: "no reference",
    });
  });
  test("wrong where they do", async () => {
    expect(await levels({ answer: refusal })).toEqual({ faithfulness: 5, relevance: 0, completeness: 0 });
  });
  test("answering where they hold none is a fault", async () => {
    expect(
      await judged({ answer: "The daily allowance for travel is 200 yuan.", answerable: false, references: [] }),
    ).toMatchObject({
      relevance: { value: 0, reason: "answers although the documents hold no answer" },
    });
  });
});

describe("without a number", () => {
  test("no context, no reference, no answer", async () => {
    expect(await levels({ answer: "200 yuan", contexts: [] })).toMatchObject({ faithfulness: "no contexts" });
    expect(await levels({ answer: "200 yuan", references: [] })).toMatchObject({ completeness: "no reference" });
    expect(await levels({ answer: "  " })).toEqual({
      faithfulness: "the answer is empty",
      relevance: 0,
      completeness: 0,
    });
  });
});

test("the table from share to level", () => {
  expect([0, 0.14, 0.15, 0.35, 0.55, 0.75, 0.89, 0.9, 1].map(levelOf)).toEqual([0, 0, 1, 2, 3, 4, 4, 5, 5]);
});

test("it says what it is wherever its scores are shown", () => {
  expect(judge.notice).toBe(
    "Scored by an offline heuristic (coverage of n-grams, numbers and names), neither by a model nor by a person.",
  );
});

describe("invariants", () => {
  const text = fc.string({ unit: "grapheme", maxLength: 120 });
  test("whole numbers from 0 to 5 or absent, and the same every time", async () => {
    await fc.assert(
      fc.asyncProperty(
        text,
        text,
        text,
        fc.boolean(),
        fc.constantFrom("en", "zh"),
        async (answer, context, reference, answerable, language) => {
          const input = { answer, contexts: [context], references: [reference], answerable, language } as const;
          const scores = await judged(input);
          for (const score of Object.values(scores)) {
            if (score.kind === "scored") expect([0, 1, 2, 3, 4, 5]).toContain(score.value);
            else expect(score.kind).toBe("absent");
          }
          expect(await judged(input)).toEqual(scores);
        },
      ),
    );
  });

  const english = fc
    .array(
      fc.constantFrom(
        "the",
        "daily",
        "limit",
        "in",
        "Shanghai",
        "O'Brien",
        "is",
        "not",
        "paid",
        "GPT-4o",
        "for",
        "Jonas'",
        "French-born",
      ),
      {
        minLength: 2,
        maxLength: 12,
      },
    )
    .map((words) => words.join(" "));
  const chinese = fc
    .array(
      fc.constantFrom(
        "境内出差",
        "补助",
        "不",
        "由Nexon",
        "公司",
        "在NBA",
        "总决赛",
        "提交",
        "AGG01",
        "没有",
        "（Bee Gees）",
      ),
      {
        minLength: 2,
        maxLength: 10,
      },
    )
    .map((words) => words.join(""));
  const number = fc.integer({ min: 0, max: 99_999 }).map(String);
  const statement = fc.oneof(
    fc.tuple(english, number).map(([words, n]) => ({ text: `Rule ${words} up to ${n} yuan.`, number: n })),
    fc.tuple(chinese, number).map(([words, n]) => ({ text: `规定${words}为${n}元。`, number: n })),
  );
  test("a sentence copied from a context is faithful; with its number changed it gets 2 at most", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(statement, { minLength: 1, maxLength: 5 }),
        fc.nat(),
        fc.constantFrom("en", "zh"),
        async (statements, place, language) => {
          const copied = statements[place % statements.length] ?? { text: "", number: "" };
          const contexts = [statements.map((one) => one.text).join(" ")];
          expect(await levels({ answer: copied.text, contexts, language })).toMatchObject({ faithfulness: 5 });
          // No number of the contexts has six digits.
          const changed = copied.text.replace(/(\d+)(?= yuan\.|元。)/, "777777");
          const { faithfulness } = await levels({ answer: changed, contexts, language });
          expect(faithfulness).toBeLessThanOrEqual(2);
        },
      ),
    );
  });
});
