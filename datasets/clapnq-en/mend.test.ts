import fc from "fast-check";
import { expect, test } from "vitest";
import { mendTokens } from "./mend.ts";

test.each([
  ["the index of the `` season '' -- seven seasons", 'the index of the "season" – seven seasons'],
  ["over a one - year period", "over a one-year period"],
  ["its first - and second - generation pupils", "its first- and second-generation pupils"],
  ["incomes - the highest - of on - the - job work", "incomes – the highest-of on-the-job work"],
  ["little - to - no treatment", "little-to-no treatment"],
  ["a Medical Examiner 's office , they do n't , we 're", "a Medical Examiner's office, they don't, we're"],
  ["( used only once ) , then", "(used only once), then"],
  ["He asked : `` Why ? '' and left .", 'He asked: "Why?" and left.'],
  ["4 % of 72.5 % at £ 20 , ranked # 82", "4% of 72.5% at £20, ranked #82"],
  ["from 2002 -- 2003 at 4 : 42", "from 2002–2003 at 4:42"],
  ["38 ° 48 ′ 09 '' N", "38 ° 48 ′ 09″ N"],
  ["onto the ' fire ' . Then", "onto the 'fire'. Then"],
  ["farmers ' daily movements", "farmers' daily movements"],
  ["let ' keep him going , ' or ' pardon ' do", "let ' keep him going, ' or ' pardon ' do"],
  ["a ``double coat'', soft", 'a "double coat", soft'],
  ["the .NET library and it ... ends", "the .NET library and it ... ends"],
  ["W \ufeff / \ufeff 45.604", "W / 45.604"],
  ["text (as people write it), don't - touch", "text (as people write it), don't-touch"],
])("mends %j", (tokenised, mended) => {
  expect(mendTokens(tokenised)).toBe(mended);
});

test("never changes, adds or drops a letter or a digit", () => {
  const piece = fc.constantFrom(
    "ab",
    "s",
    "n't",
    "'s",
    "7",
    ",",
    ".",
    "(",
    ")",
    "``",
    "''",
    "'",
    "-",
    "--",
    "%",
    "£",
    "and",
  );
  const letters = (text: string) => text.replace(/[^a-z0-9]/g, "");
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
      const text = pieces.join(" ");
      expect(letters(mendTokens(text))).toBe(letters(text));
    }),
  );
});

test("mending twice is mending once", () => {
  const text = "`` A one - year ( or two - year ) deal '' , he said -- 4 % of it .";
  expect(mendTokens(mendTokens(text))).toBe(mendTokens(text));
});
