import type { Gold } from "../core/index.ts";
import { thingsById } from "./satisfied.ts";

/** The best possible list. */
export interface Ideal {
  /** The gains by rank, best first. */
  readonly ideal: readonly number[];
  /** Whether one chunk of it may satisfy several things at once. */
  readonly isShared: boolean;
}

/**
 * The gains of the best list that the gold allows, where each thing gains its grade:
 * at every rank comes the chunk that adds most.
 *
 * @param satisfied by rank of the retrieved list: the things that the chunk satisfies.
 */
export function idealOf(
  gold: Gold,
  { grades, satisfied }: { readonly grades: readonly number[]; readonly satisfied: readonly (readonly number[])[] },
): Ideal {
  const covers =
    gold.kind === "groups" ? [...thingsById(gold).values()] : [...satisfied, ...grades.map((_, thing) => [thing])];
  const isShared = covers.some((things) => things.length > 1);
  return { ideal: isShared ? greedyGains(covers, grades) : [...grades].sort((a, b) => b - a), isShared };
}

/** The gains of the list that takes, at every rank, the chunk that adds most. */
function greedyGains(covers: readonly (readonly number[])[], grades: readonly number[]): readonly number[] {
  const open = new Set(grades.keys());
  const ideal: number[] = [];
  while (open.size > 0) {
    let best: readonly number[] = [];
    let bestGain = -1;
    for (const cover of covers) {
      const fresh = cover.filter((thing) => open.has(thing));
      const gain = fresh.reduce((sum, thing) => sum + (grades[thing] ?? 0), 0);
      if (fresh.length > 0 && gain > bestGain) {
        best = fresh;
        bestGain = gain;
      }
    }
    // Only a group without any id is left: nothing can satisfy it.
    if (best.length === 0) break;
    for (const thing of best) open.delete(thing);
    ideal.push(bestGain);
  }
  return ideal;
}
