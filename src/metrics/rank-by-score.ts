import { compareCodePoints } from "./code-points.ts";

/** A list in the order of its scores. */
export interface RankedList {
  /** Best first, each once. */
  readonly ids: readonly string[];
  /** Ids that stood there again further down; they are dropped from there. */
  readonly duplicates: readonly string[];
}

/**
 * Orders a list by score, highest first, and equal scores by id, the last in code-point
 * order first. The order in which the list came plays no part; of an id that comes
 * twice the better place counts.
 *
 * Source: trec_eval 10.0, which keeps scores in double precision. Version 9.0.8 keeps
 * them in single precision: `Math.fround` of each score gives its order.
 *
 * @param ids as many as `scores`.
 * @param scores numbers, negative and infinite ones too; not NaN.
 */
export function rankByScore(ids: readonly string[], scores: readonly number[]): RankedList {
  const order = isInOrder(ids, scores) ? ids : sorted(ids, scores);
  const kept = new Set(order);
  if (kept.size === order.length) return { ids: order, duplicates: [] };
  const seen = new Set<string>();
  const duplicates = order.filter((id) => {
    const isRepeated = seen.has(id);
    seen.add(id);
    return isRepeated;
  });
  return { ids: [...kept], duplicates };
}

/** Most lists come sorted, and to look is far cheaper than to sort. */
function isInOrder(ids: readonly string[], scores: readonly number[]): boolean {
  for (let i = 1; i < ids.length; i++) {
    const above = scores[i - 1] ?? 0;
    const below = scores[i] ?? 0;
    if (above > below) continue;
    if (above < below || compareCodePoints(ids[i - 1] ?? "", ids[i] ?? "") < 0) return false;
  }
  return true;
}

function sorted(ids: readonly string[], scores: readonly number[]): readonly string[] {
  const order = Array.from(ids.keys()).sort((a, b) => {
    const one = scores[a] ?? 0;
    const other = scores[b] ?? 0;
    if (one !== other) return one < other ? 1 : -1;
    return compareCodePoints(ids[b] ?? "", ids[a] ?? "");
  });
  return order.map((i) => ids[i] ?? "");
}
