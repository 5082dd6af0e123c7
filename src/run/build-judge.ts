import type { SuiteConfig } from "../config/index.ts";
import { createLlmJudge, createOfflineJudge, type Judge } from "../judge/index.ts";
import type { Chats } from "./chats.ts";

/**
 * The judge that a suite names; null when nothing is judged.
 *
 * @throws InputError when a prompt or a rubric is wrong.
 */
export async function buildJudge(suite: SuiteConfig, chats: Chats): Promise<Judge | null> {
  const { judge } = suite;
  if (judge === null) return null;
  if (judge.kind === "offline") return createOfflineJudge();
  return createLlmJudge({
    ...judge,
    fallback: judge.fallback.map((route) => route.model),
    chat: chats.of(judge, judge.fallback),
    promptsDir: suite.prompts,
    seed: suite.seed,
    at: suite.originOf("judge"),
  });
}
