import type { Document } from "../core/index.ts";
import { normalizeWithOffsets } from "../text/index.ts";
import { type Term, termsOf } from "./passage-terms.ts";
import { rankDocuments } from "./rank-documents.ts";

/** A text that is looked for, and the document in which it should stand. */
export interface Wanted {
  readonly text: string;
  readonly doc?: string;
}

/** A piece of a document: `text === document.text.slice(start, end)`. */
export interface Passage {
  readonly doc: string;
  /** In UTF-16 code units, `end` exclusive. */
  readonly start: number;
  readonly end: number;
  readonly text: string;
  /** 0 to 1; see `nearestPassages`. */
  readonly similarity: number;
}

/** From here on a passage of the named document is proposed without a look at the others: half of it is what was meant. */
const enough = 0.5;

/**
 * For each text the passage of about its length that is most like it: of its own
 * document where that is like enough, else of any. Undefined when none shares a term.
 *
 * similarity = 2 · common terms / (terms of the text + terms of the passage), where a term
 * is a Latin word or number, or a Han character with the one behind it, each counted as often as it stands
 * there. Passages of 3/4, 1 and 5/4 of the text's terms are looked at; of equal ones the first counts.
 *
 * Cost: the corpus is read once for all texts; then a few documents for each.
 *
 * Source: Dice 1945, doi:10.2307/1932409.
 */
export function nearestPassages(
  documents: readonly Document[],
  wanted: readonly Wanted[],
): readonly (Passage | undefined)[] {
  const looked = wanted.map(({ text, doc }) => ({ doc, terms: [...termsOf(normalizeWithOffsets(text).text)] }));
  const byId = new Map(documents.map((document) => [document.id, document]));
  const windows = createWindows();
  const own = looked.map(({ doc, terms }) => {
    const document = byId.get(doc ?? "");
    return document === undefined ? undefined : windows.nearest(document, terms);
  });
  const isOpen = own.map((passage) => (passage?.similarity ?? 0) < enough);
  const ranked = rankDocuments(
    documents,
    looked.map(({ terms }, i) => (isOpen[i] ? terms : [])),
  );
  return looked.map(({ terms }, i) => {
    const others = (ranked[i] ?? []).map((document) => windows.nearest(document, terms));
    return [own[i], ...others].reduce(nearer, undefined);
  });
}

function nearer(best: Passage | undefined, other: Passage | undefined): Passage | undefined {
  return (other?.similarity ?? 0) > (best?.similarity ?? 0) ? other : best;
}

interface Windows {
  nearest(document: Document, wanted: readonly Term[]): Passage | undefined;
}

/** Looks through documents window by window; each is made comparable once. */
function createWindows(): Windows {
  const known = new Map<Document, { readonly terms: readonly Term[]; readonly offsets: readonly number[] }>();
  const read = (document: Document): { readonly terms: readonly Term[]; readonly offsets: readonly number[] } => {
    const { text, offsets } = normalizeWithOffsets(document.text);
    const made = { terms: [...termsOf(text)], offsets };
    known.set(document, made);
    return made;
  };
  return {
    nearest: (document, wanted) => {
      const { terms, offsets } = known.get(document) ?? read(document);
      const sizes = [1, 0.75, 1.25].map((share) =>
        Math.min(terms.length, Math.max(1, Math.round(share * wanted.length))),
      );
      let best = { similarity: 0, from: 0, size: 0 };
      for (const size of new Set(sizes)) {
        const found = nearestWindow(terms, wanted, size);
        if (found.similarity > best.similarity) best = { ...found, size };
      }
      const first = terms[best.from];
      const last = terms[best.from + best.size - 1];
      if (best.similarity === 0 || first === undefined || last === undefined) return undefined;
      const start = offsets[first.start] ?? 0;
      const end = start + document.text.slice(start, offsets[last.end]).trimEnd().length;
      return { doc: document.id, start, end, text: document.text.slice(start, end), similarity: best.similarity };
    },
  };
}

/** The window of so many terms with most in common with those wanted; of equal ones the first. */
function nearestWindow(
  terms: readonly Term[],
  wanted: readonly Term[],
  size: number,
): { readonly similarity: number; readonly from: number } {
  const overlap = countOverlap(wanted);
  let best = { common: 0, from: 0 };
  for (const [i, { text }] of terms.entries()) {
    overlap.add(text);
    const gone = terms[i - size];
    if (gone !== undefined) overlap.remove(gone.text);
    if (overlap.common() > best.common && i + 1 >= size) best = { common: overlap.common(), from: i + 1 - size };
  }
  return { similarity: (2 * best.common) / (wanted.length + size), from: best.from };
}

/** How many of the wanted terms a window holds, counted up and down as it slides. */
function countOverlap(wanted: readonly Term[]): {
  readonly add: (term: string) => void;
  readonly remove: (term: string) => void;
  readonly common: () => number;
} {
  const missing = new Map<string, number>();
  for (const { text } of wanted) missing.set(text, (missing.get(text) ?? 0) + 1);
  let common = 0;
  const move = (term: string, step: 1 | -1): void => {
    const before = missing.get(term);
    if (before === undefined) return;
    const after = before - step;
    missing.set(term, after);
    common += Math.max(0, before) - Math.max(0, after);
  };
  return { add: (term) => move(term, 1), remove: (term) => move(term, -1), common: () => common };
}
