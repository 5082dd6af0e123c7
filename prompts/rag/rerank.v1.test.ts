import { answerWith, recordedModel, renderPrompt } from "touchstone/vitest";
import { expect, test } from "vitest";
import * as z from "zod";

const model = recordedModel(new URL("../recordings/rag-rerank.jsonl", import.meta.url), {
  model: "scripted",
  parameters: { temperature: 0 },
});
const schema = z.strictObject({
  grades: z.array(z.strictObject({ number: z.int().min(1), grade: z.int().min(0).max(3) })),
});

test.each([
  {
    query: "How long may goods be returned?",
    texts: ["The desk is open from nine to five.", "Goods may be returned within 14 days."],
    zh: false,
  },
  { query: "几天内可以退货？", texts: ["客服时间为九点至五点。", "签收后七天内可以退货。"], zh: true },
])("each passage gets one grade, the one that answers the highest: $query", async ({ query, texts, zh }) => {
  const contexts = texts.map((text, i) => ({ number: i + 1, text }));
  const reply = await answerWith(model, "rag/rerank@v1", { query, contexts, zh });
  expect(reply).toMatchSchema(schema);
  const { grades } = schema.parse(JSON.parse(reply));
  expect(grades.map(({ number }) => number).toSorted()).toEqual([1, 2]);
  expect(grades.toSorted((a, b) => b.grade - a.grade)[0]?.number).toBe(2);
});

test("without passages the reply is told", () => {
  const { messages } = renderPrompt("rag/rerank@v1", { query: "Why?", contexts: [], zh: false });
  expect(messages[1]?.content).toContain('reply {"grades": []}');
});
