import type { Document } from "../core/index.ts";
import { createReferenceRag } from "../rag/index.ts";
import type { BuiltinTargetOptions } from "./options.ts";
import { settleAnswer } from "./settle-answer.ts";
import type { Target } from "./target.ts";

/** The reference RAG over the dataset's corpus. It needs no model, no key and no network. */
export function createBuiltinTarget(
  { rag: options }: BuiltinTargetOptions,
  { documents }: { readonly documents: readonly Document[] },
): Target {
  const rag = createReferenceRag(documents, options);
  return {
    kind: "builtin",
    fingerprint: { kind: "builtin", ...options },
    ask: async ({ query }) => {
      const retrieved = rag.retrieve(query);
      return settleAnswer({ answer: rag.answer(query, retrieved), retrieved });
    },
    close: async () => undefined,
  };
}
