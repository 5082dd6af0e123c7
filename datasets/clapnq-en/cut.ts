/**
 * Cuts this dataset: `npx tsx datasets/clapnq-en/cut.ts <folder>`. The README says
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
import { mendTokens } from "./mend.ts";

interface OriginChunk {
  readonly id: string;
  readonly title: string;
  readonly text: string;
}

interface OriginQuery {
  readonly id: string;
  readonly query: string;
  readonly gold: readonly string[];
  readonly gold_sentences?: readonly string[];
  readonly reference: string;
  readonly references?: readonly string[];
  readonly tags: readonly string[];
}

/** `cl-012-3` is the fourth piece of the passage `cl-012`. */
const passageOf = (chunkId: string): string => chunkId.replace(/-\d+$/, "");

function joinPassages(chunks: readonly OriginChunk[]): readonly CutDocument[] {
  const passages = groupBy(chunks, (chunk) => passageOf(chunk.id));
  return [...passages].map(([id, pieces]) => ({
    id,
    title: mendTokens(pieces[0]?.title ?? ""),
    text: mendTokens(pieces.map((piece) => piece.text).join(" ")),
  }));
}

function kindOf(query: string): string {
  const word = /\b(who|whose|whom|what|which|when|where|why|how)\b/.exec(query.toLowerCase())?.[1];
  if (word === undefined) return "other";
  if (word === "whose" || word === "whom") return "who";
  return word === "which" ? "what" : word;
}

function toCase(query: OriginQuery): CutCase {
  const doc = passageOf(query.gold[0] ?? "");
  const quotes = new Set((query.gold_sentences ?? []).map(mendTokens));
  const references = [query.reference, ...(query.references ?? [])].map(mendTokens).filter((text) => text !== "");
  return {
    id: `nq-${query.id.replace("-", "m")}`,
    query: query.query,
    gold: quotes.size === 0 ? [] : { spans: [...quotes].map((quote) => ({ doc, quote })) },
    references: [...new Set(references)],
    answerable: quotes.size > 0,
    language: "en",
    tags: query.tags.filter((tag) => tag !== "en"),
    metadata: { kind: kindOf(query.query) },
  };
}

const origin = originFolder();
const queries = readLines<OriginQuery>(origin, "queries.jsonl");
const tagged = (tag: string) => queries.filter((query) => query.tags.includes(tag));
const chosen = new Set([
  ...chooseByHash(tagged("multi-gold"), 75),
  ...chooseByHash(tagged("single-gold"), 25),
  ...chooseByHash(tagged("unanswerable"), 50),
]);
const documents = joinPassages(readLines<OriginChunk>(origin, "corpus.jsonl"));
const cases = queries.filter((query) => chosen.has(query)).map(toCase);

checkCut(cases, documents);
writeLines(new URL("corpus.jsonl", import.meta.url), documents);
writeLines(new URL("cases.jsonl", import.meta.url), cases);
