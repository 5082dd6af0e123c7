import fc from "fast-check";
import { expect, test } from "vitest";
import { CaseFailure } from "../core/index.ts";
import { settleAnswer } from "./settle-answer.ts";

function refusal(given: { answer: unknown; retrieved: unknown }): string {
  try {
    settleAnswer(given);
  } catch (error) {
    if (error instanceof CaseFailure) return `${error.error.kind}: ${error.error.message}`;
    throw error;
  }
  return "accepted";
}

test("an id that comes twice counts at its first place, and the number dropped is told", () => {
  const retrieved = [{ id: "A", text: "1" }, "B", { id: "A", text: "2" }, { id: "C" }, "B"];
  expect(settleAnswer({ answer: "x", retrieved })).toEqual({
    answer: "x",
    retrieved: [{ id: "A", text: "1" }, { id: "B" }, { id: "C" }],
    droppedDuplicates: 2,
  });
});

test("ids that are numbers become the same digits, and null counts as not there", () => {
  const entry = { id: 7, docId: 12, text: null, score: null, start: null, end: null };
  expect(settleAnswer({ answer: "", retrieved: [entry] }).retrieved).toEqual([{ id: "7", docId: "12" }]);
});

test("all that is known of an entry is kept, and nothing else", () => {
  const entry = { id: "a", docId: "d", text: "t", score: -0.5, start: 0, end: 3, vector: [1] };
  expect(settleAnswer({ answer: "x", retrieved: [entry] }).retrieved).toEqual([
    { id: "a", docId: "d", text: "t", score: -0.5, start: 0, end: 3 },
  ]);
});

test.each([
  [{ answer: null, retrieved: [] }, "the answer must be text, and is null"],
  [{ answer: undefined, retrieved: [] }, "the answer must be text, and is missing"],
  [{ answer: { text: "x" }, retrieved: [] }, "the answer must be text, and is an object"],
  [{ answer: "x", retrieved: undefined }, "the retrieved list must be a list, and is missing"],
  [{ answer: "x", retrieved: { a: 1 } }, "the retrieved list must be a list, and is an object"],
  [{ answer: "x", retrieved: ["a", {}] }, "the id of retrieved[1] must be text that is not empty, and is missing"],
  [{ answer: "x", retrieved: [""] }, "retrieved[0] must be text that is not empty, and is empty"],
  [{ answer: "x", retrieved: [null] }, "retrieved[0] must be an object with an id, or an id, and is null"],
  [{ answer: "x", retrieved: [{ id: true }] }, "the id of retrieved[0] must be text that is not empty, and is `true`"],
  [
    { answer: "x", retrieved: [{ id: 2 ** 60 }] },
    "the id of retrieved[0] is the number 1152921504606847000, which may have been rounded; send ids as text",
  ],
  [{ answer: "x", retrieved: [{ id: "a", text: 4 }] }, "the text of retrieved[0] must be text, and is `4`"],
  [
    { answer: "x", retrieved: [{ id: "a", score: Number.NaN }] },
    "the score of retrieved[0] must be a finite number, and is `NaN`",
  ],
  [
    { answer: "x", retrieved: [{ id: "a", score: "0.5" }] },
    "the score of retrieved[0] must be a finite number, and is the text `0.5`",
  ],
  [
    { answer: "x", retrieved: [{ id: "a", start: 5, end: 3 }] },
    "start and end of retrieved[0] must be whole numbers, 0 or more, in this order, and are `5` and `3`",
  ],
  [
    { answer: "x", retrieved: [{ id: "a", start: 5 }] },
    "start and end of retrieved[0] must be whole numbers, 0 or more, in this order, and are `5` and missing",
  ],
])("what is wrong is named: %j", (given, message) => {
  expect(refusal(given)).toBe(`bad_answer: ${message}`);
});

test("ids stay unique and in order, and none is lost", () => {
  fc.assert(
    fc.property(fc.array(fc.string({ minLength: 1, maxLength: 2 })), (ids) => {
      const { retrieved, droppedDuplicates } = settleAnswer({ answer: "x", retrieved: ids });
      expect(retrieved.map(({ id }) => id)).toEqual([...new Set(ids)]);
      expect(retrieved.length + droppedDuplicates).toBe(ids.length);
    }),
  );
});
