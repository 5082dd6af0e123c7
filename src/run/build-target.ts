import type { ResolvedTarget, SuiteConfig } from "../config/index.ts";
import type { Document } from "../core/index.ts";
import { defaultRagOptions, type RagOptions } from "../rag/index.ts";
import {
  createBuiltinTarget,
  createHttpTarget,
  createModuleTarget,
  createPromptTarget,
  createRecordedTarget,
  type Target,
} from "../target/index.ts";
import { loadPromptFor } from "./answer-prompt.ts";
import type { Chats } from "./chats.ts";
import { systemClock } from "./clock.ts";
import { rememberAnswers } from "./remember-answers.ts";

/**
 * The system under test that a suite names.
 *
 * @throws InputError when its file, prompt or template is wrong.
 */
export async function buildTarget(
  suite: SuiteConfig,
  { documents, chats }: { readonly documents: readonly Document[]; readonly chats: Chats },
): Promise<Target> {
  const { target } = suite;
  const at = suite.originOf("target");
  switch (target.kind) {
    case "builtin":
      return createBuiltinTarget({ kind: "builtin", rag: ragOptions(target) }, { documents });
    case "http":
      return remembered(suite, createHttpTarget(target, { at }), target.deterministic);
    case "module":
      return remembered(suite, await createModuleTarget(target, { at }), target.deterministic);
    case "recorded":
      return createRecordedTarget(target, { at });
    case "prompt": {
      const { model, temperature, maxTokens, topP, seed, parameters: extra, stream, fallback, embedding } = target;
      const prompt = loadPromptFor(suite, target.prompt);
      const parameters = { temperature, maxTokens, topP, seed, extra };
      return createPromptTarget(
        {
          kind: "prompt",
          prompt,
          model,
          parameters,
          stream,
          embedding: embedding?.model,
          fallback: fallback.map((route) => route.model),
          retriever: ragOptions(target),
        },
        { chat: chats.of(target, fallback), embed: embedding && chats.embedderOf(embedding), documents },
      );
    }
  }
}

/** Keeps the answers of a target that gives the same ones for the same version; undefined: it does not say so. */
function remembered({ cache, cacheOnly }: SuiteConfig, target: Target, version: string | undefined): Target {
  return version === undefined
    ? target
    : rememberAnswers(target, { version, place: cache, cacheOnly, clock: systemClock });
}

/** The settings of the reference retriever as a target writes them, over the defaults. */
export function ragOptions(written: Extract<ResolvedTarget, { kind: "builtin" | "prompt" }>): RagOptions {
  const { k, maxChunkChars } = written;
  const answer = written.kind === "builtin" ? { minScore: written.minScore, sentences: written.sentences } : {};
  const set = Object.entries({ k, maxChunkChars, ...answer }).filter(([, value]) => value !== undefined);
  return { ...defaultRagOptions, ...Object.fromEntries(set) };
}
