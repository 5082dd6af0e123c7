import { commonTerms } from "./offline-common-terms.ts";

const rarities = new Map(
  commonTerms.toReversed().flatMap(([rarity, terms]) => terms.split(" ").map((term) => [term, rarity] as const)),
);

/** The weight of no term is nothing: a common word still says something. */
const least = 0.1;

/** How much a term says, 0.1 to 1: its inverse document frequency over that of a term of one text. */
export function rarityOf(term: string): number {
  return Math.max(least, rarities.get(term) ?? 1);
}

/** The share of `terms` that are in `known`, by rarity; 1 of no terms. */
export function rareShareOf(terms: readonly string[], known: ReadonlySet<string>): number {
  let total = 0;
  let covered = 0;
  for (const term of terms) {
    const rarity = rarityOf(term);
    total += rarity;
    if (known.has(term)) covered += rarity;
  }
  return total === 0 ? 1 : covered / total;
}
