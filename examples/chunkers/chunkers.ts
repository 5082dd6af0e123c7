import { readFileSync } from "node:fs";

/** A document of the corpus. */
interface Source {
  readonly id: string;
  readonly text: string;
}

/** Places in a text, in UTF-16 code units, `end` excluded. */
interface Range {
  readonly start: number;
  readonly end: number;
}

/** A piece of a document: `text` is what stands from `start` to `end`. */
interface Chunk extends Range {
  readonly id: string;
  readonly docId: string;
  readonly text: string;
}

const documents = readFileSync(new URL("datasets/wiki/corpus.jsonl", import.meta.url), "utf8")
  .trim()
  .split("\n")
  .map((line) => JSON.parse(line) as Source);

/** 300 characters each. */
export const fixed300 = createRag("fixed300", (text) => windowsOf(text.length, { size: 300, step: 300 }));

/** 800 characters each, of which the last 200 begin the next one. */
export const fixed800 = createRag("fixed800", (text) => windowsOf(text.length, { size: 800, step: 600 }));

/** Three sentences each, of which the last begins the next one. */
export const sentences3 = createRag("sentences3", (text) => {
  const sentences = sentencesOf(text);
  return windowsOf(sentences.length, { size: 3, step: 2 }).map(({ start, end }) => ({
    start: sentences[start]?.start ?? 0,
    end: sentences[end - 1]?.end ?? text.length,
  }));
});

function windowsOf(length: number, { size, step }: { readonly size: number; readonly step: number }): readonly Range[] {
  const count = Math.max(1, Math.ceil((length - size) / step) + 1);
  return Array.from({ length: count }, (_, i) => ({ start: i * step, end: Math.min(i * step + size, length) }));
}

function sentencesOf(text: string): readonly Range[] {
  return [...text.matchAll(/.+?(?:[.!?]["')\]]*\s+|[。！？]["”’」』）]*|$)/gsu)].map(({ 0: sentence, index }) => ({
    start: index,
    end: index + sentence.length,
  }));
}

/** What Touchstone asks: the ten best chunks, and the best one as the answer. */
function createRag(name: string, cut: (text: string) => readonly Range[]) {
  const chunks = documents.flatMap(({ id: docId, text }) =>
    cut(text).map(
      ({ start, end }, n): Chunk => ({ id: `${docId}#${name}-${n}`, docId, text: text.slice(start, end), start, end }),
    ),
  );
  const search = createSearch(chunks);
  return ({ query }: { readonly query: string }) => {
    const retrieved = search(query).slice(0, 10);
    return { answer: retrieved[0]?.text ?? "", retrieved };
  };
}

/** Plain BM25 (Robertson & Zaragoza 2009, k1 = 1.2, b = 0.75) over words and single Chinese characters. */
function createSearch(chunks: readonly Chunk[]): (query: string) => readonly Chunk[] {
  const bags = chunks.map(({ text }) => termsOf(text));
  const averageLength = bags.reduce((sum, { length }) => sum + length, 0) / bags.length;
  const counts = bags.map((bag) => {
    const count = new Map<string, number>();
    for (const term of bag) count.set(term, (count.get(term) ?? 0) + 1);
    return count;
  });
  const weigh = (term: string): number => {
    const holding = counts.filter((count) => count.has(term)).length;
    return Math.log(1 + (chunks.length - holding + 0.5) / (holding + 0.5));
  };
  return (query) => {
    const weights = [...new Set(termsOf(query))].map((term) => [term, weigh(term)] as const);
    const scored = chunks.map((chunk, i) => {
      const norm = 1.2 * (0.25 + (0.75 * (bags[i]?.length ?? 0)) / averageLength);
      const score = weights.reduce((sum, [term, weight]) => {
        const count = counts[i]?.get(term) ?? 0;
        return sum + (weight * count * 2.2) / (count + norm);
      }, 0);
      return { chunk, score };
    });
    const found = scored.filter(({ score }) => score > 0).sort((a, b) => b.score - a.score);
    return found.map(({ chunk }) => chunk);
  };
}

function termsOf(text: string): readonly string[] {
  return text.toLowerCase().match(/\p{Script=Han}|(?:(?!\p{Script=Han})[\p{L}\p{N}])+/gu) ?? [];
}
