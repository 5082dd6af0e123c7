import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { createOfflineJudge } from "../../judge/index.ts";
import { metricDefinitions } from "../../metrics/index.ts";
import { createToolTranslate } from "./tool-text.ts";

const toChinese = createToolTranslate("zh");
const hasHan = /\p{Script=Han}/u;

test("every title and meaning that the tool ships has its Chinese", () => {
  const rubrics = new URL("../../../prompts/judge/", import.meta.url);
  const dimensions = readdirSync(rubrics)
    .filter((name) => name.endsWith(".yaml"))
    .map((name) => parse(readFileSync(new URL(name, rubrics), "utf8")) as { title: string; meaning: string });
  const judge = createOfflineJudge();
  const texts = [
    ...metricDefinitions.flatMap(({ title, summary }) => [title, summary]),
    ...[...dimensions, ...judge.dimensions].flatMap(({ title, meaning }) => [title, meaning]),
    judge.notice,
  ];
  expect(texts.length).toBeGreaterThan(20);
  expect(texts.filter((text) => !hasHan.test(toChinese(text)))).toEqual([]);
});

test("the cut-off is kept", () => {
  expect(toChinese("The share of what should be found that stands among the first 5 results.")).toBe(
    "应当找到的内容中，有多少出现在前 5 个结果里。",
  );
  expect(toChinese("The share of what should be found that stands among the first result.")).toBe(
    "应当找到的内容中，有多少出现在前 1 个结果里。",
  );
});

test("what options add to a meaning is told in Chinese behind it", () => {
  expect(
    toChinese(
      "The share of what should be found that stands among the first 5 results. A result counts when it holds at least 80 % of a passage. Results of one document count as one.",
    ),
  ).toBe("应当找到的内容中，有多少出现在前 5 个结果里。结果至少包含段落的 80% 才计入。同一文档的多个结果只算一个。");
});

test("a changed set of cases is told in Chinese, its ids as they are", () => {
  expect([
    toChinese("1 case added: `q and 2 more`"),
    toChinese("7 cases removed: `a`, `b`, `c`, `d`, `e` and 2 more"),
    toChinese("this run becomes the baseline"),
  ]).toEqual([
    "新增 1 个用例：`q and 2 more`",
    "移除 7 个用例：`a`, `b`, `c`, `d`, `e` 等，另有 2 个",
    "本次运行将成为基线",
  ]);
});

test("a user's metric that changed is told in Chinese, its path as it is", () => {
  expect(toChinese("metrics/own.ts changed: its numbers may mean something else; accept with --update-baseline")).toBe(
    "metrics/own.ts 已修改：其数值的含义可能已不同；用 --update-baseline 接受",
  );
});

test("what the tool did not write stays as it is", () => {
  expect(toChinese("Is the tone friendly? 5 when it is.")).toBe("Is the tone friendly? 5 when it is.");
  expect(toChinese("constructor")).toBe("constructor");
  expect(createToolTranslate("en")("Found")).toBe("Found");
});
