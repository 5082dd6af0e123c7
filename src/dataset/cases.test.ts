import fc from "fast-check";
import { expect, test } from "vitest";
import { InputError } from "../core/index.ts";
import { type CaseFormat, caseFormats, parseCases } from "./cases.ts";
import { decodeText } from "./decode.ts";

const pieces = [
  "id",
  "query",
  "gold",
  "spans",
  "doc",
  "quote",
  "history",
  "metadata",
  "answerable",
  '"',
  "'",
  "{",
  "}",
  "[",
  "]",
  ":",
  ": ",
  ",",
  ";",
  "|",
  "\t",
  "\n",
  "\r\n",
  "\r",
  " ",
  "- ",
  "&a",
  "*a",
  "!!x ",
  "#",
  "0",
  "1e999",
  "-1",
  "null",
  "true",
  "\\",
  "\\u0000",
  "__proto__",
  "问",
  "\u2028",
  "\uFEFF",
  "\uD800",
  "<<",
  "?",
  ">",
  "%",
  "---",
  "...",
  "@",
];

test.each(Object.keys(caseFormats) as CaseFormat[])(
  "whatever a file ending in %s holds, it is read or told in words",
  (format) => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...pieces), maxLength: 60 }), (text) => {
        expectReadOrTold(() => parseCases(text, "cases", { format }));
      }),
      { numRuns: 2000 },
    );
  },
);

test("whatever bytes a file holds, they are read or told in words", () => {
  fc.assert(fc.property(fc.uint8Array(), (bytes) => expectReadOrTold(() => decodeText(bytes, "cases"))));
});

test("any case that JSON can write comes back letter for letter", () => {
  const id = fc.string({ unit: "grapheme-ascii" }).filter((text) => text !== "" && text === text.trim());
  const text = fc.string({ unit: "grapheme" }).filter((one) => one.trim() !== "");
  fc.assert(
    fc.property(id, text, fc.uniqueArray(id), fc.dictionary(id, text), (caseId, query, gold, metadata) => {
      const line = JSON.stringify({ id: caseId, query, gold, metadata });
      expect(parseCases(line, "cases", { format: ".jsonl" })).toEqual([
        expect.objectContaining({
          id: caseId,
          query,
          gold: { kind: "groups", groups: gold.map((one) => ({ any: [one], grade: 1 })) },
          metadata: Object.fromEntries(Object.entries(metadata)),
        }),
      ]);
    }),
  );
});

function expectReadOrTold(step: () => unknown): void {
  try {
    step();
  } catch (error) {
    expect(error).toBeInstanceOf(InputError);
    for (const { code, what, at } of (error as InputError).problems) {
      expect(code).toMatch(/^dataset-/);
      expect(what).not.toMatch(/undefined|\[object/);
      expect(at).toMatch(/^cases/);
    }
  }
}
