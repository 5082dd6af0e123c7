import { expect, test } from "vitest";
import { messagesOf } from "./dataset.fixture.ts";
import { decodeText } from "./decode.ts";

const utf16le = (text: string) => Buffer.from(text, "utf16le");
const utf16be = (text: string) => utf16le(text).swap16();

test("GBK bytes are read as GB18030 and the note says so", () => {
  // `id,问题` newline `1,召回` in GBK
  expect(decodeText(Buffer.from("69642ccecacce20a312cd5d9bbd8", "hex"), "cases.csv")).toEqual({
    text: "id,问题\n1,召回",
    notes: ["cases.csv: decoded as GB18030"],
  });
});

test.each([
  ["UTF-8", Buffer.from("id,问题\n")],
  ["UTF-8 with a mark", Buffer.from("\uFEFFid,问题\n")],
  ["UTF-16LE with a mark", utf16le("\uFEFFid,问题\n")],
  ["UTF-16BE with a mark", utf16be("\uFEFFid,问题\n")],
  ["UTF-16LE without a mark", utf16le("id,问题\n")],
  ["UTF-16BE without a mark", utf16be("id,问题\n")],
])("%s is read without a word", (_name, bytes) => {
  expect(decodeText(bytes, "cases.csv")).toEqual({ text: "id,问题\n", notes: [] });
});

test("a UTF-8 file with a damaged byte is refused with its line, not read as Chinese", async () => {
  const bytes = Buffer.concat([
    Buffer.from("id,问题\n1,召回率是多少\n2,"),
    Buffer.from([0xff]),
    Buffer.from("精确率\n"),
  ]);
  expect(await messagesOf(() => decodeText(bytes, "cases.csv"))).toMatchInlineSnapshot(`
    "error[dataset-encoding]: the file is UTF-8 but for some bytes that are not
      at:  cases.csv:3
      fix: save the file again in UTF-8"
  `);
});

test("bytes of no encoding are refused", async () => {
  expect(await messagesOf(() => decodeText(Buffer.from([0x61, 0xff, 0xff, 0x0a]), "cases.csv"))).toMatchInlineSnapshot(`
    "error[dataset-encoding]: the file is neither UTF-8 nor UTF-16 nor GB18030
      at:  cases.csv
      fix: save the file again in UTF-8"
  `);
});

test("a NUL is refused with its line", async () => {
  expect(await messagesOf(() => decodeText(Buffer.from("id,query\n1,a\0b\n"), "cases.csv"))).toMatchInlineSnapshot(`
    "error[dataset-nul]: the file holds a NUL character, so it is no text file, or damaged
      at:  cases.csv:2
      fix: save it again as text in UTF-8"
  `);
});

test("a character that an earlier conversion lost is told", () => {
  expect(decodeText(Buffer.from("id,query\n1,a\uFFFDb\n"), "cases.csv").notes).toEqual([
    "cases.csv:2: holds U+FFFD, a character that an earlier conversion lost",
  ]);
});
