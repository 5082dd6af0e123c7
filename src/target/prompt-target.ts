import { CaseFailure, type Document } from "../core/index.ts";
import { type Completions, type Embed, guessTokens } from "../llm/index.ts";
import { type Library, loadPrompt, type Prompt } from "../prompts/index.ts";
import { answerInputs, answerValues } from "./answer-values.ts";
import type { PromptTargetOptions } from "./options.ts";
import { createRetriever, type Retrieve } from "./retriever.ts";
import { settleAnswer } from "./settle-answer.ts";
import type { Target, TargetRequest } from "./target.ts";

/** What a prompt target works with. */
export interface PromptTargetContext {
  /** Closed with the target. */
  readonly chat: Completions;
  /** For a target that finds by vectors. */
  readonly embed?: Embed | undefined;
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
  /** About how many tokens the messages for a request have; null where to know it something would have to be sent. */
  promptTokens(request: TargetRequest, options: { readonly signal: AbortSignal }): Promise<number | null>;
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
  { prompt, model, parameters, retriever, stream = false, fallback = [], embedding }: PromptTargetOptions,
  { chat, embed, documents }: PromptTargetContext,
): PromptTarget {
  const retrieve = createRetriever({ documents, rag: retriever, embed });
  return targetOf(prompt, { model, parameters, retriever, stream, fallback, embedding, chat, retrieve });
}

interface Surroundings extends Omit<PromptTargetOptions, "kind" | "prompt"> {
  readonly stream: boolean;
  readonly fallback: readonly string[];
  readonly chat: Completions;
  readonly retrieve: Retrieve;
}

function targetOf(prompt: Prompt, surroundings: Surroundings): PromptTarget {
  const { model, parameters, retriever, stream, fallback, embedding, chat, retrieve } = surroundings;
  const applied = { ...parameters, ...prompt.front.parameters };
  const render = async (request: TargetRequest, signal: AbortSignal) => {
    const retrieved = await retrieve(request.query, signal);
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
      retriever: {
        k: retriever.k,
        maxChunkChars: retriever.maxChunkChars,
        ...(embedding === undefined ? {} : { embedding }),
      },
    },
    promptTokens: async (request, { signal }) => {
      if (embedding !== undefined) return null;
      const { messages } = await render(request, signal);
      return messages.reduce((sum, { content }) => sum + guessTokens(content), 0);
    },
    ask: async (request, { signal }) => {
      const { retrieved, messages } = await render(request, signal);
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
