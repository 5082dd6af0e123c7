import {
  type Case,
  type Document,
  type Gold,
  nearestName,
  type Problem,
  type Span,
  type StaleGold,
} from "../core/index.ts";
import { findQuote, normalizeText } from "../text/index.ts";
import { placeAt } from "./place.ts";

/** A nearest name costs a comparison with every document, about 5 µs each: this many take half a second. */
const maxComparisons = 100_000;

interface Corpus {
  readonly byId: ReadonlyMap<string, Document>;
  suggestionsLeft: number;
}

/** What is wrong with a piece of gold; where it stands is the case's own. */
type Fault = Omit<Problem, "at">;

/**
 * The cases with their gold looked up in the corpus: each span that stands there has its
 * quotation and its offsets, and each id is of a document, or of a chunk `<document>#<anything>`.
 * What does not stand there is told in `stale` and stays in the gold as written, so that
 * the case's hash does not move with the corpus. What was judged not relevant may be gone:
 * nobody can retrieve it.
 */
export function settleGold(cases: readonly Case[], documents: readonly Document[]): readonly Case[] {
  const corpus: Corpus = {
    byId: new Map(documents.map((document) => [document.id, document])),
    suggestionsLeft: Math.ceil(maxComparisons / Math.max(1, documents.length)),
  };
  return cases.map((evalCase) => {
    const stale: StaleGold[] = [];
    const note = (gold: string | Span, fault: Fault): void => {
      stale.push({ ...fault, at: evalCase.at, gold });
    };
    const settled = { ...evalCase, gold: settle(evalCase.gold, corpus, note) };
    return stale.length === 0 ? settled : { ...settled, stale };
  });
}

function settle(gold: Gold, corpus: Corpus, note: (gold: string | Span, fault: Fault) => void): Gold {
  if (gold.kind === "groups") {
    for (const id of gold.groups.flatMap((group) => group.any)) {
      if (!isKnown(id, corpus)) note(id, unknownDocument(id, corpus));
    }
    return gold;
  }
  const spans = gold.spans.map((span) => {
    const settled = settleSpan(span, corpus);
    if (!("code" in settled)) return settled;
    note(span, settled);
    return span;
  });
  const judged = gold.judged?.map((span) => {
    const settled = settleSpan(span, corpus);
    return "code" in settled ? span : settled;
  });
  return { kind: "spans", spans, ...(judged === undefined ? {} : { judged }) };
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

/** How many ids judged not relevant are of no document. They stay: nobody can retrieve them, and no hash moves. */
export function countUnknownJudged(cases: readonly Case[], documents: readonly Document[]): number {
  const byId = new Map(documents.map((document) => [document.id, document]));
  const judged = cases.flatMap(({ gold }) => (gold.kind === "groups" ? (gold.judged ?? []) : []));
  return judged.filter((id) => !isKnown(id, { byId })).length;
}

function isKnown(id: string, { byId }: Pick<Corpus, "byId">): boolean {
  if (byId.has(id)) return true;
  for (let at = id.indexOf("#"); at !== -1; at = id.indexOf("#", at + 1)) {
    if (byId.has(id.slice(0, at))) return true;
  }
  return false;
}

function unknownDocument(id: string, corpus: Corpus): Fault {
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

function settleSpan(span: Span, corpus: Corpus): Span | Fault {
  const document = corpus.byId.get(span.doc);
  if (document === undefined) return unknownDocument(span.doc, corpus);
  return span.start === undefined || span.end === undefined
    ? placeQuote(span, document, corpus)
    : checkOffsets({ ...span, start: span.start, end: span.end }, document);
}

function placeQuote(span: Span, { id, text }: Document, corpus: Corpus): Span | Fault {
  const found = findQuote(text, span.quote);
  if (found !== undefined) return { doc: span.doc, quote: span.quote, ...found };
  const elsewhere = corpus.suggestionsLeft-- > 0 ? documentWith(span.quote, corpus) : undefined;
  return {
    code: "dataset-span-quote",
    what: `the quotation ${shown(span.quote)} does not stand in the document \`${id}\``,
    why: "evidence that is not there could never be found",
    fix:
      elsewhere === undefined
        ? "copy the words from the document"
        : `it stands in \`${elsewhere}\`: name that document`,
  };
}

function documentWith(quote: string, { byId }: Corpus): string | undefined {
  for (const [id, { text }] of byId) if (text.includes(quote)) return id;
  return undefined;
}

function checkOffsets(
  span: Span & { readonly start: number; readonly end: number },
  { id, text }: Document,
): Span | Fault {
  const { quote, start, end } = span;
  if (end > text.length) {
    return {
      code: "dataset-span-offsets",
      what: `the span ends at ${end}, and the document \`${id}\` has ${text.length} UTF-16 code units`,
      fix: "count again, or quote the words",
    };
  }
  const words = text.slice(start, end);
  if (quote === "" && normalizeText(words) === "") {
    return {
      code: "dataset-span-quote",
      what: `from ${start} to ${end} the document \`${id}\` has ${JSON.stringify(shorten(words))}, and no words`,
      why: "evidence is compared by its words",
      fix: "count again, or quote the words",
    };
  }
  if (quote === "") return { ...span, quote: words };
  if (findQuote(words, quote) !== undefined) return span;
  return {
    code: "dataset-span-quote",
    what: `from ${start} to ${end} the document \`${id}\` has ${shown(words)}, not the quotation ${shown(quote)}`,
    fix: "leave out `start` and `end`: the quotation is looked for",
  };
}

/** Enough of a text to know it again. */
function shown(text: string): string {
  return `“${shorten(text).replace(/\s+/g, " ")}”`;
}

function shorten(text: string): string {
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}
