import { answerWith, attacks, recordedModel, renderPrompt } from "touchstone/vitest";
import { expect, test } from "vitest";
import * as z from "zod";

const model = recordedModel(new URL("../recordings/rag-rewrite-query.jsonl", import.meta.url), {
  model: "scripted",
  parameters: { temperature: 0 },
});
const schema = z.strictObject({ query: z.string().min(1) });

test("a question that leans on the conversation stands by itself", async () => {
  const reply = await answerWith(model, "rag/rewrite-query@v1", {
    query: "And for digital goods?",
    history: [
      { isUser: true, content: "How long may goods be returned?" },
      { isUser: false, content: "Within 14 days of receipt." },
    ],
    zh: false,
  });
  expect(reply).toMatchSchema(schema);
  expect(reply).toCover("how long may digital goods be returned");
});

test("the same in Chinese", async () => {
  const reply = await answerWith(model, "rag/rewrite-query@v1", {
    query: "那数码商品呢？",
    history: [
      { isUser: true, content: "商品几天内可以退货？" },
      { isUser: false, content: "签收后七天内。" },
    ],
    zh: true,
  });
  expect(reply).toMatchSchema(schema);
  expect(reply).toCover("数码商品几天内可以退货");
});

test.each(attacks)("an order in the question stays a question: $id", ({ text, language }) => {
  const { messages } = renderPrompt("rag/rewrite-query@v1", { query: text, history: [], zh: language === "zh" });
  expect(messages[0]?.content).not.toContain(text);
  expect(messages[1]?.content).toMatch(/<question-([0-9a-f]+)>\n[\s\S]*\n<\/question-\1>$/);
});
