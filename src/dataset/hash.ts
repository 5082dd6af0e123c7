import { type Case, canonicalJson, type Document, type Gold, hashJson, type Span } from "../core/index.ts";

/**
 * SHA-256 of what a case means: id, query, history, gold, references, answerable.
 * Labels, language and the place in the file do not count, since they change no score;
 * nor does what reviews added to the gold: see `hashReviewed`.
 */
export function hashCase(evalCase: Case): string {
  const { id, query, history, gold, unreviewedGold = gold, references, answerable } = evalCase;
  return hashJson({ id, query, history, gold: meaningOf(unreviewedGold), references, answerable });
}

/** SHA-256 of the gold with what reviews added to it; undefined where they added nothing. */
export function hashReviewed({ gold, unreviewedGold }: Case): string | undefined {
  return unreviewedGold === undefined ? undefined : hashJson(meaningOf(gold));
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
      : gold.spans.map(meaningOfSpan);
  return [...parts, ...judgedOf(gold)].map(canonicalJson).sort();
}

function judgedOf(gold: Gold): readonly unknown[] {
  if (gold.judged === undefined) return [];
  return [{ judged: gold.kind === "groups" ? [...gold.judged].sort() : gold.judged.map(meaningOfSpan) }];
}

/** A grade of 1 is left out, as it is where none is written. */
function meaningOfSpan({ doc, quote, start, end, grade = 1 }: Span): unknown {
  const graded = grade === 1 ? {} : { grade };
  return quote === "" ? { doc, start, end, ...graded } : { doc, quote, ...graded };
}

/** SHA-256 over the hashes of all cases, in whatever order they stand. */
export function hashCases(cases: readonly Case[]): string {
  return hashJson(cases.map((one) => [hashCase(one), hashReviewed(one) ?? ""].join("")).sort());
}

/** SHA-256 over all documents, in whatever order they stand. */
export function hashCorpus(documents: readonly Document[]): string {
  return hashJson(documents.map(({ id, title, text, format }) => hashJson({ id, title, text, format })).sort());
}
