import type { Document, RetrievedChunk } from "../core/index.ts";
import type { Embed } from "../llm/index.ts";
import { chunkDocuments, createReferenceRag, type RagOptions, searchDense } from "../rag/index.ts";

/** The best chunks for a query, best first. */
export type Retrieve = (query: string, signal: AbortSignal) => Promise<readonly RetrievedChunk[]>;

/** What is searched, and how. */
export interface RetrieverOptions {
  readonly documents: readonly Document[];
  readonly rag: RagOptions;
  /** Absent: BM25. */
  readonly embed?: Embed | undefined;
}

/** The reference retriever, by BM25 or by vectors. What was found for a query is not looked for again. */
export function createRetriever({ documents, rag, embed }: RetrieverOptions): Retrieve {
  const search = embed === undefined ? lexical(documents, rag) : dense(documents, rag, embed);
  const found = new Map<string, readonly RetrievedChunk[]>();
  return async (query, signal) => {
    const retrieved = found.get(query) ?? (await search(query, signal));
    found.set(query, retrieved);
    return retrieved;
  };
}

function lexical(documents: readonly Document[], options: RagOptions): Retrieve {
  const rag = createReferenceRag(documents, options);
  return async (query) => rag.retrieve(query);
}

/** The chunks get their vectors at the first query; where that fails, the next query tries again. */
function dense(documents: readonly Document[], { k, maxChunkChars }: RagOptions, embed: Embed): Retrieve {
  const chunks = chunkDocuments(documents, maxChunkChars);
  let embedding: ReturnType<Embed> | undefined;
  return async (query, signal) => {
    embedding ??= embed(
      chunks.map(({ headings, text }) => [...headings, text].join("\n")),
      signal,
    );
    const vectors = await embedding.catch((error: unknown) => {
      embedding = undefined;
      throw error;
    });
    const [vector = []] = await embed([query], signal);
    return searchDense({ chunks, vectors, k }, vector);
  };
}
