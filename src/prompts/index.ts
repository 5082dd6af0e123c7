export { type Dimension, loadDimension } from "./dimension.ts";
export type { Library } from "./library.ts";
export { loadPrompt, type Prompt } from "./prompt.ts";
export type { Fields } from "./shape.ts";
