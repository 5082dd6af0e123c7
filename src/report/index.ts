export { answersRenderer } from "./answers.ts";
export { createHtmlRenderer } from "./html.ts";
export { machineResult } from "./json.ts";
export { renderJunit } from "./junit.ts";
export { markdownRenderer } from "./markdown.ts";
export { outcomeOf, verdictSentence } from "./outcome.ts";
export type { Renderer, ReportInput } from "./renderer.ts";
export { runFileRenderer } from "./run-file.ts";
