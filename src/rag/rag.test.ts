import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Document } from "../core/index.ts";
import { isRefusal } from "../text/index.ts";
import { chunkDocument } from "./chunk.ts";
import { createReferenceRag, defaultRagOptions } from "./index.ts";
import { weighTerms } from "./term-weights.ts";

const markdown = (text: string, title = ""): Document => ({ id: "d", title, text, format: "markdown" });

describe("chunks follow the structure of a document", () => {
  test("sections never share a chunk, and each knows the headings above it", () => {
    const text =
      "# Guide\n\nIntro.\n\n## Travel\n\nBook early.\n\nKeep receipts.\n\n### Hotels\n\nAsk first.\n\n## Leave\n\nTen days.";
    expect(chunkDocument(markdown(text), 200).map((chunk) => [chunk.text, chunk.headings])).toEqual([
      ["# Guide\n\nIntro.", ["Guide"]],
      ["## Travel\n\nBook early.\n\nKeep receipts.", ["Guide", "Travel"]],
      ["### Hotels\n\nAsk first.", ["Guide", "Travel", "Hotels"]],
      ["## Leave\n\nTen days.", ["Guide", "Leave"]],
    ]);
  });

  test("a code fence stays in one piece, and what looks like a heading in it is none", () => {
    const fence = "```sh\n# not a heading\n\nnpm ci\n```";
    expect(chunkDocument(markdown(`Before.\n\n${fence}\n\nAfter.`), 40).map((chunk) => chunk.text)).toEqual([
      "Before.",
      fence,
      "After.",
    ]);
  });

  test("headings and fences need no empty line around them, and line ends may be those of Windows", () => {
    const text = "# Guide\r\n## Setup ##\r\nRun:\r\n```sh\r\n# none\r\n\r\nnpm ci\r\n```\r\nDone.\r\n## Use\r\nStart.";
    expect(chunkDocument(markdown(text), 40).map((chunk) => [chunk.text, chunk.headings])).toEqual([
      ["# Guide", ["Guide"]],
      ["## Setup ##\r\nRun:", ["Guide", "Setup"]],
      ["```sh\r\n# none\r\n\r\nnpm ci\r\n```\r\nDone.", ["Guide", "Setup"]],
      ["## Use\r\nStart.", ["Guide", "Use"]],
    ]);
  });

  test("in plain text a number sign is no heading", () => {
    const text = "# 1 of the list\nnext\n# 2 of the list";
    expect(chunkDocument({ ...markdown(text), format: "text" }, 200).map((chunk) => chunk.text)).toEqual([text]);
  });

  test("a long paragraph is cut between sentences, in Chinese too", () => {
    const text = "第一句话在这里。第二句话在这里。第三句话在这里。";
    expect(chunkDocument(markdown(text), 16).map((chunk) => chunk.text)).toEqual([
      "第一句话在这里。第二句话在这里。",
      "第三句话在这里。",
    ]);
  });

  test("a sentence that is too long is cut at a comma or a blank, and a long fence at line ends", () => {
    const cut = (text: string, maxChars: number): readonly string[] =>
      chunkDocument(markdown(text), maxChars).map((chunk) => chunk.text);
    expect(cut("one two three four five six", 12)).toEqual(["one two", "three four", "five six"]);
    expect(cut("第一部分很长，第二部分也很长，第三部分", 10)).toEqual([
      "第一部分很长，",
      "第二部分也很长，",
      "第三部分",
    ]);
    expect(cut("```\nnpm ci\nnpm test\nnpm start\n```", 20)).toEqual(["```\nnpm ci\nnpm test", "npm start\n```"]);
    expect(cut("😀😀😀", 3)).toEqual(["😀", "😀", "😀"]);
  });

  test("offsets are exact, nothing but blanks is lost, no chunk is too long, ids are unique", () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ unit: "grapheme", maxLength: 300 }),
          fc.string({
            unit: fc.constantFrom("```", "~~~", "# ", "## ", "\n", "\n", "\r\n", "- ", "a", "字", "。", ". ", " ", "1"),
            maxLength: 80,
          }),
        ),
        fc.integer({ min: 5, max: 60 }),
        (text, maxChars) => {
          const chunks = chunkDocument(markdown(text), maxChars);
          let position = 0;
          for (const chunk of chunks) {
            expect(text.slice(chunk.start, chunk.end)).toBe(chunk.text);
            expect(chunk.text.length).toBeLessThanOrEqual(maxChars);
            expect(text.slice(position, chunk.start).trim()).toBe("");
            position = chunk.end;
          }
          expect(text.slice(position).trim()).toBe("");
          expect(chunks.map((chunk) => chunk.id)).toEqual(chunks.map((_, n) => `d#${n}`));
          expect(chunkDocument(markdown(text), maxChars)).toEqual(chunks);
        },
      ),
    );
  });
});

test("rare terms weigh more: ln(1 + (3 − n + 0.5) / (n + 0.5)) for n = 3, 1 and 0 of 3 texts", () => {
  const { weightOf } = weighTerms([
    ["red", "apple"],
    ["red", "pear"],
    ["red", "plum"],
  ]);
  // ln(1 + 0.5/3.5) = 0.1335, ln(1 + 2.5/1.5) = 0.9808, ln(1 + 3.5/0.5) = 2.0794
  expect([weightOf("red"), weightOf("apple"), weightOf("kiwi")]).toEqual([
    expect.closeTo(0.1335, 4),
    expect.closeTo(0.9808, 4),
    expect.closeTo(2.0794, 4),
  ]);
});

describe("the reference RAG", () => {
  const documents: readonly Document[] = [
    {
      id: "travel",
      title: "Travel",
      format: "text",
      text: "The daily allowance is 200 yuan. It is paid in the next month.",
    },
    {
      id: "errors",
      title: "Errors",
      format: "text",
      text: "Error E-1042 means that the reader is not connected. Error E-1043 means no paper.",
    },
    {
      id: "leave",
      title: "休假",
      format: "text",
      text: "工作满一年的员工每年享有十天年假。病假超过三天需要提交医院证明。",
    },
  ];
  const rag = createReferenceRag(documents, defaultRagOptions);
  const ask = (query: string): string => rag.answer(query, rag.retrieve(query));

  test("finds by words, by codes kept whole, and in Chinese", () => {
    expect(rag.retrieve("What is the daily allowance?")[0]).toMatchObject({
      id: "travel#0",
      docId: "travel",
      start: 0,
    });
    expect(rag.retrieve("E-1042")[0]?.docId).toBe("errors");
    expect(rag.retrieve("病假要什么证明")[0]?.docId).toBe("leave");
  });

  test("answers with sentences of what it found", () => {
    expect(ask("What is the daily allowance?")).toContain("The daily allowance is 200 yuan.");
    expect(ask("员工每年有多少天年假？")).toContain("工作满一年的员工每年享有十天年假。");
  });

  test("refuses in the language of the question when nothing covers it", () => {
    expect(ask("Who won the chess championship in 1972?")).toBe(
      "I do not know: the documents do not contain an answer to this question.",
    );
    expect(ask("食堂的厨师叫什么名字？")).toBe("我不知道：文档中没有这个问题的答案。");
    expect(isRefusal(ask("Who won the chess championship in 1972?"))).toBe(true);
    expect(isRefusal(ask("食堂的厨师叫什么名字？"))).toBe(true);
  });

  test("k cuts the list, and equal scores are ordered by id", () => {
    const twins = ["b", "a", "c"].map((id): Document => ({ id, title: "", format: "text", text: "the same words" }));
    const list = createReferenceRag(twins, { ...defaultRagOptions, k: 2 }).retrieve("same words");
    expect(list.map((chunk) => chunk.id)).toEqual(["a#0", "b#0"]);
  });

  test("an empty corpus retrieves nothing and refuses", () => {
    const empty = createReferenceRag([], defaultRagOptions);
    expect(empty.retrieve("anything")).toEqual([]);
    expect(isRefusal(empty.answer("anything", []))).toBe(true);
  });
});
