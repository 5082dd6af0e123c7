export type { Judge, JudgeInput, Judgement, Verdict } from "./judge.ts";
export { createLlmJudge, type LlmJudgeOptions } from "./llm-judge.ts";
export { createOfflineJudge } from "./offline-judge.ts";
