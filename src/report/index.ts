export { createHtmlRenderer, type PageParts } from "./html.ts";
export { type MachineResult, machineResult } from "./json.ts";
export { renderJunit } from "./junit.ts";
export { markdownRenderer } from "./markdown.ts";
export { type Outcome, outcomeOf, verdictSentence } from "./outcome.ts";
export type { Renderer, ReportInput } from "./renderer.ts";
