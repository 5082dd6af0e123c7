import fc from "fast-check";
import { expect, test } from "vitest";
import { diffWords, formatWordDiff } from "./word-diff.ts";

const marked = (old: string, text: string): string => formatWordDiff(diffWords(old, text), { colours: false });

test("a changed word is marked as a word, not as its line", () => {
  expect(marked("Answer in one short sentence.", "Answer in one long sentence.")).toBe(
    "Answer in one [-short-]{+long+} sentence.",
  );
});

test("words that change one after another are one change", () => {
  expect(marked("Use only the contexts.", "Use what was found.")).toBe("Use [-only the contexts-]{+what was found+}.");
});

test("the blank behind a change is not part of it", () => {
  expect(marked("and do not guess", "and never guess")).toBe("and [-do not-]{+never+} guess");
});

test("Chinese is compared character by character", () => {
  // 依据 → 根据: only the first character is another one.
  expect(marked("只依据资料作答。", "只根据资料作答。")).toBe("只[-依-]{+根+}据资料作答。");
});

test("a blank or a line end more is a change too: a model sees it", () => {
  expect(marked("a  b\n", "a b\n\n")).toBe("a[-  -]{+ +}b\n{+\n+}");
});

test("equal texts differ in nothing", () => {
  expect(marked("same\n", "same\n")).toBe("");
});

test("lines far from a change are counted, not shown", () => {
  const lines = ["1", "2", "3", "4", "5", "6", "7", "8", "9"];
  // The change is line 9: two whole lines before it stay, and its own beginning; 6 of the 9 are left out.
  expect(marked(lines.join("\n"), [...lines.slice(0, 8), "nine"].join("\n"))).toBe(
    "… 6 lines as before …\n7\n8\n[-9-]{+nine+}",
  );
});

test("on a terminal what went is red and what came is green", () => {
  expect(formatWordDiff(diffWords("old", "new"), { colours: true })).toBe(
    "\u001b[31m[-old-]\u001b[39m\u001b[32m{+new+}\u001b[39m",
  );
});

test("put together, the stretches are both texts letter for letter", () => {
  const text = fc.string({ unit: fc.constantFrom("a", "b1", " ", "\n", "资", "料", "。", "\u0301", "😀") });
  fc.assert(
    fc.property(text, text, (old, changed) => {
      const stretches = diffWords(old, changed);
      expect(stretches.map((one) => (one.kind === "same" ? one.text : one.old)).join("")).toBe(old);
      expect(stretches.map((one) => (one.kind === "same" ? one.text : one.new)).join("")).toBe(changed);
    }),
  );
});
