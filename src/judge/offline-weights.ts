/** Written by `bench/judge/fit.ts` from the training halves of BEGIN, cmrc-edits and clapnq-edits; do not edit. */
export const faithfulnessModel = {
  bias: -4.3626,
  weights: {
    known: 1.7291,
    local: 3.7403,
    aligned: 1.1571,
    newNumber: -1.1127,
    newNames: -3.296,
    newTerms: -1.154,
    replacedNumber: -2.502,
    replaced: -0.1712,
    opposed: -2.2388,
    negated: -3.0558,
    personal: -0.8104,
    question: -2.6812,
  },
} as const;

/** Written by `bench/judge/fit.ts` from the training half of the RAGChecker pairs; do not edit. */
export const coverageWeights = {
  terms: 0.5852,
  aligned: 0.4148,
} as const;
