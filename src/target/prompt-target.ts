import { CaseFailure, type Document } from "../core/index.ts";
import type { Chat } from "../llm/index.ts";
import { loadPrompt } from "../prompts/index.ts";
import { createReferenceRag } from "../rag/index.ts";
import { answerInputs, answerValues } from "./answer-values.ts";
import type { PromptTargetOptions } from "./options.ts";
import { settleAnswer } from "./settle-answer.ts";
import type { Target } from "./target.ts";

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
    ask: async (request, { signal }) => {
      const retrieved = rag.retrieve(request.query);
      const { messages } = prompt.render(answerValues(request, retrieved));
      if (messages.every(({ content }) => content.trim() === "")) {
        throw new CaseFailure({ kind: "empty_content", message: "the prompt rendered empty" });
      }
      const reply = await chat.complete({ messages, model, parameters }, { signal, repeat: request.repeat });
      return { ...settleAnswer({ answer: reply.text, retrieved }), usage: reply.usage, messages, notes: reply.notes };
    },
    close: () => chat.close(),
  };
}
