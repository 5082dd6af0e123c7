export { type Dimension, loadDimension } from "./dimension.ts";
export { estimateTokens } from "./few-shot.ts";
export { type PromptPart, partsOf } from "./leave-out.ts";
export { createLibrary, type Library } from "./library.ts";
export { loadPrompt, type Prompt } from "./prompt.ts";
export type { Fields } from "./shape.ts";
