import type { Gold, RetrievedChunk, Span } from "../core/index.ts";
import { quoteCoverage } from "../text/index.ts";
import type { Ranking } from "./ranking.ts";

/**
 * The share of a span that a chunk has to cover to count as relevant: half, so that
 * of two chunks that a border cut a span between, at least one counts.
 */
export const minimumSpanCoverage = 0.5;

/** How a retrieved list stands to the gold: the ranking that metrics read, and what a report marks. */
export interface Relevance {
  readonly ranking: Ranking;
  /** By rank: whether the chunk is, or covers, something in the gold, credited here or further up. */
  readonly relevant: readonly boolean[];
  /** By relevant thing, in the gold's order: the rank (1-based) that it is credited at, null when it is not found. */
  readonly foundAt: readonly (number | null)[];
}

/**
 * Credits each relevant thing to the first chunk that satisfies it.
 *
 * An id is satisfied by the chunk of that id and by any chunk of the document of
 * that id, an any-of group by any of its ids, a span by a chunk of its document
 * that covers at least half of it: by offsets where both have them, else by text.
 *
 * The ideal list is built greedily, since one chunk may satisfy several things.
 * For spans the chunks that would cover two at once are known only from the list
 * itself, so the ideal is made of the retrieved chunks and of one chunk for each
 * span that none of them covers.
 *
 * Source: subtopic recall (Zhai, Cohen & Lafferty 2003, doi:10.1145/860435.860440) and
 * α-nDCG with α = 1 (Clarke et al. 2008, doi:10.1145/1390334.1390446); equal to
 * trec_eval 9.0.8 where every thing is one id.
 */
export function judgeRelevance(gold: Gold, retrieved: readonly RetrievedChunk[]): Relevance {
  const grades = gold.kind === "groups" ? gold.groups.map((group) => group.grade) : gold.spans.map(() => 1);
  const satisfied = satisfiedByRank(gold, retrieved);
  const foundAt: (number | null)[] = grades.map(() => null);
  const credits: number[] = [];
  const gains: number[] = [];
  for (const [i, things] of satisfied.entries()) {
    const fresh = things.filter((thing) => foundAt[thing] === null);
    for (const thing of fresh) foundAt[thing] = i + 1;
    credits.push(fresh.length);
    gains.push(gainOf(fresh, grades));
  }
  const covers = gold.kind === "groups" ? coversOfIds(gold) : [...satisfied, ...grades.map((_, thing) => [thing])];
  return {
    ranking: { credits, gains, ideal: greedyGains(covers, grades), total: grades.length },
    relevant: satisfied.map((things) => things.length > 0),
    foundAt,
  };
}

/** By rank: the relevant things (as indices into the gold) that the chunk satisfies. */
function satisfiedByRank(gold: Gold, retrieved: readonly RetrievedChunk[]): readonly (readonly number[])[] {
  if (gold.kind === "spans") {
    return retrieved.map((chunk) => indicesWhere(gold.spans, (span) => covers(chunk, span)));
  }
  const seen = new Set<string>();
  return retrieved.map((chunk) => {
    if (seen.has(chunk.id)) return [];
    seen.add(chunk.id);
    return indicesWhere(gold.groups, ({ any }) =>
      any.some((id) => id === chunk.id || (chunk.docId !== undefined && id === chunk.docId)),
    );
  });
}

function covers(chunk: RetrievedChunk, span: Span): boolean {
  if (chunk.docId !== undefined && chunk.docId !== span.doc) return false;
  const { start, end } = span;
  if (
    chunk.docId !== undefined &&
    chunk.start !== undefined &&
    chunk.end !== undefined &&
    start !== undefined &&
    end !== undefined
  ) {
    const overlap = Math.min(chunk.end, end) - Math.max(chunk.start, start);
    return overlap > 0 && overlap >= minimumSpanCoverage * (end - start);
  }
  return chunk.text !== undefined && quoteCoverage(chunk.text, span.quote) >= minimumSpanCoverage;
}

/** For each id that the gold names: the groups that it satisfies. */
function coversOfIds(gold: Extract<Gold, { kind: "groups" }>): readonly (readonly number[])[] {
  const byId = new Map<string, number[]>();
  for (const [thing, { any }] of gold.groups.entries()) {
    for (const id of new Set(any)) byId.set(id, [...(byId.get(id) ?? []), thing]);
  }
  return [...byId.values()];
}

/** The gains of the list that takes, at every rank, the chunk that adds most. */
function greedyGains(covers: readonly (readonly number[])[], grades: readonly number[]): readonly number[] {
  const open = new Set(grades.keys());
  const ideal: number[] = [];
  while (open.size > 0) {
    let best: readonly number[] = [];
    for (const cover of covers) {
      const fresh = cover.filter((thing) => open.has(thing));
      if (best.length === 0 || gainOf(fresh, grades) > gainOf(best, grades)) best = fresh;
    }
    for (const thing of best) open.delete(thing);
    ideal.push(gainOf(best, grades));
  }
  return ideal;
}

function gainOf(things: readonly number[], grades: readonly number[]): number {
  return things.reduce((total, thing) => total + (grades[thing] ?? 0), 0);
}

function indicesWhere<T>(items: readonly T[], test: (item: T) => boolean): readonly number[] {
  return [...items.keys()].filter((i) => test(items[i] as T));
}
