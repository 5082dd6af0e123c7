import type { Evidence } from "./offline-evidence.ts";
import { rarityOf } from "./offline-rarity.ts";

/** What the probability that an answer is faithful is made of; the sign says which way each may count. */
export const faithfulnessSigns = {
  known: 1,
  local: 1,
  aligned: 1,
  newNumber: -1,
  newNames: -1,
  newTerms: -1,
  replacedNumber: -1,
  replaced: -1,
  opposed: -1,
  negated: -1,
  personal: -1,
  question: -1,
} as const;

/** One number for each name of `faithfulnessSigns`. */
export type FaithfulnessFeatures = Readonly<Record<keyof typeof faithfulnessSigns, number>>;

/**
 * An answer as numbers: shares are means over its sentences by weight, counts are ln(1 + count) over
 * all of them, new terms by their rarity; what is yes or no is 1 when it is so for any sentence.
 */
export function faithfulnessFeatures(sentences: readonly Evidence[]): FaithfulnessFeatures {
  const total = sentences.reduce((sum, { weight }) => sum + weight, 0);
  const mean = (of: (one: Evidence) => number): number =>
    total === 0 ? 0 : sentences.reduce((sum, one) => sum + of(one) * one.weight, 0) / total;
  const log = (of: (one: Evidence) => number): number => Math.log1p(sentences.reduce((sum, one) => sum + of(one), 0));
  const any = (of: (one: Evidence) => boolean): number => Number(sentences.some(of));
  return {
    known: mean((one) => one.known),
    local: mean((one) => one.local),
    aligned: mean((one) => one.aligned),
    newNumber: any((one) => one.newNumbers.length > 0),
    newNames: log((one) => one.newNames.length),
    newTerms: log((one) => one.newTerms.reduce((sum, term) => sum + rarityOf(term), 0)),
    replacedNumber: any((one) => one.replacedNumbers.length > 0),
    replaced: log((one) => one.replaced.length),
    opposed: any((one) => one.isOpposed),
    negated: any((one) => one.isNegated),
    personal: any((one) => one.isPersonal),
    question: mean((one) => Number(one.isQuestion)),
  };
}
