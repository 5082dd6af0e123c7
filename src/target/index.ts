export { answerInputs, answerValues } from "./answer-values.ts";
export { createBuiltinTarget } from "./builtin-target.ts";
export { createHttpTarget } from "./http-target.ts";
export { type Exports, loadModule, textOf } from "./load-module.ts";
export { createModuleTarget } from "./module-target.ts";
export { createPromptTarget, loadAnswerPrompt, type PromptTarget } from "./prompt-target.ts";
export { createRecordedTarget } from "./recorded-target.ts";
export type { Target } from "./target.ts";
