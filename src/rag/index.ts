export { chunkDocuments } from "./chunk.ts";
export { searchDense } from "./dense.ts";
export { createReferenceRag, defaultRagOptions, type RagOptions } from "./reference-rag.ts";
