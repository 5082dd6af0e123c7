export { createReferenceRag, defaultRagOptions, type RagOptions, type ReferenceRag } from "./reference-rag.ts";
