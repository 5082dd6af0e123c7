import { type Case, type Document, nearestName, type Problem, type Span } from "../core/index.ts";
import { findQuote, normalizeText } from "../text/index.ts";
import { type Place, placeAt } from "./place.ts";

/** A nearest name costs a comparison with every document, about 5 µs each: this many take half a second. */
const maxComparisons = 100_000;

interface Corpus {
  readonly byId: ReadonlyMap<string, Document>;
  suggestionsLeft: number;
}

/**
 * The cases with gold that stands in the corpus: each span has its quotation and its
 * offsets, and each id is of a document, or of a chunk `<document>#<anything>`.
 *
 * @param problems gets each id, quotation and offset that the corpus does not have.
 */
export function settleGold(
  cases: readonly Case[],
  documents: readonly Document[],
  { problems }: { readonly problems: Problem[] },
): readonly Case[] {
  const corpus: Corpus = {
    byId: new Map(documents.map((document) => [document.id, document])),
    suggestionsLeft: Math.ceil(maxComparisons / Math.max(1, documents.length)),
  };
  return cases.map((evalCase) => {
    const place = placeAt(evalCase.at, problems);
    if (evalCase.gold.kind === "groups") {
      for (const id of evalCase.gold.groups.flatMap((group) => group.any)) checkId(id, corpus, place);
      return evalCase;
    }
    const spans = evalCase.gold.spans.flatMap((span) => settleSpan(span, corpus, place) ?? []);
    return { ...evalCase, gold: { kind: "spans", spans } };
  });
}

/**
 * Offsets say nothing where there is no corpus to count in: each span needs its quotation.
 *
 * @param problems gets each span without one.
 */
export function checkQuoted(cases: readonly Case[], { problems }: { readonly problems: Problem[] }): void {
  for (const { gold, at } of cases) {
    if (gold.kind !== "spans") continue;
    for (const { doc, start, end } of gold.spans.filter(({ quote }) => quote === "")) {
      placeAt(at, problems).report({
        code: "dataset-span-quote",
        what: `the span from ${start} to ${end} of \`${doc}\` has no quotation, and the dataset has no corpus to take it from`,
        why: "a target that gives no offsets could never be found right",
        fix: "add `quote` with the words that stand there, or add the corpus",
      });
    }
  }
}

function checkId(id: string, corpus: Corpus, place: Place): void {
  if (corpus.byId.has(id)) return;
  for (let at = id.indexOf("#"); at !== -1; at = id.indexOf("#", at + 1)) {
    if (corpus.byId.has(id.slice(0, at))) return;
  }
  place.report(unknownDocument(id, corpus));
}

function unknownDocument(id: string, corpus: Corpus): Omit<Problem, "at"> {
  const document = id.includes("#") ? id.slice(0, id.indexOf("#")) : id;
  const nearest = corpus.suggestionsLeft-- > 0 ? nearestName(document, corpus.byId.keys()) : undefined;
  const separator = id.includes(",") || id.includes("，") ? "A comma does not separate ids: put `|` between them." : "";
  const fix = nearest === undefined ? "name a document of the corpus" : `did you mean \`${nearest}\`?`;
  return {
    code: "dataset-gold-unknown",
    what: `gold names \`${id}\`, and the corpus has no document \`${document}\``,
    fix: separator === "" ? fix : `${fix}${nearest === undefined ? "." : ""} ${separator}`,
  };
}

function settleSpan(span: Span, corpus: Corpus, place: Place): Span | undefined {
  const document = corpus.byId.get(span.doc);
  if (document === undefined) {
    place.report(unknownDocument(span.doc, corpus));
    return undefined;
  }
  return span.start === undefined || span.end === undefined
    ? placeQuote(span, document, { corpus, place })
    : checkOffsets({ ...span, start: span.start, end: span.end }, document, place);
}

function placeQuote(
  span: Span,
  { id, text }: Document,
  { corpus, place }: { readonly corpus: Corpus; readonly place: Place },
): Span | undefined {
  const found = findQuote(text, span.quote);
  if (found !== undefined) return { doc: span.doc, quote: span.quote, ...found };
  const elsewhere = corpus.suggestionsLeft-- > 0 ? documentWith(span.quote, corpus) : undefined;
  place.report({
    code: "dataset-span-quote",
    what: `the quotation ${shown(span.quote)} does not stand in the document \`${id}\``,
    why: "evidence that is not there could never be found",
    fix:
      elsewhere === undefined
        ? "copy the words from the document"
        : `it stands in \`${elsewhere}\`: name that document`,
  });
  return undefined;
}

function documentWith(quote: string, { byId }: Corpus): string | undefined {
  for (const [id, { text }] of byId) if (text.includes(quote)) return id;
  return undefined;
}

function checkOffsets(
  span: Span & { readonly start: number; readonly end: number },
  { id, text }: Document,
  place: Place,
): Span | undefined {
  const { quote, start, end } = span;
  if (end > text.length) {
    place.report({
      code: "dataset-span-offsets",
      what: `the span ends at ${end}, and the document \`${id}\` has ${text.length} UTF-16 code units`,
      fix: "count again, or quote the words",
    });
    return undefined;
  }
  const words = text.slice(start, end);
  if (quote === "" && normalizeText(words) === "") {
    place.report({
      code: "dataset-span-quote",
      what: `from ${start} to ${end} the document \`${id}\` has ${JSON.stringify(shorten(words))}, and no words`,
      why: "evidence is compared by its words",
      fix: "count again, or quote the words",
    });
    return undefined;
  }
  if (quote === "") return { ...span, quote: words };
  if (findQuote(words, quote) !== undefined) return span;
  place.report({
    code: "dataset-span-quote",
    what: `from ${start} to ${end} the document \`${id}\` has ${shown(words)}, not the quotation ${shown(quote)}`,
    fix: "leave out `start` and `end`: the quotation is looked for",
  });
  return undefined;
}

/** Enough of a text to know it again. */
function shown(text: string): string {
  return `“${shorten(text).replace(/\s+/g, " ")}”`;
}

function shorten(text: string): string {
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}
