export { loadPromptFor } from "./answer-prompt.ts";
export { ragOptions } from "./build-target.ts";
export { type Clock, systemClock } from "./clock.ts";
export { execute, type Progress } from "./execute.ts";
export { formatLabelFile } from "./label-lines.ts";
export { findOpenChunks } from "./open-chunks.ts";
export { closePlans, type Plan, planSuites } from "./plan.ts";
export { promptsOf } from "./suite-prompts.ts";
export { hasPrompt, type PromptPlan, withPrompt } from "./with-prompt.ts";
