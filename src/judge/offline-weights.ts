/** Written by `bench/judge/fit.ts` from the training halves of BEGIN, cmrc-edits and clapnq-edits; do not edit. */
export const faithfulnessModel = {
  bias: -4.4189,
  weights: {
    known: 1.6313,
    local: 4.0897,
    aligned: 1.0093,
    newNumber: -1.3534,
    newNames: -3.1038,
    newTerms: -1.1441,
    replacedNumber: -2.2466,
    replaced: -0.5504,
    opposed: -2.0024,
    negated: -3.2785,
    personal: -0.8498,
    question: -2.7249,
  },
} as const;

/** Written by `bench/judge/fit.ts` from the training half of the RAGChecker pairs; do not edit. */
export const coverageWeights = {
  terms: 0.5852,
  aligned: 0.4148,
} as const;
