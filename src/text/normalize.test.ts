import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { findQuote, normalizeText } from "./index.ts";

describe("a Markdown link reads as its wording", () => {
  test.each([
    ["see [the policy](https://example.org/a_b) now", "see the policy now"],
    ["见 [报销制度](docs/travel.md) 第三条", "见报销制度第三条"],
    ["![a diagram](./flow.png) below", "a diagram below"],
    ["[one](/a) and [two](/b)", "one and two"],
    ['[spec](https://example.org/x_(y) "title")', "spec"],
  ])("%s", (linked, plain) => {
    expect(normalizeText(linked)).toBe(normalizeText(plain));
  });
  test("brackets that are no link stay", () => {
    for (const text of ["[1](see below)", "[1] (a)", "f[i](x)", "[](https://example.org)"])
      expect(normalizeText(text)).toBe(text.toLowerCase());
  });
  test("a quotation across a link is found where it stands in the raw text", () => {
    const text = "Ask first. See [the policy](https://example.org/p) now. End.";
    const found = findQuote(text, "see the policy now.");
    expect(found && text.slice(found.start, found.end)).toBe("See [the policy](https://example.org/p) now.");
  });
  test("normalising twice changes nothing more, brackets and marks in any order", () => {
    const unit = fc.constantFrom("[", "]", "(", ")", "!", "*", "/", "a.b", " ", "中", "］", "（");
    fc.assert(
      fc.property(fc.string({ unit, maxLength: 30 }), (text) => {
        expect(normalizeText(normalizeText(text))).toBe(normalizeText(text));
      }),
    );
  });
});
