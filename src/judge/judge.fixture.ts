import { afterEach } from "vitest";
import { type ModelReply, type ModelServer, startModelServer } from "../../tests/servers/model-server.ts";
import { createChat } from "../llm/index.ts";
import type { Judge, JudgeInput, Verdict } from "./judge.ts";
import { createLlmJudge, type LlmJudgeOptions } from "./llm-judge.ts";

const cleanUp: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const clean of cleanUp.splice(0).reverse()) await clean();
});

/** A judge that asks a scripted model, until the test ends. */
export async function startJudge(
  // biome-ignore lint/suspicious/noExplicitAny: bodies of every shape
  reply?: (body: any, index: number) => ModelReply,
  options: Partial<LlmJudgeOptions> = {},
): Promise<{ judge: Judge; server: ModelServer }> {
  const server = await startModelServer(reply === undefined ? {} : { reply });
  const chat = createChat({ provider: { baseUrl: server.url, apiKey: null }, cacheDir: null, attempts: 1 });
  const judge = createLlmJudge({
    chat,
    model: "judge-model",
    promptsDir: "prompts",
    prompts: { en: "judge/score-en@v1", zh: "judge/score-zh@v1" },
    dimensions: ["judge/faithfulness@v1", "judge/relevance@v1", "judge/completeness@v1"],
    seed: 1,
    maxTokens: 100,
    ...options,
  });
  cleanUp.push(
    () => server.close(),
    () => judge.close(),
  );
  return { judge, server };
}

/** An answer to be judged. */
export const judgeInput: JudgeInput = {
  query: "How many days?",
  answer: "Fourteen days.",
  contexts: ["Within 14 days.", "Not on Sundays.", "See page 3.", "Ask the desk."],
  references: ["14 days"],
  answerable: true,
  language: "en",
  caseId: "q1",
  repeat: 0,
};

/** Nobody aborts it. */
export const judgeOptions = { signal: new AbortController().signal };

/** A verdict on the three shipped dimensions. */
export const wholeVerdict = '{"faithfulness": 5, "relevance": 4, "completeness": 3, "reason": "fine"}';

/** `scored`, `absent` or the kind of the error, by dimension. */
export function kindsOf({ scores }: Verdict): Record<string, string> {
  return Object.fromEntries(
    Object.entries(scores).map(([id, score]) => [id, score.kind === "error" ? score.error.kind : score.kind]),
  );
}
