import { CaseFailure, type Document, type RetrievedChunk } from "../core/index.ts";
import { type Completions, guessTokens } from "../llm/index.ts";
import { type Library, loadPrompt, type Prompt } from "../prompts/index.ts";
import { createReferenceRag } from "../rag/index.ts";
import { answerInputs, answerValues } from "./answer-values.ts";
import type { PromptTargetOptions } from "./options.ts";
import { settleAnswer } from "./settle-answer.ts";
import type { Target, TargetRequest } from "./target.ts";

/** What a prompt target works with. */
export interface PromptTargetContext {
  /** Closed with the target. */
  readonly chat: Completions;
  readonly documents: readonly Document[];
}

/** A prompt target, which other prompts can take the place of. */
export interface PromptTarget extends Target {
  readonly prompt: Prompt;
  /**
   * The same with another prompt: the same model, and the same contexts, since what was
   * retrieved for a query is not retrieved again.
   */
  withPrompt(prompt: Prompt): PromptTarget;
  /** About how many tokens the messages for a request have; nothing is sent. */
  promptTokens(request: TargetRequest): number;
}

/**
 * The prompt of a target.
 *
 * @throws InputError when there is no such prompt, or its template is wrong.
 */
export function loadAnswerPrompt(
  promptsDir: string,
  reference: string,
  options: { readonly at?: string | undefined; readonly library?: Library },
): Prompt {
  return loadPrompt(promptsDir, reference, { ...options, inputs: answerInputs });
}

/**
 * The reference retriever, a prompt file and a model: only what is changed in the
 * prompt changes the answers.
 */
export function createPromptTarget(
  { prompt, model, parameters, retriever, stream = false, fallback = [] }: PromptTargetOptions,
  { chat, documents }: PromptTargetContext,
): PromptTarget {
  const rag = createReferenceRag(documents, retriever);
  const found = new Map<string, readonly RetrievedChunk[]>();
  const retrieve = (query: string): readonly RetrievedChunk[] => {
    const retrieved = found.get(query) ?? rag.retrieve(query);
    found.set(query, retrieved);
    return retrieved;
  };
  return targetOf(prompt, { model, parameters, retriever, stream, fallback, chat, retrieve });
}

interface Surroundings extends Omit<PromptTargetOptions, "kind" | "prompt"> {
  readonly stream: boolean;
  readonly fallback: readonly string[];
  readonly chat: Completions;
  readonly retrieve: (query: string) => readonly RetrievedChunk[];
}

function targetOf(prompt: Prompt, surroundings: Surroundings): PromptTarget {
  const { model, parameters, retriever, stream, fallback, chat, retrieve } = surroundings;
  const applied = { ...parameters, ...prompt.front.parameters };
  const render = (request: TargetRequest) => {
    const retrieved = retrieve(request.query);
    return { retrieved, messages: prompt.render(answerValues(request, retrieved)).messages };
  };
  return {
    kind: "prompt",
    prompt,
    withPrompt: (other) => targetOf(other, surroundings),
    fingerprint: {
      kind: "prompt",
      prompt: { reference: prompt.reference, hash: prompt.hash },
      model,
      parameters: applied,
      ...(fallback.length === 0 ? {} : { fallback }),
      retriever: { k: retriever.k, maxChunkChars: retriever.maxChunkChars },
    },
    promptTokens: (request) => render(request).messages.reduce((sum, { content }) => sum + guessTokens(content), 0),
    ask: async (request, { signal }) => {
      const { retrieved, messages } = render(request);
      if (messages.every(({ content }) => content.trim() === "")) {
        throw new CaseFailure({ kind: "empty_content", message: "the prompt rendered empty" });
      }
      const asked = { messages, model, parameters: applied, stream };
      const { text, usage, notes, firstTokenMs } = await chat.complete(asked, { signal, repeat: request.repeat });
      const timings = firstTokenMs === null ? {} : { timings: { firstTokenMs } };
      return { ...settleAnswer({ answer: text, retrieved }), usage, messages, notes, ...timings };
    },
    close: () => chat.close(),
  };
}
