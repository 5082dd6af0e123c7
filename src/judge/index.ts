export {
  type BenchRow,
  benchFaithfulness,
  benchMeasured,
  benchPairs,
  benchRefusals,
  type LabelledAnswer,
  type LabelledPair,
  type MeasuredAnswer,
  type ModelReplies,
} from "./bench-offline.ts";
export { contextOrders } from "./context-orders.ts";
export { declines } from "./declines.ts";
export type { Judge, JudgeInput } from "./judge.ts";
export { type JudgeMethod, judgeInputs, judgeValues, lackingFor } from "./judge-values.ts";
export { createLlmJudge } from "./llm-judge.ts";
export { completeness } from "./offline-completeness.ts";
export { faithfulness } from "./offline-faithfulness.ts";
export { createOfflineJudge } from "./offline-judge.ts";
