export { type Dimension, loadDimension } from "./dimension.ts";
export { loadPrompt, type Prompt, type PromptInputs, type PromptValues } from "./prompt.ts";
export { listPrompts, type PromptReference, parsePromptReference } from "./reference.ts";
export type { Fields, Leaf, Shape } from "./shape.ts";
