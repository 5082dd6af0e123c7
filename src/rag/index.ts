export { createReferenceRag, defaultRagOptions, type RagOptions } from "./reference-rag.ts";
