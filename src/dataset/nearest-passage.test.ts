import { expect, test } from "vitest";
import { nearestPassages } from "./nearest-passage.ts";

const document = (id: string, text: string) => ({ id, title: "", text, format: "text" as const });
const hotels = document(
  "hotels",
  "Hotels are booked through the travel desk. The limit for a night in Shanghai is **700 yuan**, elsewhere 450 yuan.",
);
const meals = document("meals", "员工因公出差期间，餐费报销上限为每日 300 元，须凭当日发票实报实销。");
const found = (text: string, doc: string, ...documents: (typeof hotels)[]) =>
  nearestPassages(documents, [{ text, doc }])[0];

test("the passage that a quotation became when somebody edited it, English and Chinese", () => {
  // 10 terms each, all but 650 in common: 2 · 9 / (10 + 10).
  expect(found("The limit for a night in Shanghai is 650 yuan", "hotels", meals, hotels)).toEqual({
    doc: "hotels",
    start: 43,
    end: 92,
    text: "The limit for a night in Shanghai is **700 yuan**",
    similarity: 0.9,
  });
  // Six pairs of neighbours, 200 and 元: 8 terms, all but 200 in common: 2 · 7 / (8 + 8).
  expect(found("报销上限为每日200元", "meals", hotels, meals)).toMatchObject({
    doc: "meals",
    text: "报销上限为每日 300 元",
    similarity: 0.875,
  });
});

test("words put in between: the passage is longer than the quotation", () => {
  const text = "Then the new limit for each single night in town is high enough";
  // The quotation has 8 terms; in 10 terms all 8 stand: 2 · 8 / (8 + 10). In 8 at most 6 do: 2 · 6 / (8 + 8).
  expect(found("the limit for each night in town is", "d", document("d", text))).toMatchObject({
    text: "the new limit for each single night in town is",
    similarity: expect.closeTo(16 / 18, 12),
  });
});

test("a quotation that moved is found in another document, and one that is gone nowhere", () => {
  const moved = "Hotels are booked through the travel desk.";
  expect(found(moved, "meals", meals, hotels)).toMatchObject({ doc: "hotels", start: 0, similarity: 1 });
  expect(found(moved, "renamed", meals, hotels)).toMatchObject({ doc: "hotels", start: 0, similarity: 1 });
  expect(found("zebra", "meals", meals, hotels)).toBeUndefined();
  expect(found("…", "meals", meals)).toBeUndefined();
  expect(found("zebra", "meals", document("meals", ""))).toBeUndefined();
});

test("its own document goes first where it is like enough: others may say the same of something else", () => {
  const own = document("own", "The limit in Shanghai is 700 yuan.");
  const other = document("other", "The limit in Shanghai is 650 yuan.");
  expect(found("The limit in Shanghai is 650 yuan", "own", other, own)?.doc).toBe("own");
});

test("rare words choose the document, however many hold the frequent ones", () => {
  const many = Array.from({ length: 50 }, (_, i) => document(`d${i}`, "the limit of the day is in the house"));
  expect(found("the Shanghai limit of the day", "gone", ...many, hotels)?.doc).toBe("d0");
  expect(found("Shanghai yuan", "gone", ...many, hotels)?.doc).toBe("hotels");
});
