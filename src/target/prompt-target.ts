import { CaseFailure, type Document } from "../core/index.ts";
import type { Chat } from "../llm/index.ts";
import { type Fields, loadPrompt } from "../prompts/index.ts";
import { createReferenceRag } from "../rag/index.ts";
import type { PromptTargetOptions } from "./options.ts";
import { settleAnswer } from "./settle-answer.ts";
import type { Target } from "./target.ts";

/**
 * What a prompt that answers questions may use. `zh` is true for a Chinese case; `number`
 * counts from 1. What others wrote is untrusted, and printed only between fences.
 */
const answerInputs: Fields = {
  query: "untrusted",
  contexts: { each: { number: "number", id: "text", docId: "text", text: "untrusted" } },
  history: { each: { role: "text", isUser: "flag", content: "untrusted" } },
  language: "text",
  zh: "flag",
};

/** What a prompt target works with. */
export interface PromptTargetContext {
  /** Closed with the target. */
  readonly chat: Chat;
  readonly documents: readonly Document[];
  readonly promptsDir: string;
  /** Where it is configured, for messages. */
  readonly at?: string | undefined;
}

/**
 * The reference retriever, a prompt file and a model: only what is changed in the
 * prompt changes the answers.
 *
 * @throws InputError when there is no such prompt or its template is wrong.
 */
export async function createPromptTarget(
  { prompt: reference, model, parameters, retriever }: PromptTargetOptions,
  { chat, documents, promptsDir, at }: PromptTargetContext,
): Promise<Target> {
  const prompt = loadPrompt(promptsDir, reference, { inputs: answerInputs, at });
  const rag = createReferenceRag(documents, retriever);
  return {
    kind: "prompt",
    fingerprint: {
      kind: "prompt",
      prompt: { reference, hash: prompt.hash },
      model,
      parameters,
      retriever: { k: retriever.k, maxChunkChars: retriever.maxChunkChars },
    },
    ask: async ({ query, history, language, repeat }, { signal }) => {
      const retrieved = rag.retrieve(query);
      const { messages } = prompt.render({
        query,
        contexts: retrieved.map(({ id, docId = "", text = "" }, i) => ({ number: i + 1, id, docId, text })),
        history: history.map(({ role, content }) => ({ role, isUser: role === "user", content })),
        language,
        zh: language === "zh",
      });
      if (messages.every(({ content }) => content.trim() === "")) {
        throw new CaseFailure({ kind: "empty_content", message: "the prompt rendered empty" });
      }
      const reply = await chat.complete({ messages, model, parameters }, { signal, repeat });
      return { ...settleAnswer({ answer: reply.text, retrieved }), usage: reply.usage, messages, notes: reply.notes };
    },
    close: () => chat.close(),
  };
}
