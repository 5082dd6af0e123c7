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

test("why gold does not stand in the corpus is told in Chinese, names and quotations as they are", () => {
  expect([
    toChinese("quarantined: gold names `a#1`, and the corpus has no document `a`"),
    toChinese("in the baseline: the quotation “x y” does not stand in the document `d`"),
    toChinese("the span ends at 400, and the document `d` has 34 UTF-16 code units"),
    toChinese('from 1 to 4 the document `d` has " \\n ", and no words'),
    toChinese("from 0 to 5 the document `d` has “Error”, not the quotation “$& open”"),
  ]).toEqual([
    "已隔离：标注写的是 `a#1`，语料中没有文档 `a`",
    "在基线中：文档 `d` 中没有引文“x y”",
    "标注的位置到 400 为止，而文档 `d` 只有 34 个 UTF-16 码元",
    '文档 `d` 的 1 到 4 处是 " \\n "，没有文字',
    "文档 `d` 的 0 到 5 处是“Error”，不是引文“$& open”",
  ]);
});

test("a user's metric that changed is told in Chinese, its path as it is", () => {
  expect(toChinese("metrics/own.ts changed: its numbers may mean something else; accept with --update-baseline")).toBe(
    "metrics/own.ts 已修改：其数值的含义可能已不同；用 --update-baseline 接受",
  );
});

test("why a run stopped is told in Chinese", () => {
  expect(toChinese("20 calls were sent, and `--max-calls` allows 20")).toBe(
    "已发送 20 次请求，`--max-calls` 允许 20 次",
  );
  expect(toChinese("the 60 seconds of `--max-duration` are over")).toBe("`--max-duration` 给出的 60 秒已用完");
});

test("a draft is told in Chinese, its name as it is", () => {
  expect(toChinese("`rag/答@v1` is a draft: it is not released and may change under this name")).toBe(
    "`rag/答@v1` 是草稿：尚未发布，同名内容可能会改变",
  );
});

test("what the tool did not write stays as it is", () => {
  expect(toChinese("Is the tone friendly? 5 when it is.")).toBe("Is the tone friendly? 5 when it is.");
  expect(toChinese("constructor")).toBe("constructor");
  expect(createToolTranslate("en")("Found")).toBe("Found");
});

test("that judge and model under test are kin is told in Chinese", () => {
  expect(
    toChinese(
      "the judge `qwen-max` and the model under test `qwen-plus` are of one family (Qwen): a judge favours answers of its own kind",
    ),
  ).toBe("裁判 `qwen-max` 与被测模型 `qwen-plus` 属于同一系列（Qwen）：裁判会偏爱与自己风格相近的回答");
});
