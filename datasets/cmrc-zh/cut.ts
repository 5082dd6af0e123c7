/**
 * Cuts this dataset: `npx tsx datasets/cmrc-zh/cut.ts <folder>`. The README says
 * what the folder holds. The same files give the same bytes.
 */
import {
  type CutCase,
  type CutDocument,
  checkCut,
  chooseByHash,
  groupBy,
  originFolder,
  readLines,
  writeLines,
} from "../cut.ts";

interface OriginQuery {
  readonly id: string;
  readonly query: string;
  readonly gold: readonly string[];
  readonly reference: string;
  readonly tags: readonly string[];
}

const squeeze = (text: string): string => text.replace(/\s+/g, "");

/** Below this, a reference alone (`4分钟`) says too little to be evidence, and the sentence around it is quoted. */
const minQuoteChars = 8;

const occurrences = (text: string, part: string): number => text.split(part).length - 1;

/** The sentence that holds the reference, letter for letter. */
function sentenceAround(text: string, reference: string): string {
  const at = text.indexOf(reference);
  const before = Math.max(...["。", "！", "？", "\n"].map((mark) => text.lastIndexOf(mark, at - 1)));
  const rest = /[。！？\n]/.exec(text.slice(at + reference.length));
  const end = rest === null ? text.length : at + reference.length + rest.index + 1;
  return text.slice(at === 0 ? 0 : before + 1, end).trim();
}

function quoteFor(text: string, reference: string): string {
  return reference.length >= minQuoteChars ? reference : sentenceAround(text, reference);
}

/** `…被称为什么？` asks what, not why; the origin's tags went by the characters 为什么 alone. */
function kindOf({ query, tags }: OriginQuery): string {
  const kind = tags.find((tag) => tag.startsWith("q:"))?.slice(2) ?? "other";
  return kind === "why" && /为什么？?$/.test(query) ? "what" : kind;
}

function toCase(query: OriginQuery, document: CutDocument | undefined): CutCase {
  return {
    id: query.id,
    query: query.query,
    gold: document ? { spans: [{ doc: document.id, quote: quoteFor(document.text, query.reference) }] } : [],
    references: document ? [query.reference] : [],
    answerable: document !== undefined,
    language: "zh",
    tags: document ? [] : ["paragraph-left-out"],
    metadata: { kind: kindOf(query) },
  };
}

const origin = originFolder();
const paragraphs = readLines<CutDocument>(origin, "corpus.jsonl");
const byId = new Map(paragraphs.map((paragraph) => [paragraph.id, paragraph]));
const paragraphOf = (query: OriginQuery) => byId.get(query.gold[0] ?? "");

/** Questions whose reference stands once in their paragraph, so that it is plain which place is the evidence; one question a paragraph. */
function onePerParagraph(queries: readonly OriginQuery[]): readonly OriginQuery[] {
  const plain = queries.filter((query) => occurrences(paragraphOf(query)?.text ?? "", query.reference) === 1);
  const groups = groupBy(plain, (query) => query.gold[0] ?? "");
  return [...groups.values()].flatMap((group) => chooseByHash(group, 1));
}

/** Neither the reference nor the subject of the paragraph is named anywhere else in the origin's corpus. */
function isOnlyHere(query: OriginQuery): boolean {
  const own = paragraphOf(query);
  const subject = squeeze(own?.title.replace(/[（(].*$/, "") ?? "");
  return paragraphs.every((other) => {
    if (other === own) return true;
    const text = squeeze(`${other.title} ${other.text}`);
    return !text.includes(squeeze(query.reference)) && !text.includes(subject);
  });
}

const candidates = onePerParagraph(readLines<OriginQuery>(origin, "queries.jsonl"));
const unanswerable = chooseByHash(candidates.filter(isOnlyHere), 30);
const leftOut = new Set(unanswerable.map((query) => query.gold[0]));
const answerable = chooseByHash(
  candidates.filter((query) => !leftOut.has(query.gold[0])),
  120,
);
const documents = paragraphs.filter((paragraph) => !leftOut.has(paragraph.id));
const chosen = new Set([...unanswerable, ...answerable]);
const cases = candidates
  .filter((query) => chosen.has(query))
  .map((query) => toCase(query, leftOut.has(query.gold[0]) ? undefined : paragraphOf(query)));

checkCut(cases, documents);
writeLines(new URL("corpus.jsonl", import.meta.url), documents);
writeLines(new URL("cases.jsonl", import.meta.url), cases);
writeLines(
  new URL("left-out.jsonl", import.meta.url),
  unanswerable.map((query) => ({ id: query.id, doc: query.gold[0], reference: query.reference })),
);
