import { tokenize, withDigits } from "../text/index.ts";

/**
 * The level 0 to 5 of a share or of a probability, 0 to 1.
 *
 * | share | from 0.9 | 0.75 | 0.55 | 0.35 | 0.15 | below |
 * | level | 5 | 4 | 3 | 2 | 1 | 0 |
 *
 * Ours: steps of a fifth, with a margin at the top, since a sentence that is taken
 * over word for word can lose a pair of terms at a chunk border.
 */
export function levelOf(share: number): number {
  return [0.15, 0.35, 0.55, 0.75, 0.9].filter((bound) => share >= bound).length;
}

/** The share of `items` that are in `known`; 1 of no items. */
export function shareOf(items: readonly string[], known: ReadonlySet<string>): number {
  return items.length === 0 ? 1 : items.filter((item) => known.has(item)).length / items.length;
}

/** All terms of a text, with those that carry grammar. */
export function allTermsOf(text: string): readonly string[] {
  return tokenize(withDigits(text));
}
