import { answerWith, recordedModel } from "touchstone/vitest";
import { expect, test } from "vitest";
import * as z from "zod";

const model = recordedModel(new URL("../recordings/extract-claims.jsonl", import.meta.url), {
  model: "scripted",
  parameters: { temperature: 0 },
});
const schema = z.strictObject({ claims: z.array(z.strictObject({ claim: z.string(), quote: z.string() })) });

test.each([
  {
    query: "How long may goods be returned?",
    answer: "Within 14 days, if they are unused [1]. Digital goods cannot be returned [2].",
    zh: false,
    count: 3,
  },
  { query: "几天内可以退货？", answer: "签收后七天内可以退货，但须保持完好[1]。", zh: true, count: 2 },
  { query: "Who won?", answer: "The available documents do not answer this question.", zh: false, count: 0 },
])("single statements, each with the words that make it: $answer", async ({ count, ...values }) => {
  const reply = await answerWith(model, "extract/claims@v1", values);
  expect(reply).toMatchSchema(schema);
  const { claims } = schema.parse(JSON.parse(reply));
  expect(claims).toHaveLength(count);
  for (const { quote } of claims) expect(values.answer).toContain(quote);
});
