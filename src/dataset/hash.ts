import { type Case, canonicalJson, type Document, type Gold, hashJson } from "../core/index.ts";

/**
 * SHA-256 of what a case means: id, query, history, gold, references, answerable.
 * Labels, language and the place in the file do not count, since they change no score.
 */
export function hashCase(evalCase: Case): string {
  const { id, query, history, gold, references, answerable } = evalCase;
  return hashJson({ id, query, history, gold: meaningOf(gold), references, answerable });
}

/**
 * Gold without what is derived from the corpus and without an order. A quotation
 * stands for itself: its offsets move when something above it is edited. What was judged
 * not relevant counts only where there is any.
 */
function meaningOf(gold: Gold): readonly string[] {
  const parts: readonly unknown[] =
    gold.kind === "groups"
      ? gold.groups.map(({ any, grade }) => ({ any: [...any].sort(), grade }))
      : gold.spans.map(({ doc, quote, start, end }) => (quote === "" ? { doc, start, end } : { doc, quote }));
  const judged = gold.kind === "groups" && gold.judged !== undefined ? [{ judged: [...gold.judged].sort() }] : [];
  return [...parts, ...judged].map(canonicalJson).sort();
}

/** SHA-256 over the hashes of all cases, in whatever order they stand. */
export function hashCases(cases: readonly Case[]): string {
  return hashJson(cases.map(hashCase).sort());
}

/** SHA-256 over all documents, in whatever order they stand. */
export function hashCorpus(documents: readonly Document[]): string {
  return hashJson(documents.map(({ id, title, text, format }) => hashJson({ id, title, text, format })).sort());
}
