import type { RetrievedChunk } from "../core/index.ts";
import type { Fields, PromptValues } from "../prompts/index.ts";
import type { TargetRequest } from "./target.ts";

/**
 * What a prompt that answers questions may use. `zh` is true for a Chinese case; `number`
 * counts from 1. What others wrote is untrusted, and printed only between fences.
 */
export const answerInputs: Fields = {
  query: "untrusted",
  contexts: { each: { number: "number", id: "text", docId: "text", text: "untrusted" } },
  history: { each: { role: "text", isUser: "flag", content: "untrusted" } },
  language: "text",
  zh: "flag",
};

/** What such a prompt is filled with for one query and what was retrieved for it, best first. */
export function answerValues(
  { query, history, language }: Pick<TargetRequest, "query" | "history" | "language">,
  retrieved: readonly RetrievedChunk[],
): PromptValues {
  return {
    query,
    contexts: retrieved.map(({ id, docId = "", text = "" }, i) => ({ number: i + 1, id, docId, text })),
    history: history.map(({ role, content }) => ({ role, isUser: role === "user", content })),
    language,
    zh: language === "zh",
  };
}
