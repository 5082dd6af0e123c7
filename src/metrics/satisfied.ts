import type { Gold, RetrievedChunk, Span } from "../core/index.ts";
import { quoteCoverage } from "../text/index.ts";

/**
 * The share of a span that a chunk has to cover to count as relevant: half, so that
 * of two chunks that a border cut a span between, at least one counts.
 */
export const minimumSpanCoverage = 0.5;

const nothing: readonly number[] = [];

/**
 * By rank: the relevant things (as indices into the gold, ascending) that the chunk
 * satisfies. A chunk whose id stood further up satisfies nothing again.
 *
 * @param byId what `thingsById` gives for gold of groups.
 */
export function satisfiedByRank(
  gold: Gold,
  retrieved: readonly RetrievedChunk[],
  { byId }: { readonly byId: ReadonlyMap<string, readonly number[]> },
): readonly (readonly number[])[] {
  if (gold.kind === "spans") return retrieved.map((chunk) => coveredSpans(chunk, gold.spans));
  const seen = new Set<string>();
  return retrieved.map(({ id, docId }) => {
    const own = byId.get(id) ?? nothing;
    const ofDocument = docId === undefined || docId === id ? nothing : (byId.get(docId) ?? nothing);
    if ((own.length === 0 && ofDocument.length === 0) || seen.has(id)) return nothing;
    seen.add(id);
    return union(own, ofDocument);
  });
}

/** For each id that the gold names: the groups that it satisfies, ascending. */
export function thingsById(gold: Extract<Gold, { kind: "groups" }>): ReadonlyMap<string, readonly number[]> {
  const byId = new Map<string, number[]>();
  for (const [thing, { any }] of gold.groups.entries()) {
    for (const id of any) {
      const things = byId.get(id);
      if (things === undefined) byId.set(id, [thing]);
      else if (things.at(-1) !== thing) things.push(thing);
    }
  }
  return byId;
}

/** What is in either of two ascending lists, ascending, once. */
export function union(a: readonly number[], b: readonly number[]): readonly number[] {
  if (b.length === 0) return a;
  if (a.length === 0) return b;
  return [...new Set([...a, ...b])].sort((one, other) => one - other);
}

function coveredSpans(chunk: RetrievedChunk, spans: readonly Span[]): readonly number[] {
  const covered: number[] = [];
  for (const [i, span] of spans.entries()) if (covers(chunk, span)) covered.push(i);
  return covered;
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
