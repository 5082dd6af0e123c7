export type { Judge, JudgeInput } from "./judge.ts";
export { createLlmJudge } from "./llm-judge.ts";
export { createOfflineJudge } from "./offline-judge.ts";
