import type { SuiteConfig } from "../config/index.ts";
import { createLlmJudge, createOfflineJudge, type Judge } from "../judge/index.ts";
import { createChat } from "../llm/index.ts";

/**
 * The judge that a suite names; null when nothing is judged.
 *
 * @throws InputError when a prompt or a rubric is wrong.
 */
export async function buildJudge(suite: SuiteConfig): Promise<Judge | null> {
  const { judge } = suite;
  if (judge === null) return null;
  if (judge.kind === "offline") return createOfflineJudge();
  const chat = createChat({ provider: judge.provider, cacheDir: suite.cache });
  return createLlmJudge({ ...judge, chat, promptsDir: suite.prompts, seed: suite.seed });
}
