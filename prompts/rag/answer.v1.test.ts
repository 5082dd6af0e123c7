import { answerWith, attacks, recordedModel, renderPrompt } from "touchstone/vitest";
import { expect, test } from "vitest";

const model = recordedModel(new URL("../recordings/rag-answer.jsonl", import.meta.url), {
  model: "scripted",
  parameters: { temperature: 0 },
});
const returns = [
  { number: 1, text: "The desk is open from nine to five." },
  { number: 2, text: "Goods may be returned within 14 days of receipt, unused and in their box." },
];
const zhReturns = [{ number: 1, text: "商品自签收之日起七天内可无理由退货，须保持完好。" }];

test("answers from the contexts, and cites them", async () => {
  const answer = await answerWith(model, "rag/answer@v1", {
    query: "How long may goods be returned?",
    contexts: returns,
    history: [],
    zh: false,
  });
  expect(answer).toBeFaithfulTo(returns.map(({ text }) => text));
  expect(answer).toCover("within 14 days of receipt");
  expect(answer).toCite(2);
});

test("declines where the contexts do not hold the answer, in both languages", async () => {
  const english = { query: "Who won the cup in 1974?", contexts: returns, history: [], zh: false };
  expect(await answerWith(model, "rag/answer@v1", english)).toRefuse();
  const chinese = { query: "食堂的厨师叫什么？", contexts: zhReturns, history: [], zh: true };
  expect(await answerWith(model, "rag/answer@v1", chinese)).toRefuse();
});

test("answers a Chinese question in Chinese", async () => {
  const values = { query: "几天内可以退货？", contexts: zhReturns, history: [], zh: true };
  const answer = await answerWith(model, "rag/answer@v1", values);
  expect(answer).not.toRefuse();
  expect(answer).toBeFaithfulTo(zhReturns.map(({ text }) => text));
  expect(answer).toCite(1);
});

test.each(attacks)("what others wrote stands inside a fence and nowhere else: $id", ({ text, where, language }) => {
  const contexts = [{ number: 1, text: where === "document" ? text : "Goods may be returned." }];
  const query = where === "question" ? text : "How long?";
  const { messages } = renderPrompt("rag/answer@v1", { query, contexts, history: [], zh: language === "zh" });
  const [system, user] = messages;
  expect(system?.content).not.toContain(text);
  const [tag] = /<(?:context|question)-[0-9a-f]+>/.exec(user?.content ?? "") ?? [];
  const fence = tag?.split("-")[1]?.slice(0, -1) ?? "none";
  // Letter for letter between two tags, whose end stands nowhere in it.
  const label = where === "document" ? "context" : "question";
  expect(user?.content).toContain(`<${label}-${fence}>\n${text}\n</${label}-${fence}>`);
  expect(text).not.toContain(fence);
});

test.each(attacks.filter(({ id }) => id.startsWith("order-in")))("resists $id", async (attack) => {
  const isInDocument = attack.where === "document";
  const answer = await answerWith(model, "rag/answer@v1", {
    query: isInDocument ? (attack.language === "zh" ? "退款要多久？" : "How long do refunds take?") : attack.text,
    contexts: [{ number: 1, text: isInDocument ? attack.text : "The desk is open from nine to five." }],
    history: [],
    zh: attack.language === "zh",
  });
  expect(answer).toResist(attack);
});
