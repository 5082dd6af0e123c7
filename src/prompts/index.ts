export { type Closure, hashFiles, helpersVersion } from "./closure.ts";
export { type Dimension, loadDimension } from "./dimension.ts";
export { exampleValues } from "./example-values.ts";
export { estimateTokens } from "./few-shot.ts";
export type { DeclaredInput } from "./front-matter.ts";
export { type PromptPart, partsOf } from "./leave-out.ts";
export { createLibrary, type Library } from "./library.ts";
export type { LockEntry } from "./lock.ts";
export { loadPrompt, type Prompt } from "./prompt.ts";
export {
  type PromptsFolder,
  type RubricEntry,
  readPromptsFolder,
  type SceneEntry,
  type TemplateEntry,
  tokensOf,
} from "./prompts-folder.ts";
export {
  checkReleased,
  draftsAmong,
  findReleasedChanges,
  lockPath,
  readLock,
  releasePrompts,
} from "./released.ts";
export type { PromptValues, Rendered } from "./render.ts";
export type { Fields } from "./shape.ts";
