import { describe, expect, test } from "vitest";
import { createOfflineJudge } from "./index.ts";
import { withoutMarks } from "./offline-marks.ts";

describe("numbers of sources and of items are no statements", () => {
  test.each([
    ["The limit is 200 yuan [1].", "The limit is 200 yuan."],
    ["The limit [2, 3] is 200 yuan (source 3).", "The limit is 200 yuan."],
    ["每日200元【1】，另计[来源：2]。", "每日200元，另计。"],
    ["The limit is 200 yuan [travel#3].", "The limit is 200 yuan."],
    ["1. Book early.\n2. Keep receipts.", "Book early.\nKeep receipts."],
    ["1、提前预订。\n2、保留票据。", "提前预订。\n保留票据。"],
    ["(1) Book early.\n(2) Keep receipts.", "Book early.\nKeep receipts."],
  ])("%s", (text, rest) => {
    expect(withoutMarks(text, 3)).toBe(rest);
  });
  test.each([
    "The limit is [300] yuan.",
    "There is no source [4].",
    "5、6月份不放假。",
    "300. That is the limit.",
    "It grew 1.5 times (by 3).",
  ])("stays: %s", (text) => {
    expect(withoutMarks(text, 3)).toBe(text);
  });
});

describe("what the offline judge makes of them", () => {
  const contexts = [
    "The daily allowance is 200 yuan.",
    "Hotels are booked through the travel desk.",
    "Ten days of leave.",
  ];
  const faithfulness = async (answer: string, from: readonly string[] = contexts): Promise<unknown> => {
    const input = { query: "What is the daily allowance?", answer, contexts: from, references: [], answerable: true };
    const { signal } = new AbortController();
    const { scores } = await createOfflineJudge().judge(
      { ...input, language: "en", caseId: "q", repeat: 0 },
      { signal },
    );
    return scores["faithfulness"];
  };
  test("an answer with citations and numbered items is as faithful as without", async () => {
    expect(
      await faithfulness("1. The daily allowance is 200 yuan [1].\n2. Hotels are booked through the travel desk [2]."),
    ).toMatchObject({ value: 5 });
  });
  test("a citation of what was not shown, and a wrong number in brackets, are named", async () => {
    expect(await faithfulness("The daily allowance is 200 yuan [9].")).toMatchObject({
      reason: "not in the contexts: 9",
    });
    expect(await faithfulness("The daily allowance is [300] yuan [1].")).toMatchObject({
      reason: "not in the contexts: 300",
    });
  });
  test("what is copied with the marks of its context stays faithful", async () => {
    const marked = "1. Rome was founded early [2] by twins [1].\n2. It grew fast.";
    expect(await faithfulness(marked, [marked])).toMatchObject({ value: 5 });
    expect(await faithfulness("2. It grew fast.", [marked])).toMatchObject({ value: 5 });
    expect(await faithfulness("Rome was founded early [2] by twins [1].", [marked])).toMatchObject({ value: 5 });
  });
  test("an answer of nothing but a mark has nothing to be judged", async () => {
    expect(await faithfulness("[1]")).toMatchObject({ kind: "absent" });
  });
  test("the citations of an expert need not be covered, and those of an answer cover no number", async () => {
    const scoresOf = async (answer: string, reference: string): Promise<unknown> => {
      const input = { query: "Which rule?", answer, contexts: [], references: [reference], answerable: true };
      const options = { signal: new AbortController().signal };
      const { scores } = await createOfflineJudge().judge(
        { ...input, language: "en", caseId: "q", repeat: 0 },
        options,
      );
      return scores["completeness"];
    };
    expect(await scoresOf("Corpora are unlabelled.", "Corpora are unlabelled [4].")).toMatchObject({ value: 5 });
    // Of "rule 2" the rule is there and the 2 is not: half of the terms, by rarity, and half of the units.
    expect(await scoresOf("The rule [2].", "rule 2")).toMatchObject({ value: 2 });
  });
});
