import type { Gold, RetrievedChunk } from "../core/index.ts";

const nothing: readonly number[] = [];

/** Gold that names ids, as they are or in groups. */
type Groups = Extract<Gold, { kind: "groups" }>;

/**
 * By rank: the relevant things (as indices into the gold, ascending) that the chunk
 * satisfies. A chunk whose id stood further up satisfies nothing again.
 *
 * @param byId what `thingsById` gives for the gold.
 */
export function satisfiedByRank(
  retrieved: readonly RetrievedChunk[],
  byId: ReadonlyMap<string, readonly number[]>,
): readonly (readonly number[])[] {
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
export function thingsById(gold: Groups): ReadonlyMap<string, readonly number[]> {
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
